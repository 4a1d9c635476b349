import * as z from 'zod/mini';
import { orderState } from '#/contract/orders.ts';
import { text } from '#/contract/kernel/text.ts';
import { reason } from './people/people.ts';

/** The `version` of the order in `orderReply`. */
const version = z.int().check(z.positive(), z.lte(1e9));

export const refundBody = z.strictObject({
  version,
  /** Cents of the payment's currency. Absent to refund everything that is still refundable. */
  cents: z.optional(z.int().check(z.positive(), z.lte(1e8))),
  /** The provider's id of a payment of the order. Absent for the current payment. */
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

/** Ends a failed refund whose money went back in another way. */
export const closeRefundBody = z.strictObject({
  version,
  /** The provider's id of the payment. */
  payment: text(300).check(z.minLength(1)),
  reason,
});
export type CloseRefundBody = z.output<typeof closeRefundBody>;
export const closeRefundReply = z.object({ version: z.int() });

export const orderActBody = z.strictObject({ version, reason });
export const regrantReply = z.object({ version: z.int(), state: orderState });

/** A note is the reason of an act without any other effect. */
export const noteBody = z.strictObject({ reason });
export const noteReply = z.object({ version: z.int() });

export const receiptReply = z.object({
  /** Number of receipts mailed for this order, this one included. */
  receipts: z.int(),
});

export const askReply = z.object({
  state: orderState,
  /** Number of events that the site did not know yet. */
  news: z.int(),
});

/**
 * Personal data of an order. Only operators with the permission see them, and each look is audited.
 */
export const orderPersonalReply = z.object({
  player: z.object({ email: z.string(), network: z.string() }),
  buyer: z.nullable(z.object({ email: z.string(), network: z.string() })),
  /** Raw payment events of the providers. */
  events: z.array(z.object({ id: z.int(), raw: z.string() })),
});
export type OrderPersonalReply = z.infer<typeof orderPersonalReply>;
