import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OrderState } from '#/contract/orders.ts';
import { paymentEvents } from '#/server/platform/db/tables/payments.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { lockOwner } from './grantOrder.ts';
import { moveOrder, type OrderDeps, type OrderRow } from './moveOrder.ts';
import { OrderRefusal } from './operatedOrder.ts';
import { eventsOf } from './orderPayments.ts';
import { orderTarget } from './orderTarget.ts';
import { applyState, settleLocked } from './settleOrder.ts';

/**
 * Grants an order that waits in `review`, because the operator accepts its payment; or restores an order after a
 * charge-back that the bank returned. Requires that the order is locked.
 * @returns the state of the order now
 * @throws OrderRefusal
 */
export async function regrantOrder(
  tx: NodePgDatabase,
  deps: OrderDeps,
  order: OrderRow,
  { reason, actor }: { reason: string; actor: 'operator' | 'site' },
): Promise<OrderState> {
  const account = await lockOwner(tx, order);
  if (order.state !== 'review' && order.state !== 'charged_back')
    throw new OrderRefusal(
      'orderNotGrantable',
      `The order is ${order.state}: only what is in review or charged back is granted.`,
    );
  if (account.status === 'closed')
    throw new OrderRefusal('orderNotGrantable', 'The account was closed: refund the order.');
  if (order.state === 'charged_back') return winDisputes(tx, deps, order);
  const { provider, paymentRef, totalCents, currency } = order;
  const events = provider && paymentRef !== null ? await eventsOf(tx, [{ provider, paymentRef }]) : [];
  const { missingCents, refundedCents } = orderTarget(order, events, true);
  await tx.update(orders).set({ missingCents, refundedCents }).where(eq(orders.id, order.id));
  const granted = await moveOrder(tx, deps, order, 'granted', 'operator', reason);
  const payment = events.find(
    (event) => event.kind === 'paid' && event.amountCents === totalCents && event.currency === currency,
  );
  await applyState(tx, deps, granted, { account, paymentEventId: payment?.id ?? null, actor });
  return granted.state;
}

const byPayment = ({ provider, paymentRef }: OrderRow) =>
  and(eq(paymentEvents.provider, provider ?? 'sandbox'), eq(paymentEvents.paymentRef, paymentRef ?? ''));

/**
 * Stores the operator's decision about a dispute as a payment event, so that later events of the provider do not undo
 * it.
 */
async function winDisputes(tx: NodePgDatabase, deps: OrderDeps, order: OrderRow): Promise<OrderState> {
  const disputes = await tx
    .select()
    .from(paymentEvents)
    .where(and(byPayment(order), eq(paymentEvents.kind, 'chargedBack')));
  const now = deps.now();
  for (const { provider, causeRef, paymentRef, amountCents, currency } of disputes)
    await tx
      .insert(paymentEvents)
      .values({
        provider,
        eventId: `operator:disputeWon:${causeRef}`,
        kind: 'disputeWon',
        causeRef,
        paymentRef,
        amountCents,
        currency,
        raw: '{"by":"operator"}',
        receivedAt: now,
        runAt: now,
      })
      .onConflictDoNothing();
  return settleLocked(tx, deps, order);
}
