import type pg from 'pg';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { VAT_MARK } from '#/server/domain/figures/countVat.ts';
import { countPayers } from '#/server/domain/figures/payers.ts';
import { figuresOf, SOURCES } from '#/server/domain/figures/sources.ts';
import { VAT_COLUMNS, vatOfEvents } from '#/server/domain/figures/vatOfEvents.ts';
import { numberOf } from '../../support/desks/orderNumbers.ts';

/** A site of a year. A player has the same share of everything, however many there are. */
export interface BookScale {
  players: number;
  ordersEach: number;
  transfersEach: number;
}

/** Days of the history. */
export const HISTORY_DAYS = 360;
/** Orders of a payout; a full database has one for each day. */
const PAYOUT_ORDERS = 2800;
/** Number of payouts. They are equally long, however many orders there are. */
export const payoutsOf = ({ players, ordersEach }: Pick<BookScale, 'players' | 'ordersEach'>) =>
  Math.ceil((players * ordersEach) / PAYOUT_ORDERS);
/** Things that need an operator, of each kind; as many on a small site as on a large one. */
const TROUBLED = 20;

const QUOTE = {
  productType: 'one_coin',
  goodsId: null,
  caseId: null,
  titles: { ru: 'One Coins', uk: 'One Coins', en: 'One Coins' },
  image: 'products/tab-1',
  quantity: 1,
  coins: 500,
  bonusCoins: 0,
  coefficientBasisPoints: 10_000,
  currency: 'EUR',
  unitPrice: 10,
  priceCents: 5000,
  discountCents: 0,
  totalCents: 5000,
  totalCoins: 0,
  discountCode: null,
  grants: [],
};
/** Text of a quote with the server and the discount code of a row. */
const quoteOf = (server: string, discount: string) =>
  `('${JSON.stringify(QUOTE)}'::jsonb || jsonb_build_object('serverKey', ${server}, 'discountCode', ${discount}))`;

/** Time of row `n` of a table: rows are spread evenly over the history. */
const timeOf = (n: string, rows: number) =>
  `now() - interval '${HISTORY_DAYS} days' * (1 - ${n}::float8 / ${rows}) - interval '1 minute'`;
const server = (account: string) => `CASE ${account} % 2 WHEN 0 THEN 'everest' ELSE 'fuji' END`;

