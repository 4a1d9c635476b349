import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import { createPlayer } from '../../../../support/app/factories.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { pendingOrder, useFakeProvider } from '../../../../support/players/shopping.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { explain } from '../../../../support/tools/explain.ts';
import { recordStatements } from '../../../../support/tools/recordStatements.ts';
import { numberOf } from '../../../../support/desks/orderNumbers.ts';

const ORDERS = 40_000;
/** Rows of a large table that one statement may read. */
const MOST_ROWS = ORDERS / 20;
const LARGE = new Set([
  'orders',
  'order_moves',
  'accounts',
  'payment_events',
  'mail_queue',
  'audit',
  'deliveries',
]);

let site: TestApp;
let viewer: TestOperator;
let order: string;

beforeAll(async () => {
  site = await createTestApp();
  useFakeProvider(site);
  viewer = await createOperator(site, 'viewer');
  order = await pendingOrder(site, await createPlayer(site.deps));
  await fill(ORDERS);
});
afterAll(() => site.close());

/** Makes many orders of many players, one in a hundred of each rare kind. */
async function fill(count: number): Promise<void> {
  const statements = [
    `INSERT INTO accounts (server_key, login, email, password_hash, user_promo_code, is_verified, created_at)
      SELECT 'everest', 'buyer' || n, 'buyer' || n || '@example.org', 'none', 'B' || n, true, now()
      FROM generate_series(1, ${count}) n`,
    `INSERT INTO orders (public_id, number, account_id, state, version, quote, currency, total_cents, total_coins, locale,
        provider, payment_ref, cart_id, created_at, expires_at)
      SELECT 'o' || a.id, ${numberOf('a.id')}, a.id, CASE a.id % 100 WHEN 0 THEN 'review' ELSE 'granted' END, 1,
        o.quote || jsonb_build_object('serverKey', CASE a.id % 100 WHEN 1 THEN 'fuji' ELSE 'everest' END,
          'productType', CASE a.id % 100 WHEN 2 THEN 'Premium' ELSE 'one_coin' END,
          'discountCode', CASE a.id % 100 WHEN 3 THEN 'RARE' END),
        'OC', 0, 500, 'en', CASE a.id % 100 WHEN 4 THEN 'stripe' ELSE 'btcpay' END, 'p' || a.id, null,
        $2::timestamptz - (${count} - a.id) * interval '10 minutes', $2::timestamptz
      FROM accounts a, orders o WHERE a.login LIKE 'buyer%' AND o.public_id = $1 ORDER BY a.id`,
    `INSERT INTO order_moves (order_id, version, from_state, to_state, actor, created_at)
      SELECT id, no, was, became, 'player', now() FROM orders
      CROSS JOIN (VALUES (1, NULL, 'created'), (2, 'created', 'paid'), (3, 'paid', 'granted')) moves (no, was, became)
      WHERE public_id LIKE 'o%' ON CONFLICT DO NOTHING`,
    `INSERT INTO mail_queue (account_id, kind, cause, created_at, run_at, sent_at)
      SELECT account_id, 'receipt', 'receipt:' || id, now(), now(), now() FROM orders`,
    `INSERT INTO payment_events (provider, event_id, kind, payment_ref, cause_ref, amount_cents, currency, raw, received_at,
        run_at, processed_at)
      SELECT provider, 'e' || id, 'paid', payment_ref, payment_ref, 500, 'EUR', '', now(), now(), now() FROM orders
      WHERE payment_ref LIKE 'p%'`,
    `INSERT INTO audit (account_id, actor, event, detail, created_at)
      SELECT account_id, 'site', 'orderGranted', jsonb_build_object('order', public_id), now() FROM orders`,
    `INSERT INTO deliveries (public_id, account_id, server_key, kind, code, count, titles, reason, ref_type, ref_id, state,
        version, created_at, done_at)
      SELECT 'd' || id, account_id, 'everest', 'give', 'unban', 1, '{}', 'order', 'order', id::text, 'done', 1, now(), now()
      FROM orders WHERE public_id LIKE 'o%'`,
    'ANALYZE',
  ];
  for (const statement of statements)
    await site.pool.query(statement, statement.includes('$1') ? [order, site.deps.now()] : []);
}

