import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { COINS_A_PAYMENT, COINS_A_PIECE } from './acts.ts';
import { type Customer, START_COINS } from './customers.ts';

/** What the database has, compared with what customers were told. */
export interface Settlement {
  /** Effects that were acknowledged and that the database must have. */
  effects: number;
  lost: string[];
  doubled: string[];
  /** Rows that break an invariant of the books. */
  broken: Record<string, number>;
}

/** Compares the database with what was acknowledged, once everything that was paid has arrived. */
export async function settle(databaseUrl: string, customers: readonly Customer[]): Promise<Settlement> {
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  try {
    await hearEverything(pool);
    const found: Settlement = { effects: 0, lost: [], doubled: [], broken: {} };
    for (const customer of customers) await compare(pool, customer, found);
    found.broken = await brokenInvariants(pool);
    return found;
  } finally {
    await pool.end();
  }
}

/** Ends the waits before the next try of what failed while the database was away. */
async function hearEverything(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT ((SELECT count(*) FROM sandbox_webhooks WHERE sent_at IS NULL)
        + (SELECT count(*) FROM payment_events WHERE processed_at IS NULL))::int AS count`,
    );
    if (rows[0]!.count === 0) return;
    await pool.query('UPDATE sandbox_webhooks SET run_at = now() WHERE sent_at IS NULL AND run_at > now()');
    await pool.query(
      'UPDATE payment_events SET run_at = now() WHERE processed_at IS NULL AND run_at > now()',
    );
    await sleep(500);
  }
}

async function compare(pool: Pool, customer: Customer, found: Settlement): Promise<void> {
  const { player, bought, opened, exchanged, paid, tokens } = customer;
  const { accountId } = player;
  const list = async (text: string) => {
    const { rows } = await pool.query<{ id: string }>(text, [accountId]);
    return rows.map(({ id }) => id);
  };
  const same = (what: string, told: readonly string[], stored: readonly string[]) => {
    const has = new Set(stored);
    found.effects += told.length;
    found.lost.push(...told.filter((id) => !has.has(id)).map((id) => `${what} ${id}`));
    const knows = new Set(told);
    found.doubled.push(...stored.filter((id) => !knows.has(id)).map((id) => `${what} ${id}`));
    if (knows.size < told.length) found.doubled.push(`${what}: two keys had one effect`);
  };
  const orders = `SELECT public_id AS id FROM orders WHERE account_id = $1 AND state = 'granted'`;
  same('order', [...bought.values(), ...paid], await list(orders));
  const coupons = [...opened.values()].map(({ id }) => String(id));
  same('opening', coupons, await list('SELECT id FROM coupons WHERE account_id = $1'));
  const converted = `SELECT id FROM coupons WHERE account_id = $1 AND state = 'converted'`;
  same(
    'exchange',
    [...exchanged.values()].map(({ coupon }) => String(coupon)),
    await list(converted),
  );
  const sessions = new Set(
    await list(`SELECT encode(token_hash, 'hex') AS id FROM sessions WHERE account_id = $1`),
  );
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'));
  found.effects += hashes.length;
  found.lost.push(...hashes.filter((hash) => !sessions.has(hash)).map((hash) => `session ${hash}`));

  const [coins] = await list(
    `SELECT balance AS id FROM ledger_accounts WHERE owner_id = $1 AND kind = 'wallet'`,
  );
  const won = [...exchanged.values()].reduce((sum, each) => sum + each.paid, 0);
  const right = START_COINS - bought.size * COINS_A_PIECE + paid.length * COINS_A_PAYMENT + won;
  const [stock] = await list(
    'SELECT coalesce(sum(bought - opened), 0)::int AS id FROM case_lots WHERE account_id = $1',
  );
  for (const [what, more] of [
    ['coins', Number(coins) - right],
    ['pieces', Number(stock) - (bought.size - opened.size)],
  ] as const) {
    if (more > 0) found.doubled.push(`${more} ${what} too many for ${customer.login}`);
    if (more < 0) found.lost.push(`${-more} ${what} too few for ${customer.login}`);
  }
}
