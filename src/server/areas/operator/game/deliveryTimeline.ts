import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { DeliveryHappening } from '#/contract/operator/deliveries.ts';
import { type DeliveryRow, saidFor } from '#/server/domain/deliveries/moveDelivery.ts';
import { audit } from '#/server/platform/db/tables/accounts.ts';
import { deliveryMoves } from '#/server/platform/db/tables/deliveries.ts';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';

/** Exceeds the duration of every transaction. */
const ONE_ACT_MS = 60_000;

/**
 * Lists the events of a delivery, the oldest first. A transition by an operator has their name. An act without an
 * immediate transition has a line of its own.
 */
export async function deliveryTimeline(db: NodePgDatabase, row: DeliveryRow): Promise<DeliveryHappening[]> {
  const moves = await db
    .select()
    .from(deliveryMoves)
    .where(eq(deliveryMoves.deliveryId, row.id))
    .orderBy(asc(deliveryMoves.version));
  const acts = await actsOf(db, row);
  const isOf = ({ entry }: Act, { createdAt, reason }: (typeof moves)[number]) =>
    entry.reason === reason && Math.abs(entry.createdAt.getTime() - createdAt.getTime()) < ONE_ACT_MS;
  const lines = moves.map((move, at): DeliveryHappening => {
    const act = move.actor === 'operator' ? acts.find((one) => isOf(one, move)) : undefined;
    return {
      kind: 'move',
      at: move.createdAt.toISOString(),
      from: move.fromState,
      to: move.toState,
      actor: move.actor,
      operator: act?.name ?? null,
      reason: move.reason,
      attempt: move.attempt,
      detail: saidFor(move, moves[at - 1]),
    };
  });
  const alone = acts.filter((act) => !moves.some((move) => move.actor === 'operator' && isOf(act, move)));
  return [...lines, ...alone.map(lineOf)].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

const lineOf = ({ entry, name }: Act): DeliveryHappening => ({
  kind: 'act',
  at: entry.createdAt.toISOString(),
  act: entry.event,
  operator: name,
  reason: entry.reason,
  before: entry.before,
  after: entry.after,
});

/**
 * Reads the acts of operators on the delivery in the browser, single and bulk ones. Acts in the shell are part of the
 * history.
 */
function actsOf(db: NodePgDatabase, { id }: DeliveryRow) {
  const byTarget = and(eq(audit.targetType, 'delivery'), eq(audit.targetId, String(id)));
  const amongOthers = and(
    sql`${audit.event} = 'deliveriesDecided'`,
    sql`(${audit.after} -> 'numbers') @> ${JSON.stringify([id])}::jsonb`,
  );
  return db
    .select({ entry: audit, name: operators.name })
    .from(audit)
    .leftJoin(operators, eq(operators.id, audit.operatorId))
    .where(or(byTarget, amongOthers))
    .orderBy(asc(audit.id));
}
type Act = Awaited<ReturnType<typeof actsOf>>[number];
