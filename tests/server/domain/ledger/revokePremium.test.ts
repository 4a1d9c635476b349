import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { grantPremium } from '#/server/domain/ledger/grantPremium.ts';
import { revokePremium } from '#/server/domain/ledger/revokeGoods.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { deliveriesOf } from '../../../support/players/deliveries.ts';
import {
  applyPaymentEvent,
  balanceOf,
  pendingOrder,
  useFakeProvider,
} from '../../../support/players/shopping.ts';

const DAY_MS = 24 * 60 * 60_000;
let app: TestApp;
let player: Player;
let startMs: number;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
beforeEach(async () => {
  player = await createPlayer(app.deps);
  startMs = app.deps.now().getTime();
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

/** Pays for 30 days of Premium. */
const month = async () => {
  const id = await pendingOrder(app, player, { product_type: 'Premium', goods_id: GOOD.premium });
  await applyPaymentEvent(app, id, 'paid');
  return id;
};

const inTx = (work: (tx: Parameters<typeof grantPremium>[0]) => Promise<unknown>) =>
  withTx(app.pool, async (tx) => {
    await lockAccount(tx, eq(accounts.id, player.accountId));
    await work(tx);
  });

const prize = { reason: 'test', refType: 'test' };
const ownRef = (refId: string) => `${player.accountId}:${refId}`;
const grant = (days: number, refId: string) =>
  inTx((tx) =>
    grantPremium(tx, app.deps, {
      accountId: player.accountId,
      lengthMs: days * DAY_MS,
      ...prize,
      refId: ownRef(refId),
    }),
  );
const revoke = (...refIds: string[]) =>
  inTx((tx) =>
    revokePremium(tx, app.deps, { accountId: player.accountId, ...prize, refIds: refIds.map(ownRef) }),
  );

const inDays = (at: Date | string) => (new Date(at).getTime() - startMs) / DAY_MS;

/** The day on which the Premium ends, as the game was told last. */
const toldEnd = async () => {
  const fact = (await deliveriesOf(app, player.accountId)).findLast(({ kind }) => kind === 'set');
  return inDays(String(fact!.params['until']));
};

/** The days on which each period that the player has begins and ends. */
const periods = async () => {
  const { rows } = await app.pool.query<{ starts_at: Date; ends_at: Date }>(
    'SELECT starts_at, ends_at FROM premium_periods WHERE account_id = $1 AND revoked_at IS NULL ORDER BY starts_at',
    [player.accountId],
  );
  return rows.map((row) => [inDays(row.starts_at), inDays(row.ends_at)]);
};

test.each([
  ['a charge-back', 'chargedBack', 'disputeWon'],
  ['a refund', 'refunded', 'refundFailed'],
] as const)(
  'D13 %s of the earlier of two orders takes its time, and gives it again',
  async (_, back, again) => {
    const first = await month();
    await month();
    expect(await toldEnd()).toBe(60);
    await applyPaymentEvent(app, first, back, { causeRef: `${first}-1` });
    expect(await toldEnd()).toBe(30);
    expect(await periods()).toEqual([[0, 30]]);
    await applyPaymentEvent(app, first, again, { causeRef: `${first}-1` });
    expect(await toldEnd()).toBe(60);
    expect(await periods()).toEqual([
      [0, 30],
      [30, 60],
    ]);
  },
);

test('D13 of Premium that runs only the unused part is taken, and what follows begins now', async () => {
  const first = await month();
  await grant(1, 'prize');
  await grant(7, 'second');
  app.advanceMs(10 * DAY_MS);
  await applyPaymentEvent(app, first, 'chargedBack');
  expect(await toldEnd()).toBe(18);
  expect(await periods()).toEqual([
    [10, 11],
    [11, 18],
  ]);
  // a third of 30 days was used
  expect(await balanceOf(app, player.accountId, 'debt')).toBeLessThan(0);
});

test('D13 Premium that ran out takes nothing from what follows', async () => {
  await grant(2, 'first');
  await grant(3, 'second');
  app.advanceMs(2 * DAY_MS);
  await revoke('first');
  expect(await toldEnd()).toBe(5);
  expect(await periods()).toEqual([[2, 5]]);
});

test('D13 several periods that are taken at once leave no gap between the others', async () => {
  for (const [days, refId] of [
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
    [4, 'd'],
    [5, 'e'],
  ] as const)
    await grant(days, refId);
  await revoke('b', 'd');
  expect(await periods()).toEqual([
    [0, 1],
    [1, 4],
    [4, 9],
  ]);
  expect(await toldEnd()).toBe(9);
});

test('D13 grants and revokes of one player at once add up', async () => {
  for (let at = 0; at < 10; at++) await grant(1, `old ${at}`);
  await Promise.all(
    Array.from({ length: 10 }, (_, at) => [revoke(`old ${at}`), grant(2, `new ${at}`)]).flat(),
  );
  expect(await toldEnd()).toBe(20);
  expect(await periods()).toEqual(Array.from({ length: 10 }, (_, at) => [at * 2, at * 2 + 2]));
});
