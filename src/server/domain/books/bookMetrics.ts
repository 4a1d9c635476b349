import type { Registry } from 'prom-client';
import { and, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { databaseGauge } from '#/server/platform/watch/databaseGauge.ts';
import { bookChecks } from '#/server/platform/db/tables/site/background.ts';
import { books } from './books.ts';

/** Metrics of the books. They are read from the database, so every process shows the same. */
export function bookMetrics(register: Registry, db: NodePgDatabase): void {
  // rows of books that were renamed or removed are skipped
  const ofKnownBook = inArray(bookChecks.name, [...books.keys()]);
  databaseGauge(
    register,
    {
      name: 'books_broken_rows',
      help: 'Rows that break a book, of those that no operator has accepted; anything but 0 is an alarm',
      labelNames: ['book'],
    },
    async () => {
      const whereBroken = and(ofKnownBook, gt(bookChecks.violations, bookChecks.accepted));
      const rows = await db.select().from(bookChecks).where(whereBroken);
      return rows.map(({ name, violations }) => ({ labels: { book: name }, value: violations }));
    },
  );
  databaseGauge(
    register,
    {
      name: 'books_failed_checks',
      help: 'Books whose last check failed, so that nobody knows whether they balance',
    },
    () => db.$count(bookChecks, and(ofKnownBook, isNotNull(bookChecks.lastError))),
  );
  databaseGauge(
    register,
    {
      name: 'books_oldest_pass_seconds',
      help: 'Age of the last whole check of the book that waits longest, of those that had one; -1 before the first one',
    },
    async () => {
      const { rows } = await db.execute<{ seconds: number }>(sql`
        SELECT coalesce(extract(epoch FROM clock_timestamp() - min(whole_at))::int, -1) AS seconds
        FROM ${bookChecks} WHERE ${ofKnownBook}`);
      return rows[0]?.seconds ?? -1;
    },
  );
}
