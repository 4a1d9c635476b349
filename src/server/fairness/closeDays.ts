import { and, desc, eq, gt, gte, min } from 'drizzle-orm';
import { dayRoot } from '#/contract/fair.ts';
import { dayBounds, dayLeaves, dayOf, PART_LEAVES } from '../dayDraws.ts';
import { drawDayParts, drawDays, draws } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { rootOf } from '../merkle.ts';

/** So long after its end a day has all its draws: no transaction lives half a minute, and clocks differ by less. */
const SETTLE_MS = 10 * 60_000;

interface ClosedDay {
  day: string;
  root: string;
  firstDrawId: number;
}

/**
 * Fixes the draws of the days that are over, each by a tree over them and the root of the day before (PF1), the oldest first. Whoever does it
 * computes the same, so two at once write it once, and one that was cut short is done again.
 */
export async function closeDays(deps: Deps): Promise<void> {
  for (;;) {
    const last = await lastClosed(deps);
    const day = await nextDay(deps, last);
    if (!day || dayBounds(day).end.getTime() + SETTLE_MS > deps.now().getTime()) return;
    await closeDay(deps, day, last);
  }
}

async function lastClosed({ db }: Deps): Promise<ClosedDay | undefined> {
  const [last] = await db
    .select({ day: drawDays.day, root: drawDays.root, firstDrawId: drawDayParts.firstDrawId })
    .from(drawDays)
    .innerJoin(drawDayParts, and(eq(drawDayParts.day, drawDays.day), eq(drawDayParts.part, 0)))
    .orderBy(desc(drawDays.day))
    .limit(1);
  return last;
}

/** At midnight the draws of two days may be mixed; on a quiet day so many of the next one may even come before its first. */
const MIXED_DRAWS = 10_000;
const startOf = (last: ClosedDay | undefined) => Math.max(0, (last?.firstDrawId ?? 0) - MIXED_DRAWS);

async function nextDay({ db }: Deps, last: ClosedDay | undefined): Promise<string | undefined> {
  const isLater = last && gte(draws.createdAt, dayBounds(last.day).end);
  const [found] = await db
    .select({ at: min(draws.createdAt) })
    .from(draws)
    .where(and(gt(draws.id, startOf(last)), isLater));
  return found?.at ? dayOf(found.at) : undefined;
}

async function closeDay(deps: Deps, day: string, last: ClosedDay | undefined): Promise<void> {
  const parts: (typeof drawDayParts.$inferInsert)[] = [];
  let count = 0;
  for (let afterId = startOf(last); ;) {
    // each read by itself: draws are never changed, and of this day none comes any more
    const leaves = await dayLeaves(deps.db, day, { afterId });
    const [first, end] = [leaves.at(0), leaves.at(-1)];
    if (!first || !end) break;
    const root = rootOf(leaves.map(({ hash }) => hash));
    parts.push({ day, part: parts.length, firstDrawId: first.drawId, lastDrawId: end.drawId, root });
    count += leaves.length;
    afterId = end.drawId;
    if (leaves.length < PART_LEAVES) break;
  }
  const treeRoot = rootOf(parts.map((part) => part.root));
  const previousRoot = last?.root ?? null;
  const root = dayRoot({ day, draws: count, previousRoot, treeRoot });
  await withTx(deps.pool, async (tx) => {
    const written = await tx
      .insert(drawDays)
      .values({ day, draws: count, root, previousRoot, treeRoot, createdAt: deps.now() })
      .onConflictDoNothing();
    if (written.rowCount === 1) await tx.insert(drawDayParts).values(parts);
  });
}
