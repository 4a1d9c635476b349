import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { rewardMilestones } from '#/server/domain/referral/rewardMilestones.ts';
import { createPlayer, open, type Player } from '../../../support/app/factories.ts';
import {
  holdingsOf,
  inviteFriends,
  milestonesOf,
  passDays,
  statisticOf,
  verify,
} from '../../../support/players/referrals.ts';
import { auditOf } from '../../../support/players/settings.ts';
import { applyPaymentEvent, useFakeProvider } from '../../../support/players/shopping.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

/** Days until a reward is given. */
const HOLD = 14;
let app: TestApp;
let sibling: TestApp;
let inviter: Player;

beforeAll(async () => {
  app = await createTestApp();
  sibling = await createSibling(app);
  useFakeProvider(app);
});
beforeEach(async () => {
  inviter = await createPlayer(app.deps);
  await verify(app, inviter);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(async () => {
  await sibling.close();
  await app.close();
});

const statistic = () => statisticOf(app, inviter);
const milestones = () => milestonesOf(app, inviter);
const states = async () => (await milestones()).map(({ state }) => state);
/** Lets days pass; the jobs of both servers run afterwards. */
const pass = (days: number) => passDays([app, sibling], days);
const holdings = () => holdingsOf(app, inviter);
const friends = (count: number, amount?: number) => inviteFriends(app, inviter, count, amount);

describe('SE4 RF2 a reward that was given', () => {
  test('comes back with the payment: what is not used is taken, what is used is owed', async () => {
    const [, second] = await friends(2);
    await pass(0);
    await pass(HOLD);
    expect(await holdings()).toEqual([30, 0, 3, 0, 0]);
    expect((await open(app, inviter, { case_id: 2 })).statusCode).toBe(200);
    await applyPaymentEvent(app, second!.order, 'chargedBack');
    // one piece of case 2 was opened, 40 OC: 30 are in the wallet, 10 are owed
    expect(await holdings()).toEqual([0, -10, 0, 0, 0]);
    expect(await states()).toEqual(['given', 'reversed', 'open']);
    expect(await auditOf(app, inviter.accountId)).toEqual([
      'milestoneRewarded',
      'milestoneRewarded',
      'milestoneReversed',
    ]);
    expect((await statistic()).systemAccountStatistic.rewardsAmount).toBe(1);
  });

  test('comes back with all payments, Premium as well, and can be earned again', async () => {
    const all = await friends(4);
    await pass(0);
    await pass(HOLD);
    expect(await holdings()).toEqual([100, 0, 3, 1, 7]);
    await pass(1);
    for (const { order } of all) await applyPaymentEvent(app, order, 'chargedBack');
    // of 7 days of Premium, 90 OC, 1 was used: 13 OC, rounded up
    expect(await holdings()).toEqual([0, -13, 0, 0, 0]);
    expect(await states()).toEqual(['reversed', 'reversed', 'reversed']);
    await pass(1 / 24);
    expect(await states()).toEqual(['reversed', 'reversed', 'reversed']);
    for (const { order } of all)
      await applyPaymentEvent(app, order, 'disputeWon', { causeRef: `chargedBack-${order}` });
    await pass(1 / 24);
    expect(await states()).toEqual(['waiting', 'waiting', 'waiting']);
    // the shares of the won payments are held anew; the debt is still owed
    await pass(HOLD);
    expect(await holdings()).toEqual([100 - 13, 0, 3, 1, 7]);
  });

  test('is taken once by 30 charge-backs at once, while the jobs run', async () => {
    const all = await friends(4);
    await pass(0);
    await pass(HOLD);
    await Promise.all([
      ...all.map(({ order }) => applyPaymentEvent(app, order, 'chargedBack')),
      ...all.map(({ order }) => applyPaymentEvent(app, order, 'chargedBack')),
      ...[app, sibling, app].map(({ deps }) => rewardMilestones(deps)),
    ]);
    expect(await holdings()).toEqual([0, 0, 0, 0, 0]);
  });

  test('comes back when a refund in part leaves too little to carry it', async () => {
    // 40 euro carry 80 OC: 20 of cash-back, and 30 of the reward
    const [friend] = await friends(1, 400);
    await pass(0);
    await pass(HOLD);
    expect(await holdings()).toEqual([30, 0, 0, 0, 0]);
    const back = (amountCents: number, part: number) =>
      applyPaymentEvent(app, friend!.order, 'refunded', {
        amountCents,
        causeRef: `${friend!.order}-${part}`,
      });
    await back(2000, 1);
    expect(await holdings()).toEqual([30, 0, 0, 0, 0]);
    await back(100, 2);
    expect(await holdings()).toEqual([0, 0, 0, 0, 0]);
  });

  test('stays with a friend who closes the account or pays no more, while the payment stands', async () => {
    const [friend] = await friends(1);
    await pass(0);
    await pass(HOLD);
    await app.pool.query(`DELETE FROM sessions WHERE account_id = $1`, [friend!.accountId]);
    await app.pool.query(`UPDATE accounts SET status = 'closed', login = 'closed-1' WHERE id = $1`, [
      friend!.accountId,
    ]);
    await pass(60);
    expect(await holdings()).toEqual([30, 0, 0, 0, 0]);
  });

  test('before rewards waited stays, and counts against the share', async () => {
    const [friend] = await friends(1, 400);
    await app.pool.query(
      `INSERT INTO referral_rewards (account_id, milestone_id, state, required_referrals, grants, created_at, settled_at)
       SELECT $1, id, 'given', required_referrals, grants, $2, $2 FROM referral_milestones WHERE id = 2`,
      [inviter.accountId, app.deps.now()],
    );
    await pass(0);
    await pass(HOLD);
    // 80 OC less 20 of cash-back and 120 of the earlier reward
    expect((await milestones()).slice(0, 2)).toMatchObject([
      { state: 'uncovered', missingCents: 4500 },
      { state: 'given', rewardedAt: expect.any(String) as string },
    ]);
    await applyPaymentEvent(app, friend!.order, 'chargedBack');
    expect(await states()).toEqual(['open', 'given', 'open']);
  });
});