function statementsOf({ players, ordersEach, transfersEach }: BookScale): string[] {
  const orders = players * ordersEach;
  const transfers = players * transfersEach;
  const payouts = payoutsOf({ players, ordersEach });
  // everybody takes turns, as on a site in use: what belongs to one player lies far apart
  const player = `1 + (n - 1) % ${players}`;
  return [
    `INSERT INTO accounts (server_key, login, email, password_hash, user_promo_code, is_verified, created_at)
     SELECT ${server('n')}, 'buyer' || n, 'buyer' || n || '@example.org', 'none', 'P' || n, true, ${timeOf('n', players)}
     FROM generate_series(1, ${players}) n ORDER BY n`,
    `UPDATE accounts SET is_media_partner = true WHERE id <= ${TROUBLED}`,
    `INSERT INTO ledger_accounts (kind, owner_id) SELECT 'wallet', n FROM generate_series(1, ${players}) n ORDER BY n`,
    // by n.n, because n alone is here the text in the list of columns: ids rise with time, as on a site
    `INSERT INTO ledger_transfers (from_id, to_id, amount, reason, ref_type, ref_id, created_at)
     SELECT CASE WHEN turn % 4 = 3 THEN wallet.id ELSE prizes.id END, CASE WHEN turn % 4 = 3 THEN shop.id ELSE wallet.id END,
       10, CASE WHEN turn % 4 = 3 THEN 'purchase' ELSE 'coupon' END, CASE WHEN turn % 4 = 3 THEN 'order' ELSE 'coupon' END,
       n::text, ${timeOf('n', transfers)}
     FROM generate_series(1, ${transfers}) n CROSS JOIN LATERAL (SELECT (n - 1) / ${players} AS turn) turns
     JOIN ledger_accounts wallet ON wallet.owner_id = ${player} AND wallet.kind = 'wallet'
     CROSS JOIN (SELECT id FROM ledger_accounts WHERE kind = 'prizes' AND part = 0) prizes
     CROSS JOIN (SELECT id FROM ledger_accounts WHERE kind = 'shop' AND part = 0) shop ORDER BY n.n`,
    `INSERT INTO discount_codes (code, percent_basis_points) VALUES ('SCALE', 1000)`,
    `INSERT INTO carts (public_id, token_hash, account_id, quote, created_at, expires_at)
     SELECT 'scale' || n, sha256(convert_to(n::text, 'UTF8')), ${player}, ${quoteOf(server(player), 'null')}, at, at
     FROM generate_series(1, ${orders}) n CROSS JOIN LATERAL (SELECT ${timeOf('n', orders)} AS at) times
     WHERE n % 10 < 7 ORDER BY n`,
    `INSERT INTO orders (public_id, number, account_id, buyer_id, cart_id, state, version, quote, currency, total_cents, total_coins,
       refunded_cents, provider, payment_ref, payment_method_name, buyer_country, country_pieces, locale, created_at,
       expires_at, paid_at, granted_at)
     SELECT 'scale' || n, ${numberOf('n')}, ${player}, ${player}, cart.id, state, 3,
       ${quoteOf(server(player), `CASE WHEN n % 20 = 1 THEN 'SCALE' END`)}, CASE WHEN is_euro THEN 'EUR' ELSE 'OC' END,
       CASE WHEN is_euro THEN 5000 ELSE 0 END, CASE WHEN is_euro THEN 0 ELSE 500 END,
       CASE state WHEN 'refunded' THEN 5000 ELSE 0 END, provider, CASE WHEN is_euro THEN 'pay' || n END,
       CASE WHEN is_euro THEN 'card' END, CASE WHEN is_euro THEN 'DE' END, CASE WHEN n <= ${TROUBLED} THEN 1 ELSE 2 END, 'ru',
       at, at, paid, CASE WHEN state <> 'review' THEN paid END
     FROM generate_series(1, ${orders}) n CROSS JOIN LATERAL (SELECT ${timeOf('n', orders)} AS at, n % 10 < 7 AS is_euro) times
     CROSS JOIN LATERAL (SELECT CASE WHEN NOT is_euro THEN 'granted' WHEN n <= ${TROUBLED} THEN 'review'
       WHEN n % 100 < 3 THEN 'expired' WHEN n % 100 = 3 THEN 'failed' WHEN n % 100 = 4 THEN 'refunded' ELSE 'granted' END AS state,
       CASE WHEN is_euro THEN CASE n % 2 WHEN 0 THEN 'stripe' ELSE 'btcpay' END END AS provider) states
     CROSS JOIN LATERAL (SELECT CASE WHEN state NOT IN ('expired', 'failed') THEN at END AS paid) moved
     LEFT JOIN carts cart ON cart.public_id = 'scale' || n ORDER BY n`,
    `INSERT INTO order_moves (order_id, version, from_state, to_state, actor, created_at)
     SELECT id, v, CASE WHEN v > 1 THEN CASE v WHEN 2 THEN 'created' ELSE 'paid' END END,
       CASE v WHEN 1 THEN 'created' WHEN 2 THEN CASE WHEN paid_at IS NULL THEN state ELSE 'paid' END ELSE state END,
       'provider', created_at
     FROM orders, generate_series(1, 3) v WHERE v < 3 OR paid_at IS NOT NULL ORDER BY id, v`,
    `INSERT INTO order_places (order_id, kind, country, created_at)
     SELECT id, kind, 'DE', created_at FROM orders, unnest(ARRAY['billing', 'card']) kind
     WHERE currency = 'EUR' AND (id > ${TROUBLED} OR kind = 'card')`,
    `INSERT INTO vat_rates (country, from_day, basis_points) VALUES ('DE', '2000-01-01', 1900) ON CONFLICT DO NOTHING`,
    `INSERT INTO discount_uses (order_id, discount_code_id, account_id)
     SELECT id, 1, account_id FROM orders WHERE quote ->> 'discountCode' = 'SCALE' AND paid_at IS NOT NULL`,
    `INSERT INTO payment_events (provider, event_id, kind, payment_ref, cause_ref, amount_cents, currency, raw, received_at,
       processed_at, run_at)
     SELECT provider, kind || id, kind, payment_ref, kind || payment_ref, 5000, 'EUR', '{}', paid_at, paid_at, paid_at
     FROM orders, unnest(ARRAY['paid', 'refunded']) kind
     WHERE provider IS NOT NULL AND paid_at IS NOT NULL AND (kind = 'paid' OR state = 'refunded') ORDER BY id, kind`,
    `INSERT INTO payouts (provider, payout_ref, amount_cents, currency, status, created_at, arrives_at, lines, lines_read_at,
       line_count, lines_cents, matched_cents)
     SELECT 'stripe', 'po' || day, 0, 'EUR', 'paid', at, at, 'ready', at, 0, 0, 0
     FROM generate_series(1, ${payouts}) day CROSS JOIN LATERAL (SELECT ${timeOf('day', payouts)} AS at) times`,
    `INSERT INTO payout_lines (payout_id, provider, line_ref, kind, payment_ref, gross_cents, fee_cents, net_cents, currency,
       at, order_id, expected_cents)
     SELECT 1 + (id - 1) * ${payouts} / ${orders}, 'stripe', 'line' || id, 'charge', payment_ref, 5000, 100, 4900, 'EUR',
       paid_at, id, 5000 FROM orders WHERE provider = 'stripe' AND paid_at IS NOT NULL ORDER BY id`,
    `INSERT INTO orders_awaiting_payout (order_id, provider, paid_at)
     SELECT id, provider, paid_at FROM orders WHERE provider <> 'stripe' AND paid_at IS NOT NULL ORDER BY id`,
    `UPDATE payouts SET line_count = sums.lines, lines_cents = sums.net, matched_cents = sums.net, amount_cents = sums.net
     FROM (SELECT payout_id, count(*) AS lines, sum(net_cents) AS net FROM payout_lines GROUP BY 1) sums
     WHERE sums.payout_id = payouts.id`,
    `INSERT INTO deliveries (public_id, account_id, server_key, kind, code, count, titles, reason, ref_type, ref_id, state,
       version, needs_online, moved_at, created_at, done_at)
     SELECT 'gives' || id, account_id, ${server('account_id')}, 'give', 'unban', 1, '{"ru":"U","uk":"U","en":"U"}', 'order',
       'order', id || ':1', state, 2, true, created_at, created_at, CASE state WHEN 'done' THEN created_at END
     FROM (SELECT *, CASE WHEN id <= ${2 * TROUBLED} THEN 'failed' WHEN id <= ${4 * TROUBLED} THEN 'unknown'
       WHEN id > ${orders - 10 * TROUBLED} THEN 'waiting' ELSE 'done' END AS state
       FROM (SELECT id, account_id, created_at FROM orders WHERE id % 2 = 0) chosen) chosen ORDER BY id`,
    `INSERT INTO delivery_moves (delivery_id, version, from_state, to_state, actor, created_at)
     SELECT id, v, CASE v WHEN 2 THEN 'waiting' END, CASE v WHEN 2 THEN state ELSE 'waiting' END, 'game', created_at
     FROM deliveries, generate_series(1, 2) v ORDER BY id, v`,
    `INSERT INTO fair_chains (account_id, chain_no, root_encrypted, anchor, created_at)
     SELECT n, 1, '', '', now() FROM generate_series(1, ${players}) n ORDER BY n`,
    `INSERT INTO fair_epochs (public_id, account_id, chain_id, idx, commitment, server_seed_encrypted, client_seed,
       client_seed_origin, next_nonce, created_at)
     SELECT 'e-' || n, n, n, 1, '', '', 's', 'server', ${ordersEach}, now() FROM generate_series(1, ${players}) n ORDER BY n.n`,
    `INSERT INTO case_lots (account_id, case_id, odds_hash, bought, opened, reason, ref_type, ref_id)
     SELECT n, 1, hash, ${ordersEach} + 3, ${ordersEach}, 'gift', 'scale', n::text
     FROM generate_series(1, ${players}) n, case_odds WHERE case_id = 1 ORDER BY n.n`,
    `INSERT INTO draws (epoch_id, nonce, client_seed, client_seed_origin, lot_id, odds_hash, ticket, item_id, created_at)
     SELECT ${player}, (n - 1) / ${players}, 's', 'server', ${player}, hash, 0, 100 + n % 8, ${timeOf('n', orders)}
     FROM generate_series(1, ${orders}) n, case_odds WHERE case_id = 1 ORDER BY n`,
    `INSERT INTO coupons (account_id, item_id, draw_id, state, is_swap_available, premium_coins_price, created_at, revealed_at)
     SELECT lot_id, item_id, id, CASE nonce % 2 WHEN 0 THEN 'owned' ELSE 'converted' END, true, 10, created_at, created_at
     FROM draws ORDER BY id`,
    `INSERT INTO draw_counts (odds_hash, item_id, draws) SELECT odds_hash, item_id, count(*) FROM draws GROUP BY 1, 2`,
    `INSERT INTO draw_days (day, draws, root, tree_root, settled_draw_id, created_at)
     SELECT current_date - day, 1, repeat(md5(day::text), 2), repeat(md5(day::text), 2), -1, now() FROM generate_series(1, ${HISTORY_DAYS}) day`,
    `INSERT INTO audit (account_id, actor, event, created_at)
     SELECT ${player}, 'player', CASE WHEN n <= ${players} THEN 'signedUp' ELSE 'signedIn' END, ${timeOf('n', orders)}
     FROM generate_series(1, ${orders}) n`,
    `INSERT INTO operators (email, name, role, state, password_hash) VALUES ('owner@example.org', 'Olena', 'owner', 'active', 'none')`,
    `INSERT INTO audit (account_id, actor, event, operator_id, target_type, target_id, reason, created_at)
     SELECT ${player}, 'operator', 'noteWritten', 1, 'player', (${player})::text, 'a note', ${timeOf('n', players)}
     FROM generate_series(1, ${players}) n`,
    `INSERT INTO mail_queue (account_id, kind, content_encrypted, cause, created_at, run_at, sent_at, failed_at)
     SELECT account_id, 'receipt', CASE WHEN id <= ${TROUBLED} THEN ''::bytea END, 'receipt:' || id, created_at, created_at,
       CASE WHEN id > ${TROUBLED} THEN created_at END, CASE WHEN id <= ${TROUBLED} THEN created_at END FROM orders ORDER BY id`,
    // a sample every five minutes, however much is sold
    `INSERT INTO online_samples (at, online, by_server)
     SELECT now() - interval '5 minutes' * n, n % 500, jsonb_build_object('everest', n % 200, 'fuji', n % 300)
     FROM generate_series(0, 90 * 24 * 12) n`,
  ];
}

