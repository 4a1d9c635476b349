import { and, eq, inArray, or, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { orders, paymentEvents, replacedPayments } from '../db/schema.ts';
import type { ProviderName } from '../ports/payments/payments.ts';
import { lockOrder, type OrderRow } from './moveOrder.ts';

/** One payment of an order. */
export interface OrderPayment {
  provider: ProviderName;
  paymentRef: string;
  paymentMethodName: string | null;
  payUrl: string | null;
}
export type StoredEvent = typeof paymentEvents.$inferSelect;

/** A payment's name at its provider. */
type Named = Pick<OrderPayment, 'provider' | 'paymentRef'>;

const isSame = (a: Named, b: Named) => a.provider === b.provider && a.paymentRef === b.paymentRef;

/** The order of a payment, locked: of the one it is paid by now, or of one that another took the place of. */
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

/** All payments of an order, the one it is paid by now first, and what was heard of them, in the order it came. */
export async function paymentsOf(
  tx: NodePgDatabase,
  order: OrderRow,
): Promise<{ payments: OrderPayment[]; events: StoredEvent[] }> {
  const { provider, paymentRef, paymentMethodName, payUrl } = order;
  const current: OrderPayment[] =
    provider && paymentRef !== null ? [{ provider, paymentRef, paymentMethodName, payUrl }] : [];
  // most orders have one payment: both in one round trip
  const [replaced, own] = await Promise.all([replacedOf(tx, [order.id]), eventsOf(tx, current)]);
  if (replaced.length === 0) return { payments: current, events: own };
  const others = await eventsOf(tx, replaced);
  return {
    payments: [...current, ...replaced],
    events: [...own, ...others].toSorted((a, b) => a.id - b.id),
  };
}

/** What was heard of payments, in the order it came. */
export async function eventsOf(tx: NodePgDatabase, payments: readonly Named[]): Promise<StoredEvent[]> {
  if (payments.length === 0) return [];
  return tx.select().from(paymentEvents).where(isOf(payments)).orderBy(paymentEvents.id);
}

/** A condition on events. */
export const isOf = (payments: readonly Named[]): SQL =>
  or(
    ...payments.map(({ provider, paymentRef }) =>
      and(eq(paymentEvents.provider, provider), eq(paymentEvents.paymentRef, paymentRef)),
    ),
  )!;

export const ofPayment = (events: readonly StoredEvent[], payment: Named): StoredEvent[] =>
  events.filter((event) => isSame(event, payment));

/**
 * The payment that pays for an order: the first that is good, else the first that brought anything, else the one that was
 * chosen last. Of an order that was handed out it stays the one it was handed out for.
 * @param payments the one it is paid by now first
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

/**
 * Cents of a payment that came and did not go back. What was reported with several amounts counts with the largest.
 * @param events of the payment
 */
export function keptCents(events: readonly StoredEvent[]): number {
  const causes = (kinds: readonly StoredEvent['kind'][]) => {
    const largest = new Map<string, number>();
    for (const { kind, causeRef, amountCents } of events)
      if (kinds.includes(kind)) largest.set(causeRef, Math.max(amountCents, largest.get(causeRef) ?? 0));
    return largest;
  };
  const undone = causes(['refundFailed', 'disputeWon']);
  const came = Math.max(0, ...causes(['paid']).values());
  let gone = 0;
  for (const [cause, cents] of causes(['refunded', 'chargedBack'])) if (!undone.has(cause)) gone += cents;
  return Math.max(0, came - gone);
}

/** Lets another payment pay for a locked order; the one that did so is kept beside it. */
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

/** The payments of these orders that another took the place of. */
export const replacedOf = (db: NodePgDatabase, orderIds: readonly number[]) =>
  db
    .select()
    .from(replacedPayments)
    .where(inArray(replacedPayments.orderId, [...orderIds]))
    .orderBy(replacedPayments.replacedAt);
