import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { addDays } from '#/contract/operator/figures/dayRange.ts';
import type { Dashboard } from '#/contract/operator/figures/dashboard.ts';
import { countFigures } from '#/server/domain/figures/countFigures.ts';
import { storeEvents } from '#/server/domain/payments/paymentInbox.ts';
import { createPlayer } from '../../../../support/app/factories.ts';
import { createBusySite } from '../../../../support/app/busySite.ts';
import type { TestApp } from '../../../../support/app/testApp.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { applyPaymentEvent, eventOf, pendingOrder } from '../../../../support/players/shopping.ts';
import { recordStatements } from '../../../../support/tools/recordStatements.ts';

let app: TestApp;
let viewer: TestOperator;
beforeAll(async () => {
  ({ app } = await createBusySite());
  await app.pool.query(
    `INSERT INTO online_samples (at, online, by_server)
     SELECT $1::timestamptz - n * interval '5 minutes', n, jsonb_build_object('everest', n / 2)
     FROM generate_series(1, 100) n`,
    [app.deps.now()],
  );
  viewer = await createOperator(app, 'viewer');
});
afterAll(() => app.close());

const asked = (query: Record<string, string>) => viewer.browser.call(operatorCalls.dashboard, { query });
const show = async (query: Record<string, string>): Promise<Dashboard> => {
  const answer = await asked(query);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
/** The ledger has the time of the database. */
const databaseDay = async () =>
  (await app.pool.query<{ day: string }>(`SELECT (now() AT TIME ZONE 'UTC')::date::text AS day`)).rows[0]!
    .day;
const RANGE = { from: '2026-01-10', to: '2026-01-31' };

test('O24 counted and uncounted rows give the same figures', async () => {
  const day = await databaseDay();
  const ranges = [
    RANGE,
    { from: day, to: day },
    { ...RANGE, server: 'everest' },
    { ...RANGE, server: 'fuji' },
  ];
  const live = await Promise.all(ranges.map(show));
  await countFigures(app.deps);
  expect(await Promise.all(ranges.map(show))).toEqual(live);
  expect(live[0]).toMatchObject({ isCounting: false, before: { from: '2025-12-19', to: '2026-01-09' } });
  expect(live[0]!.tiles.paidCents).toBeGreaterThan(0);
  expect(live[1]!.tiles.walletCoins).toBeGreaterThan(0);
  expect(live[1]!.tiles.returned).toBeNull();
  expect(live[3]!.tiles).toMatchObject({ paidCents: 0, walletCoins: 0, openings: 0, payers: 0 });
});

test('O24 the numbers of a range are those of the books', async () => {
  const { rows } = await app.pool.query<Record<string, number>>(`SELECT
    (SELECT sum(total_cents)::int FROM orders WHERE paid_at IS NOT NULL) AS paid,
    (SELECT sum(refunded_cents)::int FROM orders) AS refunded,
    (SELECT count(*)::int FROM orders WHERE paid_at IS NOT NULL AND currency = 'EUR') AS orders,
    (SELECT count(*)::int FROM carts) AS carts,
    (SELECT count(*)::int FROM draws) AS openings`);
  const { paid, refunded, orders, carts, openings } = rows[0]!;
  const { tiles, tilesBefore, money, funnel, openings: byCase, online } = await show(RANGE);
  expect(tiles).toMatchObject({
    paidCents: paid,
    refundedCents: refunded,
    netCents: paid! - refunded!,
    orders,
    payers: 1,
    averageCents: Math.round(paid! / orders!),
    conversion: orders! / carts!,
    openings,
    handedOver: 1,
  });
  expect(tilesBefore).toMatchObject({ paidCents: 0, orders: 0, averageCents: null, conversion: null });
  expect(money).toEqual([
    { day: '2026-01-15', provider: 'sandbox', paidCents: paid, refundedCents: refunded, chargedBackCents: 0 },
  ]);
  expect(funnel).toEqual({ carts, orders: carts, paid: orders, granted: orders });
  expect(byCase).toEqual([{ caseId: 1, names: expect.any(Object), count: openings }]);
  expect(online.map(({ at, peak }) => [at, peak])).toEqual([['2026-01-17T00:00:00.000Z', 100]]);
  expect((await show({ from: '2026-01-17', to: '2026-01-17' })).online).toHaveLength(9);
});

test('O24 ranges are compared only if there are figures of all days before', async () => {
  const day = await databaseDay();
  const { rows } = await app.pool.query<{ first: string }>('SELECT min(day)::text AS first FROM day_sums');
  const first = rows[0]!.first;
  expect((await show(RANGE)).isBeforeWhole).toBe(false);
  expect((await show({ from: addDays(first, 1), to: addDays(first, 1) })).isBeforeWhole).toBe(true);
  expect((await show({ from: first, to: first })).isBeforeWhole).toBe(false);
  expect((await show({ from: addDays(first, 1), to: addDays(first, 2) })).isBeforeWhole).toBe(false);
  expect((await show({ from: day, to: day })).isBeforeWhole).toBe(true);
});

test('O24 an hour or a day that is not over is no fall of the players online', async () => {
  const now = app.deps.now();
  const today = now.toISOString().slice(0, 10);
  const hour = `${now.toISOString().slice(0, 13)}:00:00.000Z`;
  await app.pool.query(
    `INSERT INTO online_samples (at, online, by_server) VALUES ($1, 50, '{}'), ($2, 5, '{}')`,
    [new Date(now.getTime() - 24 * 60 * 60_000), now],
  );
  const days = (await show({ from: addDays(today, -10), to: today })).online;
  expect(days.map(({ at }) => at)).toEqual([`${addDays(today, -1)}T00:00:00.000Z`]);
  const hours = (await show({ from: today, to: today })).online;
  expect(hours.length).toBeGreaterThan(1);
  expect(hours.map(({ at }) => at)).not.toContain(hour);
});

test('O24 the coins in wallets are those at the end of the range', async () => {
  const day = await databaseDay();
  const { rows } = await app.pool.query<{ coins: string }>(
    `SELECT sum(balance) AS coins FROM ledger_accounts WHERE kind = 'wallet'`,
  );
  const { tiles, tilesBefore } = await show({ from: day, to: day });
  expect(tiles.walletCoins).toBe(Number(rows[0]!.coins));
  expect(tilesBefore.walletCoins).toBe(0);
});

test('O28 any range takes at most four statements', async () => {
  for (const query of [RANGE, { from: '2025-01-01', to: '2026-02-04' }, { ...RANGE, server: 'everest' }]) {
    const statements = await recordStatements(() => show(query));
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.length).toBeLessThanOrEqual(4);
  }
});

test('O24 a payment of this moment is seen at once', async () => {
  await countFigures(app.deps);
  const before = (await show(RANGE)).tiles;
  const player = await createPlayer(app.deps);
  await applyPaymentEvent(app, await pendingOrder(app, player), 'paid');
  // stored, and not yet applied to its order
  const id = await pendingOrder(app, player);
  await storeEvents(app.deps, 'sandbox', [await eventOf(app, id, 'paid')], '{}');
  const { tiles } = await show(RANGE);
  expect(tiles.paidCents).toBe(before.paidCents + 10_000);
  expect([tiles.orders, tiles.payers]).toEqual([before.orders + 1, before.payers + 1]);
});

test('O24 an invalid range is refused', async () => {
  for (const query of [
    { from: '2026-01-10', to: '2026-01-09' },
    { from: '2024-01-01', to: '2026-01-09' },
    { from: '2026-02-30', to: '2026-03-01' },
    { from: 'today', to: '2026-03-01' },
    { ...RANGE, server: "x' OR true" },
  ])
    expect(codeOf(await asked(query as unknown as Record<string, string>))).toBe('badRequest');
});
