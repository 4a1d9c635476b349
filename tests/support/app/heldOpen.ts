import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { HOUSE_PARTS } from '#/server/platform/db/tables/ledger.ts';
import { withTx } from '#/server/platform/db/tx.ts';

/** Runs work in a transaction, and what it returns outside of it, before the transaction commits. */
export async function heldOpen(
  pool: pg.Pool,
  work: (tx: NodePgDatabase) => Promise<() => Promise<unknown>>,
): Promise<void> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  let held: Promise<unknown> | undefined;
  const beside = new Promise<() => Promise<unknown>>((resolve, reject) => {
    held = withTx(pool, async (tx) => {
      resolve(await work(tx));
      await isReleased;
    });
    held.catch(reject);
  });
  try {
    await (
      await beside
    )();
  } finally {
    release();
    await held;
  }
}

/** The part of the house accounts that a transaction uses. */
async function partOf(tx: NodePgDatabase): Promise<number> {
  const { rows } = await tx.execute<{ part: string }>(
    sql`SELECT pg_current_xact_id()::text::bigint % ${sql.raw(String(HOUSE_PARTS))} AS part`,
  );
  return Number(rows[0]!.part);
}

/** Runs work in a transaction that uses other parts of the house accounts than one that is open. */
export async function withOtherPart<T>(
  pool: pg.Pool,
  open: NodePgDatabase,
  work: (tx: NodePgDatabase) => Promise<T>,
): Promise<T> {
  const taken = await partOf(open);
  for (;;) {
    const done = await withTx(pool, async (tx) =>
      (await partOf(tx)) === taken ? undefined : { result: await work(tx) },
    );
    if (done) return done.result;
  }
}
