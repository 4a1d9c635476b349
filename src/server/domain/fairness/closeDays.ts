import { and, desc, eq, gt, gte, isNull, lte, min, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { dayRoot } from '#/contract/fair.ts';
import { type DayLeaf, PART_LEAVES, unclosedLeaves } from './dayDraws.ts';
import { closeEachDay, endOf, isOver } from './dayEnd.ts';
import { drawDayParts, drawDays, drawLeaves, draws } from '#/server/platform/db/tables/fairness.ts';
import { settledId } from '#/server/platform/db/settledId.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { rootOf } from './merkle.ts';

type ClosedDay = Pick<typeof drawDays.$inferSelect, 'day' | 'root' | 'settledDrawId'>;
/** Settled id before the first closed day, when no draw is in a tree. */
const NONE_SETTLED = 0;

/**
 * Closes the days that are over, the oldest first: each gets a tree over its draws and the root of the day before
 * (PF1). A draw is in the first tree that is closed after its commit, and never in a tree of a day before its own. A
 * day that was closed too early loses no draws, because its later draws are in the next tree. The job may run twice
 * at once and be cut short.
 */
export async function closeDays(deps: Deps): Promise<void> {
  await closeEachDay(deps, {
    findLastClosed: () => lastClosed(deps.db),
    findOldestOpen: (last) => oldestUnclosed(deps.db, last),
    close: (day, last) => closeDay(deps, day, last),
  });
}

async function lastClosed(db: NodePgDatabase): Promise<ClosedDay | undefined> {
  const [last] = await db.select().from(drawDays).orderBy(desc(drawDays.day)).limit(1);
  return last;
}

/** SQL condition for draws that are in no tree. */
const unclosedDraws = (last: ClosedDay | undefined) =>
  and(gt(draws.id, last?.settledDrawId ?? NONE_SETTLED), isNull(drawLeaves.drawId));

/** Finds the time of the oldest draw that is in no tree. */
async function oldestUnclosed(db: NodePgDatabase, last: ClosedDay | undefined): Promise<Date | undefined> {
  const [found] = await db
    .select({ at: min(draws.createdAt) })
    .from(draws)
    .leftJoin(drawLeaves, eq(drawLeaves.drawId, draws.id))
    .where(unclosedDraws(last));
  return found?.at ?? undefined;
}

/** @returns false if the day cannot be closed yet */
async function closeDay(deps: Deps, day: string, last: ClosedDay | undefined): Promise<boolean> {
  const lastId = await settledId(deps.pool, 'draws');
  if (lastId === undefined) return false;
  const parts = await partsOf(deps.db, day, last, lastId);
  // another server has closed the day meanwhile
  if (parts.length === 0) return true;
  const partRows = parts.map(({ root, leaves }, part) => ({
    day,
    part,
    firstDrawId: leaves[0]!.drawId,
    lastDrawId: leaves.at(-1)!.drawId,
    root,
  }));
  const count = parts.reduce((sum, { leaves }) => sum + leaves.length, 0);
  const treeRoot = rootOf(parts.map(({ root }) => root));
  const previousRoot = last?.root ?? null;
  const closed: typeof drawDays.$inferInsert = {
    day,
    draws: count,
    root: dayRoot({ day, draws: count, previousRoot, treeRoot }),
    previousRoot,
    treeRoot,
    settledDrawId: await settledBy(deps.db, day, last, lastId),
    createdAt: deps.now(),
  };
  return withTx(deps.pool, async (tx) => {
    if (!(await isOver(tx, deps, day))) return false;
    // unique by the day and by the root before it, so that only one server can continue the chain
    const written = await tx.insert(drawDays).values(closed).onConflictDoNothing();
    if (written.rowCount !== 1) return true;
    await tx.insert(drawDayParts).values(partRows);
    for (const { leaves } of parts) await writeLeaves(tx, day, leaves);
    return true;
  });
}

async function partsOf(
  db: NodePgDatabase,
  day: string,
  last: ClosedDay | undefined,
  lastId: number,
): Promise<{ root: string; leaves: DayLeaf[] }[]> {
  const parts: { root: string; leaves: DayLeaf[] }[] = [];
  let afterId = last?.settledDrawId ?? NONE_SETTLED;
  for (;;) {
    // each part is read by its own query: draws never change, and no new one appears up to `lastId`
    const leaves = await unclosedLeaves(db, endOf(day), { afterId, lastId });
    if (leaves.length === 0) return parts;
    parts.push({ root: rootOf(leaves.map(({ hash }) => hash)), leaves });
    if (leaves.length < PART_LEAVES) return parts;
    afterId = leaves.at(-1)!.drawId;
  }
}

/**
 * Returns the id up to which all draws are in a tree after this day is closed. Draws of later days may have smaller
 * ids.
 */
async function settledBy(
  db: NodePgDatabase,
  day: string,
  last: ClosedDay | undefined,
  lastId: number,
): Promise<number> {
  const whereLater = and(lte(draws.id, lastId), gte(draws.createdAt, endOf(day)));
  const [rest] = await db
    .select({ firstId: min(draws.id) })
    .from(draws)
    .leftJoin(drawLeaves, eq(drawLeaves.drawId, draws.id))
    .where(and(unclosedDraws(last), whereLater));
  return rest?.firstId ? rest.firstId - 1 : lastId;
}

async function writeLeaves(tx: NodePgDatabase, day: string, leaves: readonly DayLeaf[]): Promise<void> {
  const ids = sql.param(leaves.map(({ drawId }) => drawId));
  await tx.execute(
    sql`INSERT INTO draw_leaves (draw_id, day) SELECT id, ${day}::date FROM unnest(${ids}::bigint[]) AS leaf(id)`,
  );
}
