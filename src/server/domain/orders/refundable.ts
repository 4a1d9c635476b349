import type { OrderRow } from './moveOrder.ts';
import { keptCents, ofPayment, type OrderPayment, type StoredEvent } from './orderPayments.ts';
import { type RefundRequest, underWayCents } from './refundRequests.ts';

/** What may still be refunded of a payment, and what is on its way back. */
export function refundable(
  order: OrderRow,
  payment: OrderPayment,
  { payments, events, requests }: Paid,
): { leftCents: number; underWay: number } {
  const underWay = underWayCents(requests, payment);
  const isCurrent = payment === payments[0];
  const mayBeRefunded = !isCurrent || order.state === 'granted' || order.state === 'review';
  const here = isCurrent ? order.totalCents - order.refundedCents : keptCents(ofPayment(events, payment));
  return { leftCents: mayBeRefunded ? Math.max(0, here - underWay) : 0, underWay };
}

interface Paid {
  /** The current one first. */
  payments: readonly OrderPayment[];
  events: readonly StoredEvent[];
  requests: readonly RefundRequest[];
}
