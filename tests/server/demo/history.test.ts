import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPlayer, seedDemoPlayer } from '#/server/demo/demoPlayer.ts';
import { beginHistory, type Extent, writeHistory } from '#/server/demo/history/writeHistory.ts';
import { planHistory } from '#/server/demo/history/plan.ts';
import { retireDemo } from '#/server/demo/retireDemo.ts';
import { balanceBooks } from '#/server/domain/books/balanceBooks.ts';
import { checkFigures } from '#/server/domain/figures/checkFigures.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createSibling, createTestApp, type TestApp } from '../../support/app/testApp.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import type { StaffMember } from '#/contract/operator/people/people.ts';
import { codeOf } from '../../support/access/mailedLinks.ts';
import {
  createOperator,
  nextCode,
  OPERATOR_PASSWORD,
  OperatorBrowser,
} from '../../support/desks/operators.ts';
import { GameAdapter, gameKeyOf } from '../../support/services/gameAdapter.ts';

const DAYS = 4;
const EXTENT: Extent = { seed: 7, days: DAYS, players: 16 };
/** Enough for tests that look at no figures. */
const SMALL: Extent = { ...EXTENT, players: 6 };
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ config: { isDemo: true } });
});
afterAll(() => site.close());

const rowsOf = async <T extends object>(app: TestApp, text: string) => (await app.pool.query<T>(text)).rows;
const count = async (app: TestApp, from: string) =>
  Number((await rowsOf<{ n: string }>(app, `SELECT count(*) AS n FROM ${from}`))[0]!.n);

/** A signal that stops the writing before this step. */
function stopBefore(step: number): AbortSignal {
  let looks = 0;
  return {
    get aborted() {
      return ++looks > step;
    },
  } as AbortSignal;
}

test('SE18 the history is written once, though it was cut short and two servers write it; the books balance', async () => {
  const game = new GameAdapter(site, await gameKeyOf(site));
  await game.hello();
  await writeHistory(site.deps, { signal: stopBefore(12), extent: EXTENT });
  expect(await rowsOf(site, 'SELECT next_step, finished_at FROM demo_history')).toEqual([
    { next_step: 12, finished_at: null },
  ]);
  const sibling = await createSibling(site);
  const { signal } = new AbortController();
  await Promise.all([site, sibling].map(({ deps }) => writeHistory(deps, { signal, extent: EXTENT })));
  await writeHistory(sibling.deps, { signal, extent: { ...EXTENT, seed: 8 } });
  await sibling.close();

  const endsAt = site.deps.now();
  const steps = planHistory({ ...EXTENT, endsAt });
  expect(await rowsOf(site, 'SELECT seed, next_step, finished_at FROM demo_history')).toEqual([
    { seed: 7, next_step: steps.length, finished_at: endsAt },
  ]);
  const signUps = steps.filter(({ act }) => act.kind === 'signUp').length;
  expect(await count(site, 'accounts')).toBe(signUps);
  expect(await count(site, "orders WHERE currency = 'EUR' AND state = 'granted'")).toBeGreaterThan(3);
  // what the last hours left to the operators
  expect(await count(site, "orders WHERE state = 'review'")).toBeGreaterThan(0);
  expect(await count(site, 'replaced_payments WHERE kept_cents > 0')).toBeGreaterThan(0);
  expect(await count(site, 'draws')).toBeGreaterThan(3);
  expect(await count(site, "deliveries WHERE state = 'done'")).toBeGreaterThan(0);
  expect(await balanceBooks({ ...site.deps }, () => {})).toBe(true);
});

test('SE18 everything has the time at which it happened, and no mail is left or reaches anybody', async () => {
  const endsAt = site.deps.now();
  const span = `NOT BETWEEN '${new Date(endsAt.getTime() - DAYS * DAY_MS).toISOString()}' AND '${endsAt.toISOString()}'`;
  const tables = [
    'accounts',
    'orders',
    'order_moves',
    'ledger_transfers',
    'case_lots',
    'draws',
    'deliveries',
  ];
  const strange = await Promise.all(tables.map((table) => count(site, `${table} WHERE created_at ${span}`)));
  expect(strange).toEqual(tables.map(() => 0));
  expect(await count(site, 'mail_queue WHERE sent_at IS NOT NULL')).toBeGreaterThan(10);
  expect(await count(site, 'mail_queue WHERE sent_at IS NULL AND failed_at IS NULL')).toBe(0);
  expect(site.mails).toEqual([]);
  expect(await count(site, 'payment_events WHERE processed_at IS NULL')).toBe(0);
});