/** Reads of a call that touch more of a large table than they need. */
async function wasteful(endpoint: OperatorEndpoint, given: object): Promise<string[]> {
  const statements = await recordStatements(async () => {
    const answer = await viewer.browser.call(endpoint, given);
    if (answer.statusCode !== 200) throw new Error(answer.body);
  });
  const found: string[] = [];
  for (const statement of statements.filter(({ text }) => /^\W*(select|with)/i.test(text)))
    for (const { table, kind, index, rows } of (await explain(site.pool, statement)).accesses)
      if (LARGE.has(table) && (rows > MOST_ROWS || (kind === 'Seq Scan' && rows > 100)))
        found.push(`${kind} ${index ?? table}, ${rows} rows: ${statement.text.slice(0, 200)}`);
  return found;
}

const day = (ago: number) =>
  new Date(site.deps.now().getTime() - ago * 24 * 60 * 60_000).toISOString().slice(0, 10);
const QUERIES: [name: string, found: number, query: () => Record<string, string>][] = [
  ['nothing', 50, () => ({})],
  ['an old page', 50, () => ({ before: '2000' })],
  ['a newer page', 50, () => ({ after: '2000' })],
  ['a rare state', 50, () => ({ state: 'review' })],
  ['a state that nothing has', 0, () => ({ state: 'failed' })],
  ['a provider', 50, () => ({ provider: 'stripe' })],
  ['a product', 50, () => ({ product: 'Premium' })],
  ['a server', 50, () => ({ server: 'fuji' })],
  ['a discount', 50, () => ({ discount: 'rare' })],
  ['a sum that nothing has', 0, () => ({ fromCents: '100000' })],
  ['an old day', 50, () => ({ fromDay: day(200), toDay: day(199) })],
  ['many old days', 50, () => ({ fromDay: day(200), toDay: day(150) })],
  ['a player', 1, () => ({ player: '500' })],
  ['paid twice', 0, () => ({ mark: 'paidTwice' })],
  ['a refund under way', 0, () => ({ mark: 'refundUnderWay' })],
  ['a failed refund', 0, () => ({ mark: 'refundFailed' })],
  ['an open delivery', 0, () => ({ mark: 'deliveryOpen' })],
];

test.each(QUERIES)('O10 the list by %s reads no more than its page', async (_, found, query) => {
  const answer = await viewer.browser.call(operatorCalls.orders, { query: query() });
  expect(answer.json().orders).toHaveLength(found);
  expect(await wasteful(operatorCalls.orders, { query: query() })).toEqual([]);
});

test.each([1, 2, 5])('O10 a page of %i old days reads little more than the orders it shows', async (days) => {
  const query = { fromDay: day(200), toDay: day(201 - days) };
  const statements = await recordStatements(async () => {
    await viewer.browser.call(operatorCalls.orders, { query });
  });
  const list = statements.find(({ text }) => text.includes('"total_cents"'))!;
  const { accesses } = await explain(site.pool, list);
  const rows = accesses.filter(({ table }) => table === 'orders').map((access) => access.rows);
  // it looks through an hour after the last day, too
  expect(Math.max(...rows)).toBeLessThan(70);
});

test('O10 the page of an order reads what belongs to it', async () => {
  expect(await wasteful(operatorCalls.order, { params: { id: order } })).toEqual([]);
  expect(await wasteful(operatorCalls.order, { params: { id: 'o777' } })).toEqual([]);
});

test.each(['777', 'buyer777', 'buyer', 'o777', 'p777', 'B777', 'license:777'])(
  'O10 the search for %s reads what it finds',
  async (q) => {
    expect(await wasteful(operatorCalls.search, { query: { q } })).toEqual([]);
  },
);
