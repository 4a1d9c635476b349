import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { JOBS } from '#/server/jobs/jobs.ts';
import { settleOrder } from '#/server/domain/orders/settleOrder.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { inviteActive, keepSessions, verify } from '../../../support/players/referrals.ts';
import { applyPaymentEvent, giveCoins, refOf, useFakeProvider } from '../../../support/players/shopping.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

/* Everything that moves money without being asked, run again on what it left: nothing may change (LE4, N3). */

const DAY_MS = 24 * 60 * 60_000;
let app: TestApp;
let sibling: TestApp;
let orders: string[];

beforeAll(async () => {
  app = await createTestApp();
  sibling = await createSibling(app);
  useFakeProvider(app);
  useFakeProvider(sibling);
  // inviters of every fate: honest, charged back, a dispute won, refunded in part, in debt
  orders = [];
  for (let at = 0; at < 5; at++) {
    const inviter = await createPlayer(app.deps);
    await verify(app, inviter);
    for (let friend = 0; friend < 2; friend++)
      orders.push((await inviteActive(app, inviter, { amount: 2000 })).order);
    await giveCoins(app, inviter.accountId, 5);
  }
  await runJobs(app.deps);
  app.advanceMs(14 * DAY_MS);
  sibling.advanceMs(14 * DAY_MS);
  await keepSessions(app);
  await runJobs(app.deps);
  const rewarded = await app.pool.query<{ account_id: string; token: string }>(
    `SELECT account_id FROM referral_rewards WHERE state = 'given' LIMIT 1`,
  );
  expect(rewarded.rowCount).toBe(1);
  await applyPaymentEvent(app, orders[2]!, 'chargedBack');
  await applyPaymentEvent(app, orders[4]!, 'chargedBack');
  await applyPaymentEvent(app, orders[4]!, 'disputeWon', { causeRef: `chargedBack-${orders[4]}` });
  await applyPaymentEvent(app, orders[6]!, 'refunded', { amountCents: 5000 });
  await applyPaymentEvent(app, orders[8]!, 'refunded');
}, 120_000);
afterAll(async () => {
  await sibling.close();
  await app.close();
});

const runJobs = async (deps: Deps) => {
  for (const { run } of JOBS) await run(deps);
};

/** All property of all players as one text: balances, transfers, stock, Premium, rewards, cash-back, debtors. */
async function books(): Promise<string> {
  const tables = [
    'SELECT * FROM ledger_accounts ORDER BY id',
    'SELECT * FROM ledger_transfers ORDER BY id',
    'SELECT * FROM case_lots ORDER BY id',
    'SELECT * FROM premium_periods ORDER BY id',
    `SELECT account_id, milestone_id, state, times, settled_at, given, taken FROM referral_rewards ORDER BY 1, 2`,
    'SELECT * FROM cash_backs ORDER BY order_id',
    'SELECT id, is_in_debt FROM accounts ORDER BY id',
    'SELECT id, state, version, refunded_cents, taken FROM orders ORDER BY id',
    'SELECT * FROM deliveries ORDER BY id',
  ];
  const rows = [];
  for (const text of tables) rows.push((await app.pool.query(text)).rows);
  return JSON.stringify(rows);
}

test.each(JOBS.map(({ name, run }) => [name, run] as const))(
  'SE10 %s changes nothing the second time, in sequence and in two processes at once',
  async (_, run) => {
    await run(app.deps);
    const before = await books();
    await run(app.deps);
    await Promise.all([app, sibling, app, sibling].map(({ deps }) => run(deps)));
    expect(await books()).toBe(before);
    expect(await brokenInvariants(app.pool)).toEqual({});
  },
);

test('SE10 an order that is settled again changes nothing, nor does an event that comes again', async () => {
  const before = await books();
  await Promise.all(
    orders.flatMap((id) =>
      [app, sibling].map(({ deps }) => settleOrder(deps, { provider: 'sandbox', paymentRef: refOf(id) })),
    ),
  );
  await applyPaymentEvent(app, orders[2]!, 'chargedBack');
  await applyPaymentEvent(sibling, orders[4]!, 'disputeWon', { causeRef: `chargedBack-${orders[4]}` });
  await applyPaymentEvent(app, orders[6]!, 'refunded', { amountCents: 5000 });
  await applyPaymentEvent(app, orders[8]!, 'refunded');
  expect(await books()).toBe(before);
});
