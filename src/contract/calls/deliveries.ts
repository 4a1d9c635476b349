import * as z from 'zod/mini';
import { convertCouponsBody, idInPath } from '#/contract/cases.ts';
import { deliveriesReply } from '#/contract/deliveries.ts';
import { beforeQuery } from '#/contract/referral.ts';
import type { Endpoint } from '#/contract/calls/endpoint.ts';

/** Calls about what the game hands over (D14, D18). */
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
      /** Coupons that are on their way to the game now. */
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
      /** The coupon that is back. */
      coupon: z.int(),
    }),
  },
} as const satisfies Record<string, Endpoint>;