/** Tables whose indexes are made after their rows, which takes a third of the time. */
const LARGE = ['ledger_transfers'];

/** Fills a migrated, empty database that has the test catalogue, day sums included. */
export async function fillBooks(pool: pg.Pool, scale: BookScale): Promise<void> {
  const client = await pool.connect();
  try {
    // neither triggers nor foreign keys: the rows are written as they would be after all moves
    await client.query(`SET statement_timeout = 0; SET synchronous_commit = off; SET session_replication_role = replica;
      SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'`);
    const indexes = await withoutIndexes(client);
    for (const statement of statementsOf(scale)) {
      await client.query(statement);
      if (LARGE.some((table) => statement.startsWith(`INSERT INTO ${table} `)))
        for (const index of indexes) await client.query(index);
    }
    await client.query(`UPDATE ledger_accounts a SET balance = coalesce(
        (SELECT sum(amount) FROM ledger_transfers WHERE to_id = a.id), 0)
        - coalesce((SELECT sum(amount) FROM ledger_transfers WHERE from_id = a.id), 0)`);
    await countDays(client);
    await client.query('VACUUM ANALYZE');
  } finally {
    client.release(true);
  }
}

/** Drops the indexes of the large tables. @returns the statements that make them again */
export async function withoutIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `SELECT coalesce('ALTER TABLE ' || c.conrelid::regclass || ' DROP CONSTRAINT ' || c.conname, 'DROP INDEX ' || i.indexrelid::regclass) AS drop,
       coalesce('ALTER TABLE ' || c.conrelid::regclass || ' ADD CONSTRAINT ' || c.conname || ' ' || pg_get_constraintdef(c.oid),
         pg_get_indexdef(i.indexrelid)) AS make
     FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.conrelid = i.indrelid
     WHERE i.indrelid = ANY($1::regclass[]) AND NOT i.indisprimary`,
    [LARGE],
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ make }) => make);
}

/** Sums up the days as the site's job does, but in one statement for each source. */
export async function countDays(client: pg.PoolClient): Promise<void> {
  const db = drizzle(client);
  const marked = (mark: string, table: SQL) => sql`INSERT INTO day_sum_marks (source, last_id)
    SELECT ${mark}, coalesce(max(id), 0) FROM ${table}`;
  await db.execute(sql`ANALYZE orders`);
  await countPayers({ db, now: () => new Date() });
  for (const source of SOURCES) {
    const table = sql.identifier(source.table);
    await db.execute(sql`INSERT INTO day_sums (day, metric, dimension, value)
      SELECT day, metric, dimension, value FROM ${figuresOf(source, sql`SELECT * FROM ${table}`)} figures WHERE value <> 0`);
    await db.execute(marked(source.table, sql`${table}`));
  }
  await db.execute(sql`INSERT INTO vat_sums (${VAT_COLUMNS})
    SELECT ${VAT_COLUMNS} FROM ${vatOfEvents(sql`SELECT * FROM payment_events`)} vat`);
  await db.execute(marked(VAT_MARK, sql`payment_events`));
}
