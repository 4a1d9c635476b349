import { and, asc, eq, gt, isNull, lt, lte, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { drawLeaves, draws, fairEpochs } from '#/server/platform/db/tables/fairness.ts';
import { leafOf } from './merkle.ts';

/**
 * Leaves of a day's tree that are hashed and stored as one subtree. Must be a power of two, or they would not form a
 * subtree.
 */
export const PART_LEAVES = 1024;

export interface DayLeaf {
  drawId: number;
  hash: string;
}

interface IdRange {
  /** The last draw before the range. */
  afterId: number;
  /** The last draw of the range. */
  lastId?: number;
}

/** Reads one part of the leaves of a closed day, in the order of the draws. */
export function dayLeaves(db: NodePgDatabase, day: string, range: IdRange): Promise<DayLeaf[]> {
  return leavesOf(db, range, eq(drawLeaves.day, day));
}

/** Reads one part of the draws before a time that are in no tree yet, as leaves in their order. */
export function unclosedLeaves(db: NodePgDatabase, before: Date, range: IdRange): Promise<DayLeaf[]> {
  return leavesOf(db, range, and(isNull(drawLeaves.drawId), lt(draws.createdAt, before)));
}

async function leavesOf(
  db: NodePgDatabase,
  { afterId, lastId = Number.MAX_SAFE_INTEGER }: IdRange,
  where: SQL | undefined,
): Promise<DayLeaf[]> {
  const rows = await db
    .select({ draw: draws, epochId: fairEpochs.publicId })
    .from(draws)
    .innerJoin(fairEpochs, eq(fairEpochs.id, draws.epochId))
    .leftJoin(drawLeaves, eq(drawLeaves.drawId, draws.id))
    .where(and(gt(draws.id, afterId), lte(draws.id, lastId), where))
    .orderBy(asc(draws.id))
    .limit(PART_LEAVES);
  return rows.map(({ draw, epochId }) => ({ drawId: draw.id, hash: leafOf({ ...draw, epochId }) }));
}
