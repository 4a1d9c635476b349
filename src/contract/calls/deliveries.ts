import * as z from 'zod/mini';
import { convertCouponsBody, idInPath } from '#/contract/cases.ts';
import { deliveriesReply } from '#/contract/deliveries.ts';
import { beforeQuery } from '#/contract/referral.ts';
import type { Endpoint } from '#/contract/calls/endpoint.ts';

/** Calls about goods that the game hands over (D14, D18). */
export const deliveryCalls = {
  deliveries: {
    method: 'GET',
    path: '/api/v1/user/deliveries',
    access: 'session',
    query: beforeQuery,
    reply: deliveriesReply,
  },
  takeCoupons: {
    method: 'POST',
    path: '/api/v1/coupons/take',
    access: 'session',
    effect: true,
    body: convertCouponsBody,
    reply: z.object({
      /** Ids of the coupons whose prizes are now on the way to the game. */
      taken: z.array(z.int()),
    }),
  },
  putBackPrize: {
    method: 'POST',
    path: '/api/v1/user/deliveries/{id}/put-back',
    access: 'session',
    effect: true,
    params: z.strictObject({ id: idInPath }),
    reply: z.object({
      /** Id of the restored coupon. */
      coupon: z.int(),
    }),
  },
} as const satisfies Record<string, Endpoint>;
