import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { paymentEvents, replacedPayments } from '#/server/platform/db/tables/payments.ts';
import type { ProviderName } from '#/server/ports/payments.ts';
import { lockOrder, type OrderRow } from './moveOrder.ts';
import { amountsOfCauses } from './orderTarget.ts';

/** One payment of an order. */
export interface OrderPayment {
  provider: ProviderName;
  paymentRef: string;
  paymentMethodName: string | null;
  payUrl: string | null;
}
export type StoredEvent = typeof paymentEvents.$inferSelect;

/** Identifies a payment by its provider and the provider's id. */
type Named = Pick<OrderPayment, 'provider' | 'paymentRef'>;

const isSame = (a: Named, b: Named) => a.provider === b.provider && a.paymentRef === b.paymentRef;

/** Locks the order of a payment. The payment may be the current one of the order or one that was replaced. */
export async function lockOrderOf(tx: NodePgDatabase, payment: Named): Promise<OrderRow | undefined> {
  const { provider, paymentRef } = payment;
  const order = await lockOrder(tx, and(eq(orders.provider, provider), eq(orders.paymentRef, paymentRef))!);
  if (order) return order;
  const [replaced] = await tx
    .select({ orderId: replacedPayments.orderId })
    .from(replacedPayments)
    .where(and(eq(replacedPayments.provider, provider), eq(replacedPayments.paymentRef, paymentRef)));
  return replaced && lockOrder(tx, eq(orders.id, replaced.orderId));
}

/** Reads all payments of an order, the current one first, and their events in the order of arrival. */
export async function paymentsOf(
  tx: NodePgDatabase,
  order: OrderRow,
): Promise<{ payments: OrderPayment[]; events: StoredEvent[] }> {
  const { provider, paymentRef, paymentMethodName, payUrl } = order;
  const current: OrderPayment[] =
    provider && paymentRef !== null ? [{ provider, paymentRef, paymentMethodName, payUrl }] : [];
  // sent one behind the other, without waiting for the first answer
  const [replaced, events] = await Promise.all([replacedOf(tx, [order.id]), eventsOfOrder(tx, order)]);
  return { payments: [...current, ...replaced], events };
}

/** Reads the events of all payments of an order, the replaced ones included. */
function eventsOfOrder(tx: NodePgDatabase, { id }: OrderRow): Promise<StoredEvent[]> {
  const byOrder = sql`(${paymentEvents.provider}, ${paymentEvents.paymentRef}) IN (
    SELECT provider, payment_ref FROM orders WHERE id = ${id}
    UNION ALL SELECT provider, payment_ref FROM replaced_payments WHERE order_id = ${id})`;
  return tx.select().from(paymentEvents).where(byOrder).orderBy(paymentEvents.id);
}

/** Reads the events of payments in the order of arrival. */
export async function eventsOf(tx: NodePgDatabase, payments: readonly Named[]): Promise<StoredEvent[]> {
  if (payments.length === 0) return [];
  return tx.select().from(paymentEvents).where(byPayments(payments)).orderBy(paymentEvents.id);
}

/** SQL condition on `payment_events`: the event is of one of these payments. */
export const byPayments = (payments: readonly Named[]): SQL =>
  or(
    ...payments.map(({ provider, paymentRef }) =>
      and(eq(paymentEvents.provider, provider), eq(paymentEvents.paymentRef, paymentRef)),
    ),
  )!;

/** The events of one payment, in their order. */
export const ofPayment = (events: readonly StoredEvent[], payment: Named): StoredEvent[] =>
  events.filter((event) => isSame(event, payment));

/**
 * Chooses the payment that pays for an order: the first one with the right sum and currency, else the first that
 * brought any money, else the current one. A granted order keeps the payment it was granted for.
 * @param payments the current one first
 */
export function payingOf(
  { totalCents, currency }: Pick<OrderRow, 'totalCents' | 'currency'>,
  payments: readonly OrderPayment[],
  events: readonly StoredEvent[],
  isHandedOut: boolean,
): OrderPayment | undefined {
  const [current] = payments;
  if (!current || isHandedOut || payments.length === 1) return current;
  const paid = events.filter(({ kind }) => kind === 'paid');
  const first =
    paid.find((event) => event.amountCents === totalCents && event.currency === currency) ??
    paid.find((event) => isSame(event, current)) ??
    paid[0];
  return (first && payments.find((payment) => isSame(payment, first))) ?? current;
}

const causesOf = (events: readonly StoredEvent[], kinds: readonly StoredEvent['kind'][]) =>
  amountsOfCauses(events.filter(({ kind }) => kinds.includes(kind)));

/**
 * Returns the cents of a payment that went back, charge-backs included.
 * @param events events of this payment
 */
export function goneCents(events: readonly StoredEvent[]): number {
  const undone = causesOf(events, ['refundFailed', 'disputeWon']);
  let gone = 0;
  for (const [cause, cents] of causesOf(events, ['refunded', 'chargedBack']))
    if (!undone.has(cause)) gone += cents;
  return gone;
}

/**
 * Returns the cents of a payment that were paid and not refunded. If a fact was reported with several amounts, the
 * largest counts.
 * @param events events of this payment
 */
export function keptCents(events: readonly StoredEvent[]): number {
  const came = Math.max(0, ...causesOf(events, ['paid']).values());
  return Math.max(0, came - goneCents(events));
}

/** Stores the money that is still held of each payment that does not pay for the order. */
export async function noteKept(
  tx: NodePgDatabase,
  payments: readonly OrderPayment[],
  paying: OrderPayment,
  events: readonly StoredEvent[],
): Promise<void> {
  for (const payment of payments.filter((one) => one !== paying)) {
    const kept = keptCents(ofPayment(events, payment));
    const byPayment = and(
      eq(replacedPayments.provider, payment.provider),
      eq(replacedPayments.paymentRef, payment.paymentRef),
    );
    await tx.update(replacedPayments).set({ keptCents: kept }).where(byPayment);
  }
}

/** Makes another payment the current one of a locked order; the previous one goes to `replaced_payments`. */
export async function replacePayment(
  tx: NodePgDatabase,
  order: OrderRow,
  { provider, paymentRef, paymentMethodName, payUrl }: OrderPayment,
  replacedAt: Date,
): Promise<OrderRow> {
  await tx
    .delete(replacedPayments)
    .where(and(eq(replacedPayments.provider, provider), eq(replacedPayments.paymentRef, paymentRef)));
  const isOther = order.provider !== provider || order.paymentRef !== paymentRef;
  if (isOther && order.provider && order.paymentRef !== null)
    await tx.insert(replacedPayments).values({
      provider: order.provider,
      paymentRef: order.paymentRef,
      orderId: order.id,
      paymentMethodName: order.paymentMethodName,
      payUrl: order.payUrl,
      replacedAt,
    });
  const now = { provider, paymentRef, paymentMethodName, payUrl };
  await tx.update(orders).set(now).where(eq(orders.id, order.id));
  return { ...order, ...now };
}

/** Reads the replaced payments of these orders. */
export const replacedOf = (db: NodePgDatabase, orderIds: readonly number[]) =>
  db
    .select()
    .from(replacedPayments)
    .where(inArray(replacedPayments.orderId, [...orderIds]))
    .orderBy(replacedPayments.replacedAt);
