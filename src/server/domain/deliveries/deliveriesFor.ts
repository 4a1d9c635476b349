import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';

/**
 * SQL condition: the deliveries of the orders `o` that a condition names. Their goods were granted under the order's id, and
 * for each restoration under the id with a number. The ids are an array, because the planner takes a subquery for thousands
 * of ids and then reads the whole table.
 */
export const isOfOrdersWhere = (which: SQL): SQL =>
  and(
    eq(deliveries.reason, 'order'),
    eq(deliveries.refType, 'order'),
    sql`${deliveries.refId} = ANY(ARRAY(
      SELECT CASE round WHEN 1 THEN o.id::text ELSE o.id || ':' || round END FROM orders o
      CROSS JOIN generate_series(1, (SELECT count(*) FROM order_moves m
        WHERE m.order_id = o.id AND m.to_state = 'granted')) round
      WHERE ${which}))`,
  )!;

/** SQL condition: the deliveries of these orders. */
export const isOfOrders = (orderIds: readonly number[]): SQL =>
  isOfOrdersWhere(sql`o.id = ANY(${sql.param([...orderIds])}::bigint[])`);

/** Reads the deliveries of these orders, the oldest first. */
export async function deliveriesFor(db: NodePgDatabase, orderIds: readonly number[]) {
  if (orderIds.length === 0) return [];
  return db.select().from(deliveries).where(isOfOrders(orderIds)).orderBy(asc(deliveries.id));
}

/** Returns the order id of such a delivery. */
export const orderIdOf = ({ refId }: { refId: string }): number => Number(refId.split(':', 1)[0]);
