import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { bookChecks } from '#/server/platform/db/tables/site/background.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { errorLine } from '#/server/platform/kernel/logging.ts';
import { type BookRow, nextBook, pauseLeftMs } from './nextBook.ts';
import { type Book, books } from './books.ts';
import { partsStoppedBy } from '#/server/platform/kernel/stops.ts';

export type BooksDeps = Pick<Deps, 'pool' | 'db' | 'log' | 'secretKey' | 'stopping'>;

/** Time limit of a run, so that it ends before the next one is due. */
const TURN_MS = 20_000;

/**
 * Checks the books that are due, one query at a time, with pauses that keep the load at a twentieth of one connection.
 * A broken book is logged as an error, and every process stops the parts it concerns (`BookStops`).
 * @param pauseFactor each pause is this many times as long as the check before it; tests give 0
 */
export async function checkBooks(deps: BooksDeps, pauseFactor?: number): Promise<void> {
  const { stopping } = deps;
  const endsAt = performance.now() + TURN_MS;
  for (;;) {
    const { rows, now } = await readBooks(deps);
    const pauseMs = pauseLeftMs(rows, now, pauseFactor);
    const book = nextBook(rows, now);
    if (!book || performance.now() + pauseMs >= endsAt) return;
    await sleep(pauseMs, undefined, stopping && { signal: stopping }).catch(() => {});
    if (stopping?.aborted) return;
    await checkSlice(deps, book);
  }
}

/** Checks one book from its first row to its last, without pauses. */
export async function checkWhole(deps: BooksDeps, name: string): Promise<BookRow> {
  await deps.db.update(bookChecks).set({ sliceAfter: 0, found: 0 }).where(eq(bookChecks.name, name));
  for (;;) {
    const { rows } = await readBooks(deps);
    const row = await checkSlice(
      deps,
      rows.find((each) => each.name === name)!,
    );
    if (row.sliceAfter === 0) return row;
  }
}

/** Reads the state of every book, and the database's time. */
export async function readBooks({ db }: Pick<Deps, 'db'>): Promise<{ rows: BookRow[]; now: Date }> {
  await db
    .insert(bookChecks)
    .values([...books.keys()].map((name) => ({ name })))
    .onConflictDoNothing();
  const rows = await db.select({ row: bookChecks, now: sql<Date>`clock_timestamp()` }).from(bookChecks);
  return {
    rows: rows.flatMap(({ row }) => (books.has(row.name) ? [row] : [])),
    now: new Date(rows[0]!.now),
  };
}

/** Checks the next slice of a book and stores the result. */
async function checkSlice(deps: BooksDeps, row: BookRow): Promise<BookRow> {
  const startedAt = performance.now();
  const outcome = await count(deps, row).catch((error: unknown) => errorLine(error));
  const durationMs = Math.ceil(performance.now() - startedAt);
  const checked = { checkedAt: sql`clock_timestamp()`, durationMs };
  if (typeof outcome === 'string') {
    deps.log.error({ book: row.name, reason: outcome }, 'a book could not be checked');
    return save(deps, row.name, { ...checked, lastError: outcome, sliceAfter: 0, found: 0 });
  }
  const { isLast, nextAfter } = outcome;
  const found = row.found + outcome.violations;
  const violations = isLast ? found : Math.max(found, row.violations);
  tell(deps, row, violations);
  return save(deps, row.name, {
    ...checked,
    // kept until a whole pass succeeds, because a slice in the middle may fail each time
    lastError: isLast ? null : row.lastError,
    sliceAfter: isLast ? 0 : nextAfter,
    found: isLast ? 0 : found,
    violations,
    // when a book balances again, its accepted rows are forgotten, so that a later break stops the parts again
    accepted: Math.min(row.accepted, violations),
    brokenSince: violations === 0 ? null : (row.brokenSince ?? sql`clock_timestamp()`),
    ...(isLast && { wholeAt: sql`clock_timestamp()` }),
  });
}

async function save(
  { db }: BooksDeps,
  name: string,
  values: Parameters<ReturnType<Deps['db']['update']>['set']>[0],
): Promise<BookRow> {
  const [saved] = await db.update(bookChecks).set(values).where(eq(bookChecks.name, name)).returning();
  return saved!;
}

function tell({ log }: BooksDeps, { name, violations: before, accepted }: BookRow, violations: number): void {
  if (violations > Math.max(before, accepted))
    log.error({ book: name, violations, stopped: partsStoppedBy(name) }, 'a book does not balance');
  if (violations === 0 && before > 0) log.warn({ book: name }, 'a book balances again');
}

interface Counted {
  violations: number;
  /** Whether no rows follow this slice. */
  isLast: boolean;
  nextAfter: number;
}

/** Counts the broken rows of a slice. Rows that a second query in another snapshot does not report are not counted. */
async function count(deps: BooksDeps, { name, sliceAfter }: BookRow): Promise<Counted> {
  const book = books.get(name)!;
  const first = await look(deps, book, sliceAfter);
  if (first.violations === 0) return first;
  const second = await look(deps, book, sliceAfter);
  return { ...second, violations: Math.min(first.violations, second.violations) };
}

async function look({ pool, secretKey }: BooksDeps, book: Book, after: number): Promise<Counted> {
  return withTx(pool, async (_tx, client) => {
    await client.query('SET TRANSACTION READ ONLY');
    await client.query('SET LOCAL max_parallel_workers_per_gather = 0');
    const nextAfter = after + book.sliceIds;
    const violations = await book.count(client, { after, to: nextAfter }, secretKey);
    if (!book.table) return { violations, isLast: true, nextAfter };
    // goes on at the next row: a restored database leaves out millions of numbers (`advanceNumbers`)
    const { rows } = await client.query<{ next: string | null }>(
      `SELECT min(id) AS next FROM ${book.table} WHERE id > $1`,
      [nextAfter],
    );
    const next = rows[0]!.next;
    return { violations, isLast: next === null, nextAfter: next === null ? nextAfter : Number(next) - 1 };
  });
}
