import { and, eq, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OrderState } from '#/contract/shop.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { paymentEvents } from '#/server/platform/db/tables/payments.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { lockOwner } from '#/server/domain/orders/grantOrder.ts';
import { lockOrder, moveOrder, type OrderDeps, type OrderRow } from '#/server/domain/orders/moveOrder.ts';
import { keptCents, ofPayment, paymentsOf } from '#/server/domain/orders/orderPayments.ts';
import { storeEvents } from '#/server/domain/payments/paymentInbox.ts';
import { effectOf, settleOrder } from '#/server/domain/orders/settleOrder.ts';

type OperatorDeps = OrderDeps & Pick<Deps, 'payments' | 'log' | 'wakeUps'>;

/** An operation that the order does not allow. Its message is a sentence for the operator. */
export class OrderRefusal extends Error {
  override readonly name = 'OrderRefusal';
}

const isOrder = (publicId: string): SQL => eq(orders.publicId, publicId);

async function findLocked(tx: NodePgDatabase, publicId: string): Promise<OrderRow> {
  const order = await lockOrder(tx, isOrder(publicId));
  if (!order) throw new OrderRefusal(`There is no order ${publicId}.`);
  return order;
}

/**
 * Grants an order that waits in `review`, because the operator accepts its payment; or restores an order after a
 * charge-back that the bank returned. The reason goes into the audit log.
 * @returns the state of the order now
 * @throws OrderRefusal
 */
export async function regrantOrder(
  deps: OperatorDeps,
  publicId: string,
  reason: string,
): Promise<OrderState> {
  const order = await withTx(deps.pool, async (tx) => {
    const found = await findLocked(tx, publicId);
    const account = await lockOwner(tx, found);
    if (found.state !== 'review' && found.state !== 'charged_back')
      throw new OrderRefusal(
        `The order is ${found.state}: only what is in review or charged back is granted.`,
      );
    if (account.status === 'closed') throw new OrderRefusal('The account was closed: refund the order.');
    const { accountId, id } = found;
    const detail = { order: publicId, reason };
    await writeAudit(tx, deps, { accountId, actor: 'operator', event: 'orderRegranted', detail });
    if (found.state === 'charged_back') return found;
    const granted = await moveOrder(tx, deps, found, 'granted', 'operator', reason);
    const paymentEventId = await paymentOf(tx, found);
    await effectOf(tx, deps, granted, { account, paymentEventId, actor: 'operator' });
    deps.log.info({ order: id }, 'an operator granted an order');
    return granted;
  });
  return order.state === 'charged_back' ? winDisputes(deps, order) : order.state;
}

async function paymentOf(tx: NodePgDatabase, order: OrderRow): Promise<number | null> {
  const [event] = await tx.select({ id: paymentEvents.id }).from(paymentEvents).where(isPaid(order));
  return event?.id ?? null;
}

const isOfPayment = ({ provider, paymentRef }: OrderRow) =>
  and(eq(paymentEvents.provider, provider ?? 'sandbox'), eq(paymentEvents.paymentRef, paymentRef ?? ''));
const isPaid = (order: OrderRow) =>
  and(
    isOfPayment(order),
    eq(paymentEvents.kind, 'paid'),
    eq(paymentEvents.amountCents, order.totalCents),
    eq(paymentEvents.currency, order.currency),
  );

/**
 * Stores the operator's decision about a dispute as a payment event, so that later events of the provider do not undo
 * it.
 */
async function winDisputes(deps: OperatorDeps, order: OrderRow): Promise<OrderState> {
  const disputes = await withTx(deps.pool, (tx) =>
    tx
      .select()
      .from(paymentEvents)
      .where(and(isOfPayment(order), eq(paymentEvents.kind, 'chargedBack'))),
  );
  const won = disputes.map(({ causeRef, paymentRef, amountCents, currency }) => ({
    eventId: `operator:disputeWon:${causeRef}`,
    kind: 'disputeWon' as const,
    causeRef,
    paymentRef,
    amountCents,
    currency,
  }));
  await storeEvents(deps, order.provider ?? 'sandbox', won, '{"by":"operator"}');
  return (await settleOrder(deps, { orderId: order.id })) ?? order.state;
}

/**
 * Asks the provider to refund money. The provider's webhook then moves the order: a partial refund changes no goods, a
 * full one revokes them.
 * @param cents absent: everything that was not refunded yet
 * @param payment the provider's id of a second payment of the order; absent: the payment that the order was granted for
 * @returns the cents that are refunded
 * @throws OrderRefusal; Error if the provider does not answer
 */
export async function refundOrder(
  deps: OperatorDeps,
  publicId: string,
  { cents, reason, payment }: { cents?: number | undefined; reason: string; payment?: string | undefined },
): Promise<number> {
  const { order, payments, events } = await withTx(deps.pool, async (tx) => {
    const found = await findLocked(tx, publicId);
    return { order: found, ...(await paymentsOf(tx, found)) };
  });
  const { totalCents, refundedCents, accountId, state } = order;
  const second = payments.slice(1).find(({ paymentRef }) => paymentRef === payment);
  if (payment !== undefined && !second && payment !== order.paymentRef)
    throw new OrderRefusal(`The order has no payment ${payment}: \`orders show\` lists them.`);
  if (!second && state !== 'granted' && state !== 'review')
    throw new OrderRefusal(`The order is ${state}: only what is granted or in review can be refunded.`);
  const [first] = payments;
  if (!first) throw new OrderRefusal('It was paid with coins: give coins by `npm run grant`.');
  const { provider: name, paymentRef } = second ?? first;
  const provider = deps.payments.providers.get(name);
  if (!provider) throw new OrderRefusal(`The provider ${name} is not set up.`);
  const own = ofPayment(events, second ?? first);
  const leftCents = second ? keptCents(own) : totalCents - refundedCents;
  const wanted = cents ?? leftCents;
  if (wanted < 1 || wanted > leftCents)
    throw new OrderRefusal(`Between 0.01 and ${(leftCents / 100).toFixed(2)} euro can go back.`);
  // the key stays the same until an event of the refund arrives, so that a repeated command refunds once
  const failed = own.filter(({ kind }) => kind === 'refundFailed').length;
  const times = failed > 0 ? `-${failed}` : '';
  const whose = second ? `${publicId}-second-${leftCents}` : `${publicId}-${refundedCents}`;
  await provider.refund(paymentRef, wanted, `refund-${whose}-${wanted}${times}`);
  const detail = { order: publicId, cents: wanted, reason };
  await withTx(deps.pool, (tx) =>
    writeAudit(tx, deps, { accountId, actor: 'operator', event: 'orderRefunded', detail }),
  );
  return wanted;
}
