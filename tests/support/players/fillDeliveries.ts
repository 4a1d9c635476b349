import type pg from 'pg';

/** Number of waiting deliveries. They are spread evenly over players, and players over servers. */
export interface DeliveryScale {
  servers: number;
  players: number;
  deliveriesEach: number;
  /** Present players of each server; their deliveries are ready. */
  onlineEach: number;
}

/** Key of a server, from 0. All have the same length. */
export const serverKeyOf = (no: number): string => `s${100 + no}`;

/** A time before every clock of a test. */
const SINCE = `timestamptz '2025-11-01'`;

const statementsOf = ({ servers, players, deliveriesEach }: DeliveryScale): string[] => [
  `INSERT INTO servers (key, names, sort_order)
   SELECT 's' || 100 + n, '{"ru":"S","uk":"S","en":"S"}', 100 + n FROM generate_series(0, ${servers} - 1) n`,
  `INSERT INTO accounts (server_key, login, email, password_hash, user_promo_code, is_verified, created_at)
   SELECT 's' || 100 + (n - 1) % ${servers}, 'waiter' || n, 'waiter' || n || '@example.org', 'none', 'W' || n, true, now()
   FROM generate_series(1, ${players}) n ORDER BY n`,
  // the history is written in one go below
  'ALTER TABLE deliveries DISABLE TRIGGER USER',
  // players buy in turn, as on a real site, so that one player's rows are far apart
  `INSERT INTO deliveries (public_id, account_id, server_key, kind, code, count, titles, reason, ref_type, ref_id,
     needs_online, reminded_at, moved_at, created_at)
   SELECT 'waits-' || at || '-' || a.id, a.id, a.server_key, 'give', 'unban', 1, '{"ru":"U","uk":"U","en":"U"}', 'bench', 'bench',
     at || '-' || a.id, true, now(), ${SINCE}, ${SINCE} + interval '60 days' * at / ${deliveriesEach}
   FROM generate_series(1, ${deliveriesEach}) at, accounts a WHERE a.login LIKE 'waiter%' ORDER BY at, a.id`,
  'ALTER TABLE deliveries ENABLE TRIGGER USER',
  `INSERT INTO delivery_moves (delivery_id, version, to_state, actor, created_at)
   SELECT id, 1, 'waiting', 'site', created_at FROM deliveries WHERE reason = 'bench' ORDER BY id`,
];

/** Fills a database with the test catalogue with servers, players and their waiting deliveries. */
export async function fillDeliveries(pool: pg.Pool, scale: DeliveryScale): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0; SET synchronous_commit = off');
    for (const statement of statementsOf(scale)) await client.query(statement);
  } finally {
    client.release(true);
  }
}

/** Brings players to their servers, whose adapters have sent a hello, so that their deliveries are ready. */
export async function bringPlayers(pool: pg.Pool, { servers, onlineEach }: DeliveryScale): Promise<void> {
  const isHere = `a.login LIKE 'waiter%' AND substr(a.login, 7)::int <= ${servers * onlineEach}`;
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0; SET synchronous_commit = off');
    await client.query(`INSERT INTO game_presence (server_key, player, account_id, name, seen_at)
      SELECT server_key, login, id, login, now() FROM accounts a WHERE ${isHere}`);
    await client.query(`UPDATE deliveries d SET ready_at = ${SINCE} + interval '60 days' FROM accounts a
      WHERE a.id = d.account_id AND d.state = 'waiting' AND ${isHere}`);
  } finally {
    client.release(true);
  }
  await pool.query('VACUUM ANALYZE');
}
