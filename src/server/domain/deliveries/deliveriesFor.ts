import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { deliveries, deliveryMoves } from '#/server/platform/db/tables/deliveries.ts';

/**
 * Endings that tell deliveries of one code in one round apart. The first has none. There are several if an operator
 * called a revoke off, and the next refund takes more than one delivery.
 */
const REF_ENDS = ['', ':x2', ':x3', ':x4'];

/** Lists the references that deliveries of one round may have. */
export const refsOfRound = (refId: string): string[] => REF_ENDS.map((end) => `${refId}${end}`);

/** The id under which goods of an order are granted: the order's id the first time, then the id with a number. */
export const refOfRound = (orderId: number, round: number): string =>
  round === 1 ? String(orderId) : `${orderId}:${round}`;

/**
 * SQL array: the ids under which goods of the orders `o` that a condition names were granted. The first time it is the
 * order's id, and for each restoration the id with a number. It is an array, because the planner takes a subquery for
 * thousands of ids and then reads whole tables.
 */
export const refsOfOrdersWhere = (which: SQL): SQL => sql`ARRAY(
  SELECT CASE round WHEN 1 THEN o.id::text ELSE o.id || ':' || round END || ending FROM orders o
  CROSS JOIN generate_series(1, (SELECT count(*) FROM order_moves m
    WHERE m.order_id = o.id AND m.to_state = 'granted')) round
  CROSS JOIN unnest(${sql.param(REF_ENDS)}::text[]) ending
  WHERE ${which})`;

/** SQL condition: the deliveries of the orders `o` that a condition names. */
export const ofOrdersWhere = (which: SQL): SQL =>
  and(
    eq(deliveries.reason, 'order'),
    eq(deliveries.refType, 'order'),
    sql`${deliveries.refId} = ANY(${refsOfOrdersWhere(which)})`,
  )!;

/** SQL condition: the deliveries of these orders. */
export const ofOrders = (orderIds: readonly number[]): SQL =>
  ofOrdersWhere(sql`o.id = ANY(${sql.param([...orderIds])}::bigint[])`);

/** Reads the deliveries of these orders, the oldest first. */
export async function deliveriesFor(db: NodePgDatabase, orderIds: readonly number[]) {
  if (orderIds.length === 0) return [];
  return db.select().from(deliveries).where(ofOrders(orderIds)).orderBy(asc(deliveries.id));
}

/** A move of a delivery. */
export interface MovedDelivery {
  delivery: typeof deliveries.$inferSelect;
  move: typeof deliveryMoves.$inferSelect;
}

/** Reads the deliveries of an order with their moves: the oldest delivery first, and in it the oldest move. */
export const movedDeliveriesFor = (db: NodePgDatabase, orderId: number): Promise<MovedDelivery[]> =>
  db
    .select({ delivery: deliveries, move: deliveryMoves })
    .from(deliveries)
    .innerJoin(deliveryMoves, eq(deliveryMoves.deliveryId, deliveries.id))
    .where(ofOrders([orderId]))
    .orderBy(asc(deliveries.id), asc(deliveryMoves.version));

/** Returns the order id of such a delivery. */
export const orderIdOf = ({ refId }: { refId: string }): number => Number(refId.split(':', 1)[0]);

/** The newest round of the order that caused a delivery, and whether its money is back. Undefined for other causes. */
export async function roundOf(
  tx: NodePgDatabase,
  { refType, refId }: { refType: string; refId: string },
): Promise<{ refId: string; isMoneyBack: boolean } | undefined> {
  if (refType !== 'order') return undefined;
  const orderId = orderIdOf({ refId });
  const { rows } = await tx.execute<{ rounds: number; isMoneyBack: boolean }>(sql`
    SELECT (SELECT count(*) FROM order_moves WHERE order_id = o.id AND to_state = 'granted')::int AS rounds,
      taken IS NOT NULL AS "isMoneyBack" FROM orders o WHERE id = ${orderId}`);
  const [found] = rows;
  return found && { refId: refOfRound(orderId, found.rounds), isMoneyBack: found.isMoneyBack };
}

/**
 * Finds a reference for each new delivery that no other one of its round has.
 * @returns the references, in the same order
 */
export async function freeRefs(
  tx: NodePgDatabase,
  kind: 'give' | 'revoke',
  written: readonly { reason: string; refType: string; refId: string; code: string }[],
): Promise<string[]> {
  if (written.length === 0) return [];
  const allOf = (field: 'reason' | 'refType') => [...new Set(written.map((each) => each[field]))];
  const known = await tx
    .select({
      reason: deliveries.reason,
      refType: deliveries.refType,
      refId: deliveries.refId,
      code: deliveries.code,
    })
    .from(deliveries)
    .where(
      and(
        inArray(deliveries.reason, allOf('reason')),
        inArray(deliveries.refType, allOf('refType')),
        inArray(
          deliveries.refId,
          written.flatMap(({ refId }) => refsOfRound(refId)),
        ),
        eq(deliveries.kind, kind),
      ),
    );
  const nameOf = ({ reason, refType, refId, code }: (typeof known)[number]) =>
    JSON.stringify([reason, refType, refId, code]);
  const taken = new Set(known.map(nameOf));
  return written.map(({ reason, refType, refId: round, code }) => {
    const free = refsOfRound(round).find((refId) => !taken.has(nameOf({ reason, refType, refId, code })));
    if (free === undefined)
      throw new Error(`a round of ${refType} ${round} has too many deliveries of ${code}`);
    taken.add(nameOf({ reason, refType, refId: free, code }));
    return free;
  });
}
