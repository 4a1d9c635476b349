import * as z from 'zod/mini';
import { orderState } from '#/contract/shop.ts';
import { text } from '#/contract/kernel/text.ts';
import { reason } from './people/people.ts';

/** `version` as `orderReply` has it. */
const version = z.int().check(z.positive(), z.lte(1e9));

export const refundBody = z.strictObject({
  version,
  /** Cents of the payment's currency; absent: all that may still be refunded. */
  cents: z.optional(z.int().check(z.positive(), z.lte(1e8))),
  /** The provider's id of a payment of the order; absent: the current one. */
  payment: z.optional(text(300).check(z.minLength(1))),
  reason,
});
export type RefundBody = z.output<typeof refundBody>;
export const refundReply = z.object({
  version: z.int(),
  provider: z.string(),
  paymentRef: z.string(),
  cents: z.int(),
});

export const orderActBody = z.strictObject({ version, reason });
export const regrantReply = z.object({ version: z.int(), state: orderState });

/** A note is the reason of an act that does nothing else. */
export const noteBody = z.strictObject({ reason });
export const noteReply = z.object({ version: z.int() });

export const receiptReply = z.object({
  /** Receipts of this order by now. */
  receipts: z.int(),
});

export const askReply = z.object({
  state: orderState,
  /** Events that the site did not know. */
  news: z.int(),
});
