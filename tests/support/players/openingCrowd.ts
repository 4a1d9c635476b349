import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { brokenInvariants, differingDraws } from '#/server/domain/books/invariants.ts';
import { createPlayer, open, type Player } from '../app/factories.ts';
import { heldOpen } from '../app/heldOpen.ts';
import type { TestApp } from '../app/testApp.ts';

export async function playersWith(
  { deps }: TestApp,
  count: number,
  stock: Record<number, number>,
): Promise<Player[]> {
  const players = [];
  for (let made = 0; made < count; made++) players.push(await createPlayer(deps, stock));
  return players;
}

/** Waits until this many openings wait for a lock of another transaction. */
export const untilWaiting = ({ pool }: TestApp, count: number): Promise<void> =>
  vi.waitFor(async () => {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%case_lots%'`,
    );
    expect(rows[0]?.count).toBe(count);
  });

/**
 * Makes openings while that of another player waits for a lock, so that they share transactions. They are answered
 * while that one still waits.
 * @param on the server that opens
 */
export async function openInCrowd<T>(app: TestApp, openings: () => Promise<T>, on = app): Promise<T> {
  const held = await createPlayer(app.deps, { 1: 1 });
  let result: Promise<T> | undefined;
  let heldReply: ReturnType<typeof open> | undefined;
  await heldOpen(app.pool, async (tx) => {
    await tx.execute(sql`SELECT FROM case_lots WHERE account_id = ${held.accountId} FOR UPDATE`);
    return async () => {
      heldReply = open(on, held, { case_id: 1 });
      await untilWaiting(app, 1);
      result = openings();
      await result;
    };
  });
  expect((await heldReply)?.statusCode).toBe(200);
  return result!;
}

/** Counts the transactions in which these players won their prizes. */
export async function transactionsOf({ pool }: TestApp, players: readonly Player[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(DISTINCT xmin::text)::int FROM coupons WHERE account_id = ANY($1)',
    [players.map(({ accountId }) => accountId)],
  );
  return rows[0]!.count;
}

/** Expects that books and draws are right, and that no key is claimed without an answer. */
export async function expectWhole({ pool, deps }: TestApp): Promise<void> {
  expect(await brokenInvariants(pool)).toEqual({});
  expect(await differingDraws(pool, deps.secretKey)).toEqual([]);
  const { rows } = await pool.query('SELECT key FROM idempotency WHERE status IS NULL');
  expect(rows).toEqual([]);
}