test('SE18 players online are known for every hour up to the end', async () => {
  const endsAt = site.deps.now();
  const rows = await rowsOf<{ hour: Date; n: number }>(
    site,
    `SELECT date_trunc('hour', at, 'UTC') AS hour, count(*)::int AS n FROM online_samples GROUP BY 1 ORDER BY 1 DESC`,
  );
  const lastHours = rows.slice(0, DAYS * 24);
  expect(endsAt.getTime() - lastHours[0]!.hour.getTime()).toBeLessThan(2 * HOUR_MS);
  expect(lastHours[0]!.hour.getTime() - lastHours.at(-1)!.hour.getTime()).toBe((DAYS * 24 - 1) * HOUR_MS);
  expect(lastHours.slice(1).every(({ n }) => n >= 2)).toBe(true);
});

test('SE18 the day sums of the history agree with the books', async () => {
  for (let day = 0; day < DAYS; day++)
    await checkFigures({ ...site.deps, randomBytes: () => Buffer.from([0, 0, 0, day]) });
  const checks = await rowsOf<{ differences: number }>(site, 'SELECT differences FROM day_sum_checks');
  expect(checks.length).toBeGreaterThanOrEqual(DAYS - 1);
  expect(checks.filter(({ differences }) => differences > 0)).toEqual([]);
});

test('SE18 O25 the payouts of the history hold all its payments but those of the last week', async () => {
  const { rows } = await site.pool.query<Record<string, number>>(`SELECT
    (SELECT count(*)::int FROM payouts) AS payouts,
    (SELECT count(*)::int FROM payouts WHERE open_lines > 0 OR lines_cents <> amount_cents) AS open,
    (SELECT count(*)::int FROM payout_lines WHERE kind = 'charge') AS charges,
    (SELECT count(*)::int FROM payment_events e WHERE kind = 'paid'
      AND received_at < (SELECT max(created_at) FROM payouts)) AS paid`);
  const { payouts = 0, open, charges, paid } = rows[0]!;
  expect(payouts).toBeGreaterThan(0);
  expect([open, charges]).toEqual([0, paid]);
});

test('SE18 the same seed plans the same steps, all of them before the end', () => {
  const endsAt = new Date('2026-03-01T12:00:00Z');
  const plan = () => planHistory({ seed: 3, days: 90, players: 260, endsAt });
  expect(plan()).toEqual(plan());
  const kinds = new Set(plan().map(({ act }) => act.kind));
  expect(kinds.size).toBe(15);
  expect(plan().every(({ at }) => at < endsAt)).toBe(true);
});

test('SE18 no row has a past time unless a history is being written, with its setting', async () => {
  const now = () =>
    withTx(site.pool, async (_, client) => {
      await client.query("SELECT set_config('one_rp.past', '2020-01-01T00:00:00Z', true)");
      const { rows } = await client.query<{ is_now: boolean }>('SELECT site_now() = now() AS is_now');
      return rows[0]!.is_now;
    });
  expect(await now()).toBe(true);
  await site.pool.query('UPDATE demo_history SET finished_at = NULL');
  expect(await now()).toBe(false);
  expect(await rowsOf(site, 'SELECT site_now() = now() AS is_now')).toEqual([{ is_now: true }]);
  await retireDemo(site.deps);
  expect(await now()).toBe(true);
});

test('SE18 a site that is no demonstration writes no history', async () => {
  const real = await createTestApp();
  const { signal } = new AbortController();
  await expect(writeHistory(real.deps, { signal, extent: EXTENT })).rejects.toThrow('only a demonstration');
  expect([await count(real, 'demo_history'), await count(real, 'accounts')]).toEqual([0, 0]);
  await real.close();
});

