import { and, asc, eq, gt, gte, lt, lte } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { draws, fairEpochs } from './db/schema.ts';
import { leafOf } from './merkle.ts';

/** Leaves of a day's tree that are kept as one whole subtree. A power of two, or they would be none. */
export const PART_LEAVES = 1024;

const DAY_MS = 24 * 3600 * 1000;

export interface DayLeaf {
  drawId: number;
  hash: string;
}

/** The day (UTC) of a moment, as 2026-01-15. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** When a day begins and when the next one does. */
export function dayBounds(day: string): { begin: Date; end: Date } {
  const begin = new Date(`${day}T00:00:00Z`);
  return { begin, end: new Date(begin.getTime() + DAY_MS) };
}

/**
 * Draws of a day in the order they were drawn, as leaves of its tree: at most a part of them.
 * @param afterId the last draw before them
 * @param lastId the last one that may be among them
 */
export async function dayLeaves(
  db: NodePgDatabase,
  day: string,
  { afterId, lastId = Number.MAX_SAFE_INTEGER }: { afterId: number; lastId?: number },
): Promise<DayLeaf[]> {
  const { begin, end } = dayBounds(day);
  const isOfDay = and(gte(draws.createdAt, begin), lt(draws.createdAt, end));
  const rows = await db
    .select({ draw: draws, epochId: fairEpochs.publicId })
    .from(draws)
    .innerJoin(fairEpochs, eq(fairEpochs.id, draws.epochId))
    .where(and(gt(draws.id, afterId), lte(draws.id, lastId), isOfDay))
    .orderBy(asc(draws.id))
    .limit(PART_LEAVES);
  return rows.map(({ draw, epochId }) => ({ drawId: draw.id, hash: leafOf({ ...draw, epochId }) }));
}
