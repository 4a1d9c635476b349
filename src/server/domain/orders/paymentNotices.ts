import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { OrderDeps, OrderRow } from './moveOrder.ts';
import { keptCents, ofPayment, type OrderPayment, type StoredEvent } from './orderPayments.ts';

interface AppliedEvents {
  payments: readonly OrderPayment[];
  paying: OrderPayment;
  events: readonly StoredEvent[];
  /** Events that are processed for the first time. */
  newEvents: readonly StoredEvent[];
  /** Whether another payment has just become the one that pays for the order. */
  isOther: boolean;
}

/**
 * Reports problems that only an operator can solve, in the log and the audit: a failed refund, and the money of a
 * second payment. Requires that the order is locked.
 */
export async function tellOperator(
  tx: NodePgDatabase,
  deps: OrderDeps,
  { publicId, accountId }: OrderRow,
  { payments, paying, events, newEvents, isOther }: AppliedEvents,
): Promise<void> {
  for (const { causeRef, amountCents } of newEvents.filter(({ kind }) => kind === 'refundFailed')) {
    const detail = { order: publicId, refund: causeRef, cents: amountCents };
    await writeAudit(tx, deps, { accountId, actor: 'site', event: 'orderRefundFailed', detail });
    deps.log.error(
      detail,
      'a refund came to nothing, the money is here: agree on another way and refund again',
    );
  }
  for (const payment of payments.filter((one) => one !== paying)) {
    const cents = keptCents(ofPayment(events, payment));
    const isNew = ofPayment(newEvents, payment).some(({ kind }) => kind === 'paid');
    if (cents === 0 || !(isNew || isOther)) continue;
    const detail = { order: publicId, payment: payment.paymentRef, provider: payment.provider, cents };
    await writeAudit(tx, deps, { accountId, actor: 'site', event: 'orderPaidTwice', detail });
    deps.log.error(detail, 'an order was paid twice: refund the second payment');
  }
}