test('SE18 the player of the demonstration has joined, and has the start coins, before anything of the history, and has bought something', async () => {
  const shop = await createTestApp({ config: { isDemo: true } });
  const begins = await beginHistory(shop.deps, SMALL);
  await seedDemoPlayer(shop.deps, begins);
  await writeHistory(shop.deps, { signal: new AbortController().signal, extent: SMALL });
  await seedDemoPlayer(shop.deps, await beginHistory(shop.deps, SMALL));
  const first = new Date(shop.deps.now().getTime() - DAYS * DAY_MS);
  const [player] = await rowsOf(
    shop,
    `SELECT created_at AS joined,
      (SELECT array_agg(DISTINCT t.created_at) FROM ledger_transfers t WHERE reason = 'demo') AS coins,
      (SELECT min(l.created_at) FROM case_lots l WHERE l.account_id = a.id) AS cases,
      (SELECT count(*)::int FROM orders o WHERE o.account_id = a.id AND o.state = 'granted') AS orders
    FROM accounts a WHERE login = '${demoPlayer.login}'`,
  );
  // of the orders only one is younger than the short history of this test
  expect(player).toEqual({ joined: first, coins: [first], cases: first, orders: 1 });
  expect(await count(shop, "ledger_transfers WHERE reason <> 'demo'")).toBeGreaterThan(0);
  await shop.close();
});

test('SE18 a step that fails leaves nothing behind, and the history goes on', async () => {
  const shop = await createTestApp({ config: { isDemo: true } });
  const payments = { ...shop.deps.config.payments, hasSandbox: false };
  const config = { ...shop.deps.config, payments };
  const extent = { ...SMALL, days: 2 };
  await writeHistory({ ...shop.deps, config }, { signal: new AbortController().signal, extent });
  expect([await count(shop, 'orders'), (await count(shop, 'accounts')) > 3]).toEqual([0, true]);
  expect(await rowsOf(shop, 'SELECT finished_at IS NULL AS is_open FROM demo_history')).toEqual([
    { is_open: false },
  ]);
  expect(await balanceBooks(shop.deps, () => {})).toBe(true);
  await shop.close();
});

test('SE18 the made-up colleagues are marked, open nothing, and leave the list when the demonstration ends', async () => {
  const owner = await createOperator(site, 'owner');
  const list = async () =>
    (await owner.browser.call(operatorCalls.staff))
      .json<{ staff: StaffMember[] }>()
      .staff.filter(({ isDemo }) => isDemo);
  // another test has ended the demonstration
  await site.pool.query(`UPDATE operators SET state = 'active' WHERE is_demo`);
  const made = await list();
  expect(made.map(({ state }) => state)).toEqual(['active', 'active']);
  const [one, other] = made;
  const act = (endpoint: OperatorEndpoint, member: StaffMember, body: object) =>
    owner.browser.call(endpoint, {
      params: { id: String(member.id) },
      body: { version: member.version, reason: 'made up', ...body },
    });
  // neither a new link nor another role makes them people
  expect(codeOf(await act(operatorCalls.resetStaff, one!, {}))).toBe('operatorIsDemo');
  expect(codeOf(await act(operatorCalls.changeStaff, one!, { role: 'owner', isDisabled: false }))).toBe(
    'operatorIsDemo',
  );
  // not even a password and a factor, put into the database, open anything
  const stranger = await createOperator(site, 'support');
  await site.pool.query('UPDATE operators SET is_demo = true WHERE id = $1', [stranger.id]);
  expect((await stranger.browser.load()).operator).toBeNull();
  const signIn = () =>
    new OperatorBrowser(site).call(operatorCalls.signIn, {
      body: { email: stranger.email, password: OPERATOR_PASSWORD, code: nextCode(site, stranger) },
    });
  expect(codeOf(await signIn())).toBe('errorCredentials');
  await site.pool.query('UPDATE operators SET is_demo = false WHERE id = $1', [stranger.id]);
  expect((await signIn()).statusCode).toBe(200);
  const removed = await act(operatorCalls.changeStaff, one!, { role: one!.role, isDisabled: true });
  expect(removed.statusCode, removed.body).toBe(200);
  expect((await list()).map(({ id }) => id)).toEqual([other!.id]);
  await retireDemo(site.deps);
  expect(await list()).toEqual([]);
});
