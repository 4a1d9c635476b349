import type { OrderState } from '#/contract/orders.ts';
import type { PaymentEvent } from '#/server/ports/payments.ts';

/** A verified payment event of an order. */
export type OrderEvent = Pick<PaymentEvent, 'kind' | 'causeRef' | 'amountCents' | 'currency'>;

/** The state that an order must have, and the reason. */
export interface OrderTarget {
  /** Null when no event changes the state. */
  state: OrderState | null;
  /** Whether the goods are granted: the payment has the right sum and currency, or an operator accepted it. */
  isSettled: boolean;
  /**
   * Cents of the total that went back, charge-backs included. Money in another currency counts cent for cent, once an
   * operator accepted it.
   */
  refundedCents: number;
  /** Cents of the total that never came, though an operator accepted the payment. */
  missingCents: number;
  /** Number of failed refunds. */
  failedRefunds: number;
  reason: string;
}

/**
 * Computes the state of an order from the events of its payment. The result depends on the set of events only, not on
 * their order or repetition. A payment of another amount or currency grants nothing (N4), and neither does a refund
 * without its payment.
 * @param isAccepted an operator accepted the payment although it does not match
 */
export function orderTarget(
  { totalCents, currency }: { totalCents: number; currency: string },
  events: readonly OrderEvent[],
  isAccepted: boolean,
): OrderTarget {
  const of = (...kinds: OrderEvent['kind'][]) => events.filter(({ kind }) => kinds.includes(kind));
  const paid = of('paid');
  const isSettled =
    isAccepted || paid.some((event) => event.amountCents === totalCents && event.currency === currency);
  if (!isSettled && paid.length === 0) return unpaid(of);

  const won = new Set(of('disputeWon').map(({ causeRef }) => causeRef));
  const disputes = of('chargedBack').filter(({ causeRef }) => !won.has(causeRef));
  const failed = new Set(of('refundFailed').map(({ causeRef }) => causeRef));
  const { cameCents, currencies } = moneyOf(paid, { totalCents, currency });
  const refunds = of('refunded').filter(
    ({ currency: paidBack, causeRef }) => currencies.has(paidBack) && !failed.has(causeRef),
  );
  const refunded = centsOfCauses(refunds);
  const counted = isSettled ? currencies : new Set([currency]);
  const backCents = centsOfCauses([...refunds, ...disputes].filter((event) => counted.has(event.currency)));
  const missingCents = isSettled ? Math.max(0, totalCents - cameCents) : 0;
  // what came beyond the total does not pay for the order, and goes back first
  const refundedCents = Math.min(
    totalCents - missingCents,
    Math.max(0, backCents - Math.max(0, cameCents - totalCents)),
  );
  const at = (state: OrderState, reason: string) => ({
    state,
    isSettled,
    refundedCents,
    missingCents,
    failedRefunds: failed.size,
    reason,
  });
  if (disputes.length > 0) return at('charged_back', 'charged back');
  if (refunded > 0 && refunded >= cameCents) return at('refunded', 'refunded');
  if (isSettled) return at('granted', isAccepted ? 'accepted by an operator' : 'paid');
  const isOtherSum = paid.every((event) => event.amountCents !== totalCents);
  return at('review', isOtherSum ? 'another amount was paid' : 'another currency was paid');
}

/**
 * The money that came, and the currencies in which it can go back. Each report of a payment has all that came so far, so
 * the largest counts, as in `keptCents`. Other currencies count only while nothing came in the order's own.
 */
function moneyOf(
  paid: readonly OrderEvent[],
  { totalCents, currency }: { totalCents: number; currency: string },
): { cameCents: number; currencies: ReadonlySet<string> } {
  const own = paid.filter((event) => event.currency === currency);
  const counted = own.length > 0 ? own : paid;
  const cameCents =
    paid.length === 0 ? totalCents : Math.max(...counted.map(({ amountCents }) => amountCents));
  return { cameCents, currencies: new Set([currency, ...counted.map((event) => event.currency)]) };
}

function unpaid(of: (...kinds: OrderEvent['kind'][]) => OrderEvent[]): OrderTarget {
  const rest = { isSettled: false, refundedCents: 0, missingCents: 0, failedRefunds: 0 };
  for (const kind of ['failed', 'expired', 'pending'] as const)
    if (of(kind).length > 0) return { ...rest, state: kind, reason: kind };
  return { ...rest, state: null, reason: '' };
}

/** Returns the amount of each cause. If a cause was reported with several amounts, the largest counts. */
export function amountsOfCauses(
  events: readonly Pick<OrderEvent, 'causeRef' | 'amountCents'>[],
): ReadonlyMap<string, number> {
  const largest = new Map<string, number>();
  for (const { causeRef, amountCents } of events)
    largest.set(causeRef, Math.max(amountCents, largest.get(causeRef) ?? 0));
  return largest;
}

const centsOfCauses = (events: readonly OrderEvent[]): number =>
  [...amountsOfCauses(events).values()].reduce((sum, cents) => sum + cents, 0);
