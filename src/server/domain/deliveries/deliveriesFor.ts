import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';

/**
 * SQL: the ids under which the goods of orders `o` were granted: the order's id, and for each restoration the id with
 * a number.
 */
export const refsOfOrdersWhere = (
  which: SQL,
): SQL => sql`(SELECT CASE round WHEN 1 THEN o.id::text ELSE o.id || ':' || round END FROM orders o
    CROSS JOIN generate_series(1, (SELECT count(*) FROM order_moves m
      WHERE m.order_id = o.id AND m.to_state = 'granted')) round
    WHERE ${which})`;

export const refsOfOrders = (orderIds: readonly number[]): SQL =>
  refsOfOrdersWhere(sql`o.id = ANY(${sql.param([...orderIds])}::bigint[])`);

/** Reads the deliveries of these orders, the oldest first. */
export async function deliveriesFor(db: NodePgDatabase, orderIds: readonly number[]) {
  if (orderIds.length === 0) return [];
  return db
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.reason, 'order'),
        eq(deliveries.refType, 'order'),
        inArray(deliveries.refId, refsOfOrders(orderIds)),
      ),
    )
    .orderBy(asc(deliveries.id));
}

/** Returns the order id of such a delivery. */
export const orderIdOf = ({ refId }: { refId: string }): number => Number(refId.split(':', 1)[0]);
