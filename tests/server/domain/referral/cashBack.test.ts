import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PlayerData } from '#/contract/playerData.ts';
import type { AccountStatistic, Movement } from '#/contract/referral.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { releaseCashBacks } from '#/server/domain/referral/releaseCashBacks.ts';
import { transfer } from '#/server/domain/ledger/ledger.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { invite, inviteActive, balancesOf, shareDevice, verify } from '../../../support/players/referrals.ts';
import {
  applyPaymentEvent,
  balanceOf,
  giveCoins,
  pendingOrder,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { blockAccount } from '../../../support/players/blocks.ts';

const DAY_MS = 24 * 60 * 60_000;
let app: TestApp;
let sibling: TestApp;
let inviter: Player;
let payer: Player;

beforeAll(async () => {
  app = await createTestApp();
  sibling = await createSibling(app);
  useFakeProvider(app);
});
beforeEach(async () => {
  inviter = await createPlayer(app.deps);
  await verify(app, inviter);
  payer = await invite(app, inviter);
  await verify(app, payer);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(async () => {
  await sibling.close();
  await app.close();
});

const balances = () => balancesOf(app, inviter.accountId);
const paid = async (player = payer, purchase: object = {}) => {
  const order = await pendingOrder(app, player, purchase);
  await applyPaymentEvent(app, order, 'paid');
  return order;
};
/** A part of the payment is refunded, or its refund fails. Each part has a cause of its own. */
const refundPart = (
  order: string,
  part: number,
  amountCents: number,
  kind: 'refunded' | 'refundFailed' = 'refunded',
) => applyPaymentEvent(app, order, kind, { amountCents, causeRef: `${order}-${part}` });
const spend = (amount: number) =>
  withTx(app.pool, (tx) =>
    transfer(tx, {
      from: { kind: 'wallet', ownerId: inviter.accountId },
      to: { kind: 'shop' },
      amount,
      reason: 'spent',
      refType: 'test',
      refId: `${inviter.accountId}`,
    }),
  );
const pass = async (days: number) => {
  app.advanceMs(days * DAY_MS);
  sibling.advanceMs(days * DAY_MS);
  await releaseCashBacks(app.deps);
};

describe('C7 RF3 cash-back', () => {
  test('of a payment waits on hold for 14 days, then is in the wallet, once', async () => {
    await paid();
    // 5 % of 50 euro
    expect(await balances()).toEqual({ hold: 25, wallet: 0, debt: 0 });
    await pass(14 - 1 / DAY_MS);
    expect(await balances()).toEqual({ hold: 25, wallet: 0, debt: 0 });
    await pass(1 / DAY_MS);
    expect(await balances()).toEqual({ hold: 0, wallet: 25, debt: 0 });
    await Promise.all([app, sibling, app, sibling].map(({ deps }) => releaseCashBacks(deps)));
    expect(await balances()).toEqual({ hold: 0, wallet: 25, debt: 0 });
  });

  test('is the percent of the rank at that time, rounded down to whole coins', async () => {
    await paid(payer, { amount: 333 });
    expect((await balances()).hold).toBe(16);
    for (let at = 0; at < 2; at++) {
      // 5 euro are the smallest payment that counts; its cash-back is 2 OC
      await inviteActive(app, inviter, { amount: 50 });
    }
    // three count now: 7.5 %
    await paid(payer, { amount: 333 });
    expect((await balances()).hold).toBe(16 + 2 + 3 + 24);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['an inviter who is not confirmed', () => set(inviter, 'is_verified = false')],
    ['an inviter whose rewards are blocked', () => blockAccount(app, inviter.accountId, 'refer')],
    ['a payer who is not confirmed', () => set(payer, 'is_verified = false')],
    ['a payer seen in the browser of the inviter', () => shareDevice(app, [inviter, payer])],
    ['a payer whom nobody invited', () => set(payer, 'inviter_id = NULL')],
  ])('there is none for %s', async (_, change) => {
    const order = await pendingOrder(app, payer);
    await change();
    await applyPaymentEvent(app, order, 'paid');
    expect(await balances()).toEqual({ hold: 0, wallet: 0, debt: 0 });
  });

  const set = ({ accountId }: Player, what: string) =>
    app.pool.query(`UPDATE accounts SET ${what} WHERE id = $1`, [accountId]);

  test('there is none for what inviters pay themselves, nor for coins', async () => {
    const order = await pendingOrder(app, payer);
    await app.pool.query('UPDATE orders SET buyer_id = $1 WHERE public_id = $2', [inviter.accountId, order]);
    await applyPaymentEvent(app, order, 'paid');
    await giveCoins(app, payer.accountId, 50);
    const good = { product_id: GOOD.caseForCoins, product_type: 0, product_qty: 1 };
    expect((await app.post('/api/v1/order/store-by-coin', good, payer.headers)).statusCode).toBe(200);
    expect(await balances()).toEqual({ hold: 0, wallet: 0, debt: 0 });
  });

  test('of 200 equal payment events is one', async () => {
    const order = await pendingOrder(app, payer);
    await Promise.all(Array.from({ length: 200 }, () => applyPaymentEvent(app, order, 'paid')));
    expect(await balances()).toEqual({ hold: 25, wallet: 0, debt: 0 });
  });

  test('of more than 5000 OC a day waits for the next day', async () => {
    for (let at = 0; at < 3; at++) await paid(payer, { amount: 45_000 });
    expect((await balances()).hold).toBe(3 * 2250);
    await pass(14);
    expect(await balances()).toEqual({ hold: 2250, wallet: 4500, debt: 0 });
    await releaseCashBacks(app.deps);
    expect((await balances()).hold).toBe(2250);
    await pass(1);
    expect(await balances()).toEqual({ hold: 0, wallet: 6750, debt: 0 });
  });
});

describe('RF2 a payment that went back', () => {
  test('while its cash-back is held: net 0', async () => {
    const order = await paid();
    expect(await applyPaymentEvent(app, order, 'refunded')).toBe('refunded');
    expect(await balances()).toEqual({ hold: 0, wallet: 0, debt: 0 });
    await pass(30);
    expect(await balances()).toEqual({ hold: 0, wallet: 0, debt: 0 });
  });

  test('after its cash-back was released: taken from the wallet, and owed as far as it is spent', async () => {
    const order = await paid();
    await pass(14);
    await spend(20);
    await applyPaymentEvent(app, order, 'chargedBack');
    expect(await balances()).toEqual({ hold: 0, wallet: 0, debt: -20 });
    const { rows } = await app.pool.query('SELECT is_in_debt FROM accounts WHERE id = $1', [
      inviter.accountId,
    ]);
    expect(rows).toEqual([{ is_in_debt: true }]);
    // the next one pays it
    await paid();
    await pass(14);
    expect(await balances()).toEqual({ hold: 0, wallet: 5, debt: 0 });
  });

  test('in part: so much of the share is forfeited when it is released', async () => {
    const order = await paid();
    await refundPart(order, 1, 2000);
    await pass(14);
    expect(await balances()).toEqual({ hold: 0, wallet: 15, debt: 0 });
  });

  test('in part after its share was released: so much is taken again, and more with the next part', async () => {
    const order = await paid();
    await pass(14);
    await refundPart(order, 1, 2000);
    expect(await balances()).toEqual({ hold: 0, wallet: 15, debt: 0 });
    await refundPart(order, 1, 2000);
    expect(await balances()).toEqual({ hold: 0, wallet: 15, debt: 0 });
    await refundPart(order, 2, 1000);
    expect(await balances()).toEqual({ hold: 0, wallet: 10, debt: 0 });
    expect(await refundPart(order, 3, 2000)).toBe('refunded');
    expect(await balances()).toEqual({ hold: 0, wallet: 0, debt: 0 });
  });

  test('in part after its share was released and spent: owed', async () => {
    const order = await paid();
    await pass(14);
    await spend(25);
    await refundPart(order, 1, 2000);
    expect(await balances()).toEqual({ hold: 0, wallet: 0, debt: -10 });
  });

  test('in part, and the refund comes to nothing: given again, as often as it happens', async () => {
    const order = await paid();
    await pass(14);
    for (const time of [1, 2]) {
      await refundPart(order, time, 2000);
      expect(await balances()).toEqual({ hold: 0, wallet: 15, debt: 0 });
      await refundPart(order, time, 2000, 'refundFailed');
      expect(await balances()).toEqual({ hold: 0, wallet: 25, debt: 0 });
    }
  });

  test('RF2 in a part that leaves nothing of a small share, and the refund comes to nothing: held anew', async () => {
    // 6 euro bring 3 OC, and 1.20 euro bring none
    for (const isReleased of [true, false]) {
      const order = await paid(payer, { amount: 60 });
      if (isReleased) await pass(14);
      await refundPart(order, 1, 480);
      if (!isReleased) await pass(14);
      expect(await balances()).toEqual({ hold: 0, wallet: 0, debt: 0 });
      await refundPart(order, 2, 60);
      await refundPart(order, 2, 60, 'refundFailed');
      expect(await balances()).toEqual({ hold: 0, wallet: 0, debt: 0 });
      expect(await refundPart(order, 1, 480, 'refundFailed')).toBe('granted');
      expect(await balances()).toEqual({ hold: 3, wallet: 0, debt: 0 });
      await applyPaymentEvent(app, order, 'chargedBack', { causeRef: `${order}-3` });
      expect(await balances()).toEqual({ hold: 0, wallet: 0, debt: 0 });
    }
  });

  test('in full, and the refund comes to nothing: held anew', async () => {
    const order = await paid();
    await pass(14);
    await applyPaymentEvent(app, order, 'refunded', { causeRef: `${order}-1` });
    expect(await balances()).toEqual({ hold: 0, wallet: 0, debt: 0 });
    expect(await applyPaymentEvent(app, order, 'refundFailed', { causeRef: `${order}-1` })).toBe('granted');
    expect(await balances()).toEqual({ hold: 25, wallet: 0, debt: 0 });
  });

  test('in part while its share is released at the same moment', async () => {
    const order = await paid();
    app.advanceMs(14 * DAY_MS);
    await Promise.all([releaseCashBacks(app.deps), refundPart(order, 1, 2000), releaseCashBacks(app.deps)]);
    expect(await balances()).toEqual({ hold: 0, wallet: 15, debt: 0 });
  });

  test('and came again after a dispute: held anew for 14 days, and taken again by the next', async () => {
    const order = await paid();
    await pass(14);
    await applyPaymentEvent(app, order, 'chargedBack', { causeRef: `${order}-1` });
    expect(await balances()).toEqual({ hold: 0, wallet: 0, debt: 0 });
    await applyPaymentEvent(app, order, 'disputeWon', { causeRef: `${order}-1` });
    expect(await balances()).toEqual({ hold: 25, wallet: 0, debt: 0 });
    await pass(13);
    expect((await balances()).hold).toBe(25);
    await pass(1);
    expect(await balances()).toEqual({ hold: 0, wallet: 25, debt: 0 });
    await applyPaymentEvent(app, order, 'chargedBack', { causeRef: `${order}-2` });
    expect(await balances()).toEqual({ hold: 0, wallet: 0, debt: 0 });
  });

  test('while it is released at the same moment: net 0', async () => {
    const order = await paid();
    app.advanceMs(14 * DAY_MS);
    await Promise.all([
      releaseCashBacks(app.deps),
      applyPaymentEvent(app, order, 'refunded'),
      releaseCashBacks(app.deps),
    ]);
    expect(await balances()).toEqual({ hold: 0, wallet: 0, debt: 0 });
  });
});

test('the statistics and the movements tell of it', async () => {
  await paid();
  await pass(14);
  await paid();
  await app.pool.query(
    `UPDATE sessions SET last_seen_at = $1, expires_at = created_at + interval '30 days'`,
    [app.deps.now()],
  );
  const asInviter = { ...inviter.headers, 'accept-language': 'en' };
  const reply = await app.get('/api/v1/referral/account-statistic', asInviter);
  expect(reply.json<AccountStatistic>().systemAccountStatistic).toMatchObject({
    referralsDonationsSum: 10_000,
    referralsDonationCashBackSum: 50,
    heldFromReferralsSum: 25,
    earnedFromReferralsSum: 25,
  });
  const { movements } = (await app.get('/api/v1/user/movements', asInviter)).json<{
    movements: Movement[];
  }>();
  expect(movements).toMatchObject([
    { amount: 25, reason: 'cashBackReleased', subject: expect.stringMatching(/^p•••\d$/) },
  ]);
  expect(await balanceOf(app, inviter.accountId)).toBe(25);
  const { cashBacks, rewards } = (await app.get('/api/v1/user/export', asInviter)).json<PlayerData>();
  expect(cashBacks).toMatchObject([
    { amount: 25, basisPoints: 500, state: 'held', settledAt: null },
    { amount: 25, basisPoints: 500, state: 'released', settledAt: app.deps.now().toISOString() },
  ]);
  expect(rewards).toEqual([]);
});
