import * as z from 'zod/mini';
import {
  convertCouponsBody,
  convertParams,
  convertReply,
  couponsQuery,
  couponsReply,
  dropsQuery,
  dropsReply,
  idInPath,
  openCaseBody,
  openCaseReply,
  openMultipleBody,
  openMultipleReply,
  revealBody,
  revealReply,
  undoExchangeReply,
  userCaseReply,
  userCasesReply,
} from '#/contract/cases.ts';
import {
  shareBody,
  sharedPrize,
  sharedPrizeParams,
  shareReply,
  withdrawReply,
} from '#/contract/sharedPrizes.ts';
import type { Endpoint } from '#/contract/calls/endpoint.ts';

/** Calls of the inventory and of opening. */
export const casesCalls = {
  userCases: { method: 'GET', path: '/api/v1/cases/user', access: 'session', reply: userCasesReply },
  userCase: {
    method: 'GET',
    path: '/api/v1/cases/user/{id}',
    access: 'session',
    params: z.strictObject({ id: idInPath }),
    reply: userCaseReply,
  },
  openCase: {
    method: 'POST',
    path: '/api/v1/cases/open/',
    access: 'session',
    effect: true,
    body: openCaseBody,
    reply: openCaseReply,
  },
  revealPrizes: {
    method: 'POST',
    path: '/api/v1/cases/reveal',
    access: 'session',
    body: revealBody,
    reply: revealReply,
  },
  coupons: {
    method: 'GET',
    path: '/api/v1/coupons/user/',
    access: 'session',
    query: couponsQuery,
    reply: couponsReply,
  },
  openMultiple: {
    method: 'POST',
    path: '/api/v1/cases/open-multiple/',
    access: 'session',
    effect: true,
    body: openMultipleBody,
    reply: openMultipleReply,
  },
  /**
   * The GET that the specification prescribes. It requires the bearer, so only the site's own script can call it
   * (C5).
   */
  convertCouponByGet: {
    method: 'GET',
    path: '/api/v1/coupons/convert/{id}',
    access: 'session',
    effect: true,
    params: convertParams,
    reply: convertReply,
  },
  convertCoupon: {
    method: 'POST',
    path: '/api/v1/coupons/convert/{id}',
    access: 'session',
    effect: true,
    params: convertParams,
    reply: convertReply,
  },
  convertCoupons: {
    method: 'POST',
    path: '/api/v1/coupons/convert',
    access: 'session',
    effect: true,
    body: convertCouponsBody,
    reply: convertReply,
  },
  /** Undoes exchanges of the last `UNDO_EXCHANGE_MS` (C5). */
  undoExchange: {
    method: 'POST',
    path: '/api/v1/coupons/undo-convert',
    access: 'session',
    effect: true,
    body: convertCouponsBody,
    reply: undoExchangeReply,
  },
  /** Gives a prize a page that everybody with its code can see. A shared prize keeps its code (C14). */
  sharePrize: {
    method: 'POST',
    path: '/api/v1/coupons/share',
    access: 'session',
    body: shareBody,
    reply: shareReply,
  },
  /** Removes the page of a prize. Shared again, it gets another code. */
  withdrawPrize: {
    method: 'POST',
    path: '/api/v1/coupons/withdraw',
    access: 'session',
    body: shareBody,
    reply: withdrawReply,
  },
  sharedPrize: {
    method: 'GET',
    path: '/api/v1/prizes/{prize}',
    access: 'public',
    params: sharedPrizeParams,
    reply: sharedPrize,
  },
  /** The newest rare prizes, or in quiet times the best of the week. Later ones come over the live stream. */
  drops: {
    method: 'GET',
    path: '/api/v1/drops',
    access: 'public',
    shared: true,
    query: dropsQuery,
    reply: dropsReply,
  },
} as const satisfies Record<string, Endpoint>;
