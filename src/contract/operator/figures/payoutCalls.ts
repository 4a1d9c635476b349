import * as z from 'zod/mini';
import type { OperatorEndpoint } from '../people/operatorEndpoint.ts';
import {
  acceptPayoutBody,
  missingQuery,
  missingReply,
  payoutParams,
  payoutQuery,
  payoutReply,
  payoutsQuery,
  payoutsReply,
} from './payouts.ts';

/** Calls for the payouts of the payment providers. */
export const payoutCalls = {
  payouts: {
    method: 'GET',
    path: '/api/operator/v1/payouts',
    needs: 'see.sums',
    query: payoutsQuery,
    reply: payoutsReply,
  },
  payout: {
    method: 'GET',
    path: '/api/operator/v1/payouts/{id}',
    needs: 'see.orders',
    params: payoutParams,
    query: payoutQuery,
    reply: payoutReply,
  },
  missingFromPayouts: {
    method: 'GET',
    path: '/api/operator/v1/payouts/missing-orders',
    needs: 'see.orders',
    query: missingQuery,
    reply: missingReply,
  },
  /** Accepts the open lines and the difference of a payout, so that it needs nobody any more. */
  acceptPayout: {
    method: 'POST',
    path: '/api/operator/v1/payouts/{id}/accept',
    needs: 'tax.settle',
    act: true,
    params: payoutParams,
    body: acceptPayoutBody,
    reply: z.object({}),
  },
} as const satisfies Record<string, OperatorEndpoint>;
