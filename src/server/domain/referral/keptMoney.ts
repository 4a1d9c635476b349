import { sql } from 'drizzle-orm';
import type { orders } from '#/server/platform/db/tables/orders.ts';

/** What the money of an order consists of. */
export type OrderMoney = Pick<typeof orders.$inferSelect, 'totalCents' | 'missingCents' | 'refundedCents'>;

/** Cents of an order's total that came. It is less than the total if an operator accepted an underpaid order. */
export const cameOfOrder = ({ totalCents, missingCents }: Omit<OrderMoney, 'refundedCents'>): number =>
  totalCents - missingCents;

/** Cents of an order's total that came and did not go back. */
export const keptOfOrder = (order: OrderMoney): number => cameOfOrder(order) - order.refundedCents;

/** `cameOfOrder` as an SQL expression on the row `o` of orders. */
export const CAME_CENTS = sql`(o.total_cents - o.missing_cents)`;

/** `keptOfOrder` as an SQL expression on the row `o` of orders. */
export const KEPT_CENTS = sql`(${CAME_CENTS} - o.refunded_cents)`;
