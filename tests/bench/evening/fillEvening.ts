import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { hashPassword } from '#/server/domain/accounts/password.ts';
import { startFair } from '#/server/domain/fairness/fairEpoch.ts';
import { onlyKey } from '#/server/platform/config/secretKey.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { PASSWORD } from '../../support/app/factories.ts';
import { countDays, withoutIndexes } from '../operator/fillBooks.ts';
import { SITE_SECRET } from '../reads/builtSite.ts';
import { accountOf, COIN_CASE, type Scale, tokenOf } from './scale.ts';

/** More than an evening takes. */
const PIECES = 1_000_000;
const COINS = 1_000_000;
const HISTORY_DAYS = 360;

/** Seeds are sealed for each account, so players get theirs from the site's own code; nobody else ever opens a case. */
function statementsOf({ accounts, transfersEach, players }: Scale): string[] {
  const transfers = accounts * transfersEach;
  const timeOf = (n: string, rows: number) =>
    `now() - interval '${HISTORY_DAYS} days' * (1 - ${n}::float8 / ${rows}) - interval '1 minute'`;
  // everybody takes turns, as on a site in use: what belongs to one account lies far apart
  const account = `1 + (n - 1) % ${accounts}`;
  const isPlayer = `(n - 1) % ${Math.floor(accounts / players)} = 0 AND n <= ${accountOf({ accounts, players } as Scale, players - 1)}`;
  const house = (kind: string) =>
    `(SELECT id FROM ledger_accounts WHERE kind = '${kind}' AND part = 0) ${kind}`;
  return [
    `INSERT INTO accounts (server_key, login, email, password_hash, user_promo_code, is_verified, created_at)
     SELECT 'everest', 'guest' || n, 'guest' || n || '@example.org', $1, 'P' || n, true, ${timeOf('n', accounts)}
     FROM generate_series(1, ${accounts}) n ORDER BY n.n`,
    `INSERT INTO ledger_accounts (kind, owner_id) SELECT 'wallet', n FROM generate_series(1, ${accounts}) n ORDER BY n.n`,
    // one in five is spent
    `INSERT INTO ledger_transfers (from_id, to_id, amount, reason, ref_type, ref_id, created_at)
     SELECT CASE WHEN turn % 5 = 4 THEN wallet.id ELSE bonus.id END, CASE WHEN turn % 5 = 4 THEN shop.id ELSE wallet.id END,
       10, CASE WHEN turn % 5 = 4 THEN 'spent' ELSE 'gift' END, 'history', n::text, ${timeOf('n', transfers)}
     FROM generate_series(1, ${transfers}) n CROSS JOIN LATERAL (SELECT (n - 1) / ${accounts} AS turn) turns
     JOIN ledger_accounts wallet ON wallet.owner_id = ${account} AND wallet.kind = 'wallet'
     CROSS JOIN ${house('bonus')} CROSS JOIN ${house('shop')} ORDER BY n.n`,
    `INSERT INTO ledger_transfers (from_id, to_id, amount, reason, ref_type, ref_id, created_at)
     SELECT bonus.id, wallet.id, ${COINS}, 'gift', 'evening', n::text, now()
     FROM generate_series(1, ${accounts}) n JOIN ledger_accounts wallet ON wallet.owner_id = n AND wallet.kind = 'wallet'
     CROSS JOIN ${house('bonus')} WHERE ${isPlayer} ORDER BY n.n`,
    `UPDATE ledger_accounts a SET balance = sums.balance FROM (
       SELECT id, sum(amount) AS balance FROM (SELECT to_id AS id, amount FROM ledger_transfers
         UNION ALL SELECT from_id, -amount FROM ledger_transfers) moves GROUP BY id) sums WHERE sums.id = a.id`,
    `INSERT INTO fair_chains (account_id, chain_no, root_encrypted, anchor, created_at)
     SELECT n, 1, '', '', now() FROM generate_series(1, ${accounts}) n WHERE NOT (${isPlayer}) ORDER BY n.n`,
    `INSERT INTO fair_epochs (public_id, account_id, chain_id, idx, commitment, server_seed_encrypted, client_seed,
       client_seed_origin, next_nonce, created_at)
     SELECT 'none-' || account_id, account_id, id, 1, '', '', 's', 'server', 0, now() FROM fair_chains ORDER BY id`,
    `INSERT INTO case_lots (account_id, case_id, odds_hash, bought, reason, ref_type, ref_id)
     SELECT n, ${COIN_CASE.caseId}, hash, ${PIECES}, 'gift', 'evening', n::text
     FROM generate_series(1, ${accounts}) n, case_odds WHERE case_id = ${COIN_CASE.caseId} AND ${isPlayer} ORDER BY n.n`,
  ];
}

/** Fills a migrated database that has the catalogue: accounts, their history in the ledger, and the players. */
export async function fillEvening(pool: pg.Pool, scale: Scale): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD);
  const client = await pool.connect();
  try {
    // neither triggers nor foreign keys: the rows are written as they would be after all moves
    await client.query(`SET statement_timeout = 0; SET synchronous_commit = off; SET session_replication_role = replica;
      SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'`);
    const indexes = await withoutIndexes(client);
    for (const statement of statementsOf(scale))
      await client.query(statement, statement.includes('$1') ? [passwordHash] : []);
    for (const index of indexes) await client.query(index);
    await countDays(client);
  } finally {
    client.release(true);
  }
  await makePlayers(pool, scale);
  const upkeep = await pool.connect();
  await upkeep.query('SET statement_timeout = 0');
  await upkeep.query('VACUUM ANALYZE');
  upkeep.release(true);
}

/** Gives the players seeds of the site's own making, and a session. */
async function makePlayers(pool: pg.Pool, scale: Scale): Promise<void> {
  const key = createHash('sha256').update(SITE_SECRET).digest();
  const deps = { secretKey: onlyKey(key), randomBytes, now: () => new Date() };
  const all = Array.from({ length: scale.players }, (_, player) => player);
  const few = 100;
  for (let from = 0; from < all.length; from += few)
    await withTx(pool, async (tx) => {
      for (const player of all.slice(from, from + few)) await startFair(tx, deps, accountOf(scale, player));
    });
  await pool.query(
    `INSERT INTO sessions (account_id, kind, token_hash, created_at, last_seen_at, expires_at)
     SELECT account, 'bearer', hash, now(), now(), now() + interval '29 days'
     FROM unnest($1::bigint[], $2::bytea[]) AS session(account, hash)`,
    [
      all.map((player) => accountOf(scale, player)),
      all.map((player) => createHash('sha256').update(tokenOf(player)).digest()),
    ],
  );
}
