import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { rewardMilestones } from '#/server/domain/referral/rewardMilestones.ts';
import { newsOf } from '../../../support/players/news.ts';
import { giveCoupons } from '../../../support/players/cabinet.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import {
  holdingsOf,
  invite,
  inviteActive,
  inviteFriends,
  milestonesOf,
  passDays,
  statisticOf,
  verify,
} from '../../../support/players/referrals.ts';
import { auditOf } from '../../../support/players/settings.ts';
import {
  applyPaymentEvent,
  balanceOf,
  pendingOrder,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const DAY_MS = 24 * 60 * 60_000;
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
const inDays = (days: number) => new Date(app.deps.now().getTime() + days * DAY_MS).toISOString();
/** Lets days pass; the jobs of both servers run afterwards. */
const pass = (days: number) => passDays([app, sibling], days);
const holdings = () => holdingsOf(app, inviter);
const friends = (count: number, amount?: number) => inviteFriends(app, inviter, count, amount);

describe('SE4 RF2 a reward', () => {
  test('waits 14 days, then is given once with all of it, and the page tells of it', async () => {
    await friends(1);
    await rewardMilestones(app.deps);
    const releaseAt = inDays(HOLD);
    expect((await milestones())[0]).toEqual({
      id: 1,
      requiredReferralsAmount: 1,
      imageName: 'referral/award-1',
      couponName: 'Award 1',
      state: 'waiting',
      rewardedAt: null,
      releaseAt,
      reversedAt: null,
      missingCents: 0,
    });
    expect((await statistic()).systemAccountStatistic).toMatchObject({
      activeReferral: 1,
      rewardsAmount: 0,
    });
    await friends(3);
    await pass(HOLD - 1 / DAY_MS);
    expect(await holdings()).toEqual([0, 0, 0, 0, 0]);
    await pass(1 / DAY_MS);
    expect(await holdings()).toEqual([30, 0, 0, 0, 0]);
    await pass(HOLD);
    await pass(1);
    expect(await holdings()).toEqual([100, 0, 3, 1, 7]);
    expect(await states()).toEqual(['given', 'given', 'given']);
    expect((await milestones())[0]?.rewardedAt).toBe(releaseAt);
    expect(await auditOf(app, inviter.accountId)).toEqual(Array(3).fill('milestoneRewarded'));
    const { systemAccountStatistic } = await statistic();
    expect(systemAccountStatistic).toMatchObject({ rewardsAmount: 3, earnedFromReferralsSum: 100 });
    expect(systemAccountStatistic.userRewards.map(({ name }) => name)).toEqual([
      'Award 3',
      'Award 2',
      'Award 1',
    ]);
  });

  test('C15 is told in the news when it is given, once, by its name', async () => {
    await friends(1);
    await rewardMilestones(app.deps);
    const rewards = async () => (await newsOf(app, inviter)).filter(({ kind }) => kind === 'reward');
    expect(await rewards()).toEqual([]);
    await pass(HOLD);
    await pass(1);
    expect(await rewards()).toEqual([{ kind: 'reward', isRead: false, title: 'Award 1' }]);
    const { rows } = await app.pool.query<{ at: Date; mailed: boolean }>(
      `SELECT at, mail_at IS NOT NULL AS mailed FROM player_news WHERE account_id = $1 AND kind = 'reward'`,
      [inviter.accountId],
    );
    const [milestone] = await milestones();
    expect(rows.map(({ at, mailed }) => [at.toISOString(), mailed])).toEqual([[milestone!.rewardedAt, true]]);
  });

  test('is given once by 20 runs of two servers at once', async () => {
    await friends(2);
    const runAll = () =>
      Promise.all(Array.from({ length: 20 }, (_, at) => rewardMilestones((at % 2 ? app : sibling).deps)));
    await runAll();
    app.advanceMs(HOLD * DAY_MS);
    sibling.advanceMs(HOLD * DAY_MS);
    await runAll();
    expect(await holdings()).toEqual([30, 0, 3, 0, 0]);
  });

  test('of payments that went back in time is never given', async () => {
    const [friend] = await friends(1);
    await rewardMilestones(app.deps);
    await applyPaymentEvent(app, friend!.order, 'chargedBack');
    await pass(HOLD);
    expect(await holdings()).toEqual([0, 0, 0, 0, 0]);
    expect(await states()).toEqual(['open', 'open', 'open']);
    // the dispute is won: the payment stands again
    await applyPaymentEvent(app, friend!.order, 'disputeWon', { causeRef: `chargedBack-${friend!.order}` });
    await pass(1);
    expect(await holdings()).toEqual([30, 0, 0, 0, 0]);
  });

  test('waits for friends who are active when it is due', async () => {
    const [friend] = await friends(1);
    await rewardMilestones(app.deps);
    await app.pool.query('UPDATE orders SET granted_at = granted_at - $1::interval WHERE public_id = $2', [
      '20 days',
      friend!.order,
    ]);
    await pass(HOLD);
    expect(await holdings()).toEqual([0, 0, 0, 0, 0]);
    await giveCoupons(app, friend!, 1);
    await app.pool.query('UPDATE coupons SET created_at = $1 WHERE account_id = $2', [
      app.deps.now(),
      friend!.accountId,
    ]);
    await pass(1);
    expect(await holdings()).toEqual([30, 0, 0, 0, 0]);
  });

  test('waits for an inviter who is confirmed', async () => {
    await friends(1);
    await app.pool.query('UPDATE accounts SET is_verified = false WHERE id = $1', [inviter.accountId]);
    await pass(HOLD);
    expect(await states()).toEqual(['open', 'open', 'open']);
    await verify(app, inviter);
    await pass(0);
    await pass(HOLD);
    expect(await holdings()).toEqual([30, 0, 0, 0, 0]);
  });
});

describe('SE4 RF2 a reward that payments do not carry', () => {
  test('waits until they do, and says how much is missing', async () => {
    // 5 euro: 20 % are 10 OC, with 2 OC of cash-back among them
    await friends(1, 50);
    await pass(0);
    await pass(HOLD);
    expect(await holdings()).toEqual([0, 0, 0, 0, 0]);
    // 22 OC are missing: 11 euro
    expect((await milestones())[0]).toMatchObject({ state: 'uncovered', missingCents: 1100 });
    await friends(1, 200);
    await pass(HOLD - 1);
    expect((await holdings())[0]).toBe(0);
    await pass(1);
    expect((await holdings())[0]).toBe(30);
  });

  test('is not given for 30 accounts of half a euro each, nor kept when they charge back', async () => {
    for (let at = 0; at < 30; at++) await inviteActive(app, inviter, { amount: 5 });
    await pass(0);
    await pass(HOLD);
    expect(await states()).toEqual(['open', 'open', 'open']);
    expect((await statistic()).systemAccountStatistic).toMatchObject({
      activeReferral: 0,
      totalReferral: 30,
    });
    expect(await holdings()).toEqual([0, 0, 0, 0, 0]);
  });

  test('counts neither what the inviter pays for friends, nor more than three friends of a network', async () => {
    const friend = await invite(app, inviter);
    await verify(app, friend);
    const own = await pendingOrder(app, friend, { amount: 2000 });
    await app.pool.query('UPDATE orders SET buyer_id = $1 WHERE public_id = $2', [inviter.accountId, own]);
    await applyPaymentEvent(app, own, 'paid');
    expect((await statistic()).systemAccountStatistic.activeReferral).toBe(0);
    for (const network of ['', '10.0.0.*'])
      for (let at = 0; at < 4; at++) await inviteActive(app, inviter, { network });
    expect((await statistic()).systemAccountStatistic.activeReferral).toBe(6);
  });
});

describe('RF2 sham accounts', () => {
  test('500 accounts in the browser of their inviter bring nothing', async () => {
    await app.pool.query(
      `INSERT INTO accounts (server_key, login, email, password_hash, user_promo_code, inviter_id, is_verified, created_at)
       SELECT 'everest', 'sybil' || n, 'sybil' || n || '@example.org', 'none', 'SYBIL' || n, $1, true, $2
       FROM generate_series(1, 500) n`,
      [inviter.accountId, app.deps.now()],
    );
    const hash = createHash('sha256').update('one browser').digest();
    await app.pool.query(
      `INSERT INTO known_devices SELECT id, $1, $2, $2 FROM accounts WHERE id = $3 OR inviter_id = $3`,
      [hash, app.deps.now(), inviter.accountId],
    );
    await app.pool.query(
      `WITH chain AS (INSERT INTO fair_chains (account_id, chain_no, root_encrypted, anchor, created_at)
        SELECT id, 1, '', '', created_at FROM accounts WHERE inviter_id = $1 RETURNING *)
      INSERT INTO fair_epochs (public_id, account_id, chain_id, idx, commitment, server_seed_encrypted, created_at)
      SELECT 'e-' || account_id, account_id, id, 1, '', '', created_at FROM chain`,
      [inviter.accountId],
    );
    await app.pool.query(
      `INSERT INTO ledger_accounts (kind, owner_id) SELECT 'wallet', id FROM accounts WHERE inviter_id = $1`,
      [inviter.accountId],
    );
    const { rows } = await app.pool.query<{ id: string }>(
      'SELECT id FROM accounts WHERE inviter_id = $1 LIMIT 3',
      [inviter.accountId],
    );
    for (const { id } of rows)
      await applyPaymentEvent(app, await pendingOrder(app, { accountId: Number(id) }), 'paid');
    await rewardMilestones(app.deps);
    expect((await statistic()).systemAccountStatistic).toMatchObject({
      activeReferral: 0,
      totalReferral: 500,
      rewardsAmount: 0,
      referralsDonationsSum: 15_000,
      referralsDonationCashBackSum: 0,
    });
    expect(await balanceOf(app, inviter.accountId)).toBe(0);
  });
});
