import type { bookChecks } from '#/server/platform/db/tables/site/background.ts';

export type BookRow = typeof bookChecks.$inferSelect;

/** A book that balanced is checked again after this time; a broken one earlier. */
const PASS_EVERY_MS = 10 * 60_000;
const BROKEN_EVERY_MS = 60_000;
/** A check is followed by a pause of this many times its duration, so that checks take a twentieth of the time. */
const PAUSE_FACTOR = 19;

/** Finds the slice or whole book that is due next. @param now by the database's clock */
export function nextBook(rows: readonly BookRow[], now: Date): BookRow | undefined {
  const due = rows.filter((row) => isDue(row, now));
  return due.toSorted((a, b) => timeOf(a.checkedAt) - timeOf(b.checkedAt))[0];
}

/**
 * Returns how long to wait before the next check, in ms.
 * @param factor the pause after a check is this many times as long as the check
 */
export function pauseLeftMs(rows: readonly BookRow[], now: Date, factor = PAUSE_FACTOR): number {
  const last = rows.toSorted((a, b) => timeOf(b.checkedAt) - timeOf(a.checkedAt))[0];
  if (!last?.checkedAt) return 0;
  return Math.max(0, last.checkedAt.getTime() + factor * last.durationMs - now.getTime());
}

const timeOf = (time: Date | null) => time?.getTime() ?? 0;

function isDue({ sliceAfter, wholeAt, violations, checkedAt, lastError }: BookRow, now: Date): boolean {
  // a book whose check failed waits before its next pass, so that it does not delay the others
  if (lastError !== null && sliceAfter === 0) return timeOf(checkedAt) + PASS_EVERY_MS <= now.getTime();
  if (sliceAfter > 0 || !wholeAt) return true;
  return wholeAt.getTime() + (violations > 0 ? BROKEN_EVERY_MS : PASS_EVERY_MS) <= now.getTime();
}
