import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { transfer } from '#/server/domain/ledger/ledger.ts';
import { invitedRows } from '#/server/domain/referral/invitedPlayers.ts';
import { releaseCashBacks } from '#/server/domain/referral/releaseCashBacks.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import {
  balancesOf,
  holdingsOf,
  invite,
  inviteFriends,
  milestonesOf,
  passDays,
  statisticOf,
  verify,
} from '../../../support/players/referrals.ts';
import {
  applyPaymentEvent,
  accept,
  orderOf,
  pendingOrder,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

/** Days until a share or a reward is released. */
const HOLD = 14;
let app: TestApp;
let inviter: Player;
let payer: Player;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
beforeEach(async () => {
  inviter = await createPlayer(app.deps);
  await verify(app, inviter);
  payer = await invite(app, inviter);
  await verify(app, payer);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

/** An operator accepts a part of 500 euro, 10 euro unless other cents are given. @returns the order */
async function acceptPart(amountCents = 1000, player = payer): Promise<string> {
  const id = await pendingOrder(app, player, { amount: 5000 });
  expect(await applyPaymentEvent(app, id, 'paid', { amountCents })).toBe('review');
  expect(await accept(app, id)).toBe('granted');
  return id;
}

const payRest = (id: string) => applyPaymentEvent(app, id, 'paid', { causeRef: `${id}-rest` });
const back = (id: string, kind: 'refunded' | 'refundFailed', amountCents: number, part = 1) =>
  applyPaymentEvent(app, id, kind, { amountCents, causeRef: `${id}-${part}` });
const shares = async () => {
  const { hold, wallet, debt } = await balancesOf(app, inviter.accountId);
  return [hold, wallet, debt];
};
const release = async () => {
  await passDays([app], HOLD);
  await releaseCashBacks(app.deps);
};
const statistic = async () => (await statisticOf(app, inviter)).systemAccountStatistic;
const paidBy = async () =>
  (await invitedRows(app.deps, inviter.accountId, undefined, 9)).map((row) => row.donationsCents);

describe('RF2 of an accepted payment of 10 of 500 euro', () => {
  test('the share is that of 10 euro, and so are the figures', async () => {
    await acceptPart();
    expect(await shares()).toEqual([5, 0, 0]);
    expect(await statistic()).toMatchObject({
      activeReferral: 1,
      heldFromReferralsSum: 5,
      referralsDonationsSum: 1000,
    });
    expect(await paidBy()).toEqual([1000]);
    await release();
    expect(await shares()).toEqual([0, 5, 0]);
  });

  test('half goes back: half of the share goes, before its release and after it', async () => {
    const [early, late] = [await acceptPart(), await acceptPart()];
    expect(await back(early, 'refunded', 500)).toBe('granted');
    await release();
    expect(await shares()).toEqual([0, 2 + 5, 0]);
    expect(await back(late, 'refunded', 500)).toBe('granted');
    expect(await shares()).toEqual([0, 2 + 2, 0]);
    expect(await paidBy()).toEqual([1000]);
    expect(await back(late, 'refundFailed', 500)).toBe('granted');
    expect(await shares()).toEqual([0, 2 + 5, 0]);
    expect(await paidBy()).toEqual([1500]);
  });

  test('all of it goes back: the share goes, and comes again if the refund fails', async () => {
    for (const isReleased of [false, true]) {
      const id = await acceptPart();
      if (isReleased) await release();
      expect(await back(id, 'refunded', 1000)).toBe('refunded');
      expect(await shares()).toEqual([0, 0, 0]);
      expect(await paidBy()).toEqual([0]);
      expect(await back(id, 'refundFailed', 1000)).toBe('granted');
      expect(await shares()).toEqual([5, 0, 0]);
      expect(await paidBy()).toEqual([1000]);
      expect(await back(id, 'refunded', 1000, 2)).toBe('refunded');
    }
  });

  test.each([1000, 50_000])('a dispute of %i cents takes the share, and is won', async (amountCents) => {
    const id = await acceptPart();
    await release();
    expect(await applyPaymentEvent(app, id, 'chargedBack', { amountCents })).toBe('charged_back');
    expect(await shares()).toEqual([0, 0, 0]);
    expect((await orderOf(app, id)).refunded_cents).toBe(1000);
    const won = { amountCents, causeRef: `chargedBack-${id}` };
    expect(await applyPaymentEvent(app, id, 'disputeWon', won)).toBe('granted');
    expect(await shares()).toEqual([5, 0, 0]);
    await release();
    expect(await shares()).toEqual([0, 5, 0]);
  });

  test('the rest comes: its share is added to what is held', async () => {
    const id = await acceptPart();
    expect(await back(id, 'refunded', 500)).toBe('granted');
    expect(await payRest(id)).toBe('granted');
    expect(await shares()).toEqual([250, 0, 0]);
    expect(await payRest(id)).toBe('granted');
    expect(await shares()).toEqual([250, 0, 0]);
    expect(await paidBy()).toEqual([49_500]);
    expect(await back(id, 'refundFailed', 500)).toBe('granted');
    await release();
    expect(await shares()).toEqual([0, 250, 0]);
    expect(await applyPaymentEvent(app, id, 'refunded', { amountCents: 25_000 })).toBe('granted');
    expect(await shares()).toEqual([0, 125, 0]);
  });

  test('the rest comes after the release: its share is added to the wallet', async () => {
    const id = await acceptPart();
    await release();
    expect(await payRest(id)).toBe('granted');
    expect(await shares()).toEqual([0, 250, 0]);
    expect(await applyPaymentEvent(app, id, 'refunded')).toBe('refunded');
    expect(await shares()).toEqual([0, 0, 0]);
  });

  test('the rest comes while the share is released: all of it is in the wallet, once', async () => {
    const id = await acceptPart();
    await passDays([app], HOLD);
    const releases = () => releaseCashBacks(app.deps);
    await Promise.all([releases(), payRest(id), payRest(id), releases()]);
    await releases();
    expect(await shares()).toEqual([0, 250, 0]);
  });

  test('the rest comes after all of it went back: the share is that of what is there', async () => {
    const id = await acceptPart();
    expect(await back(id, 'refunded', 1000)).toBe('refunded');
    expect(await payRest(id)).toBe('granted');
    expect(await paidBy()).toEqual([49_000]);
    await release();
    expect(await shares()).toEqual([0, 245, 0]);
  });
});

test('RF2 an accepted payment of 4 euro makes no active referral, and the rest of it does', async () => {
  const id = await acceptPart(400);
  expect(await statistic()).toMatchObject({ activeReferral: 0, referralsDonationsSum: 400 });
  expect(await shares()).toEqual([0, 0, 0]);
  expect(await payRest(id)).toBe('granted');
  expect(await statistic()).toMatchObject({ activeReferral: 1, referralsDonationsSum: 50_000 });
  expect(await shares()).toEqual([250, 0, 0]);
});

test('RF2 a reward waits until the money that came carries it, and goes with it', async () => {
  const id = await acceptPart();
  await passDays([app], 0);
  await passDays([app], HOLD);
  // 10 euro carry 20 OC: 5 of cash-back, and not 30 of the reward
  expect(await holdingsOf(app, inviter)).toEqual([0, 0, 0, 0, 0]);
  expect((await milestonesOf(app, inviter))[0]).toMatchObject({ state: 'uncovered', missingCents: 750 });
  expect(await payRest(id)).toBe('granted');
  await passDays([app], 1);
  expect(await holdingsOf(app, inviter)).toEqual([30, 0, 0, 0, 0]);
  expect(await applyPaymentEvent(app, id, 'refunded', { amountCents: 49_000 })).toBe('granted');
  expect(await holdingsOf(app, inviter)).toEqual([0, 0, 0, 0, 0]);
});

test('RF2 a reward is taken when what carried it goes back, though an accepted order is left', async () => {
  const [friend] = await inviteFriends(app, inviter, 1, 400);
  await acceptPart();
  await passDays([app], 0);
  await passDays([app], HOLD);
  expect(await holdingsOf(app, inviter)).toEqual([30, 0, 0, 0, 0]);
  expect(await applyPaymentEvent(app, friend!.order, 'refunded')).toBe('refunded');
  expect(await holdingsOf(app, inviter)).toEqual([0, 0, 0, 0, 0]);
});

test('RF2 payments of too little count for a milestone only once they reach 5 euro', async () => {
  const [other] = await inviteFriends(app, inviter, 1);
  await acceptPart(499);
  await passDays([app], 0);
  const states = async () => (await milestonesOf(app, inviter)).map(({ state }) => state);
  expect(await states()).toEqual(['waiting', 'open', 'open']);
  await acceptPart(1);
  await passDays([app], 1);
  expect(await states()).toEqual(['waiting', 'waiting', 'open']);
  await applyPaymentEvent(app, other!.order, 'refunded');
});

test('RF2 what went back before an operator accepted the payment counts at once', async () => {
  const id = await pendingOrder(app, payer, { amount: 500 });
  const dollars = { currency: 'USD' };
  await applyPaymentEvent(app, id, 'paid', { ...dollars, amountCents: 5400 });
  await applyPaymentEvent(app, id, 'refunded', { ...dollars, amountCents: 2900 });
  expect(await accept(app, id)).toBe('granted');
  expect(await paidBy()).toEqual([2500]);
  await release();
  expect(await shares()).toEqual([0, 12, 0]);
});

test('RF2 an order that was accepted before keeps the share of its total', async () => {
  const id = await acceptPart();
  await app.pool.query('UPDATE orders SET missing_cents = 0 WHERE public_id = $1', [id]);
  const { rows } = await app.pool.query<{ id: string }>(
    `UPDATE cash_backs SET amount = 250 FROM orders o WHERE o.id = order_id AND public_id = $1 RETURNING o.id`,
    [id],
  );
  await withTx(app.pool, (tx) =>
    transfer(tx, {
      from: { kind: 'bonus' },
      to: { kind: 'hold', ownerId: inviter.accountId },
      amount: 245,
      reason: 'cashBack',
      refType: 'cashBack',
      refId: `${rows[0]!.id}:2`,
    }),
  );
  expect(await brokenInvariants(app.pool)).toEqual({});
  expect(await back(id, 'refunded', 500)).toBe('granted');
  expect(await paidBy()).toEqual([49_500]);
  await release();
  expect(await shares()).toEqual([0, 247, 0]);
  expect(await back(id, 'refunded', 500, 2)).toBe('refunded');
  expect(await shares()).toEqual([0, 0, 0]);
});
