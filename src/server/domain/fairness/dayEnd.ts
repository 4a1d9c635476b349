import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Deps } from '#/server/platform/kernel/deps.ts';

const DAY_MS = 24 * 3600 * 1000;
/**
 * Delay between the end of a day and its closing, so that rows committed around midnight are in the tree of their own
 * day.
 */
const SETTLE_MS = 10 * 60_000;

/** Returns the day (UTC) of a time, for example 2026-01-15. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Returns the end of a day, which is the beginning of the next one. */
export function endOf(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
}

/** Returns the earliest time at which a day may be closed. */
const closableAt = (day: string): Date => new Date(endOf(day).getTime() + SETTLE_MS);

interface DayCloser<Day> {
  findLastClosed: () => Promise<Day | undefined>;
  /** The time of the oldest row that is in no closed day. */
  findOldestOpen: (last: Day | undefined) => Promise<Date | undefined>;
  /** @returns false if the day cannot be closed yet */
  close: (day: string, last: Day | undefined) => Promise<boolean>;
}

/**
 * Closes the days that are over and have open rows, the oldest first. Rows that were committed after their day was closed
 * belong to the day after the last closed one.
 */
export async function closeEachDay<Day extends { day: string }>(
  deps: Pick<Deps, 'now' | 'stopping'>,
  { findLastClosed, findOldestOpen, close }: DayCloser<Day>,
): Promise<void> {
  while (!deps.stopping?.aborted) {
    const last = await findLastClosed();
    const oldest = await findOldestOpen(last);
    if (!oldest) return;
    const day = dayOf(last && oldest < endOf(last.day) ? endOf(last.day) : oldest);
    if (closableAt(day) > deps.now()) return;
    if (!(await close(day, last))) return;
  }
}

/**
 * Whether the day is over by the database's clock. If it is not, this server's clock is wrong, which is logged as an
 * error.
 */
export async function isOver(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'log' | 'now'>,
  day: string,
): Promise<boolean> {
  const { rows } = await tx.execute<{ is_over: boolean; database_time: Date }>(
    sql`SELECT ${closableAt(day)}::timestamptz <= now() AS is_over, now() AS database_time`,
  );
  const { is_over, database_time } = rows[0]!;
  if (!is_over)
    deps.log.error(
      { day, serverTime: deps.now(), databaseTime: database_time },
      "the clock of this server is ahead of the database's: a day that is not over was not closed",
    );
  return is_over;
}
