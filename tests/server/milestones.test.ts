import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountStatistic, Milestone } from '#/contract/referral.ts';
import { brokenInvariants } from '#/server/db/invariants.ts';
import { rewardMilestones } from '#/server/jobs/rewardMilestones.ts';
import { giveCoupons } from '../support/cabinet.ts';
import { createPlayer, type Player } from '../support/factories.ts';
import { invite, verify } from '../support/referrals.ts';
import { auditOf } from '../support/settings.ts';
import { balanceOf, hear, pendingOrder, stockOf, useFakeProvider } from '../support/shopping.ts';
import { createSibling, createTestApp, type TestApp } from '../support/testApp.ts';

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

const headers = (language = 'en') => ({ ...inviter.headers, 'accept-language': language });
const statisticOf = async () =>
  (await app.get('/api/v1/referral/account-statistic', headers())).json<AccountStatistic>();
const milestonesOf = async () =>
  (await app.get('/api/v1/referral/milestone', headers())).json<{ milestones: Milestone[] }>().milestones;
/** An invited, confirmed player who has opened a case just now. */
async function activeReferral(): Promise<Player> {
  const player = await invite(app, inviter);
  await verify(app, player);
  await giveCoupons(app, player, 1);
  return player;
}

describe('R2 milestones', () => {
  const rewarded = async () =>
    (await milestonesOf()).map(({ requiredReferralsAmount, rewardedAt }) => [
      requiredReferralsAmount,
      rewardedAt !== null,
    ]);

  test('are rewarded once each, with everything they give', async () => {
    await activeReferral();
    await rewardMilestones(app.deps);
    expect(await rewarded()).toEqual([
      [1, true],
      [2, false],
      [4, false],
    ]);
    expect(await balanceOf(app, inviter.accountId)).toBe(30);
    for (let at = 0; at < 3; at++) await activeReferral();
    await rewardMilestones(app.deps);
    await rewardMilestones(app.deps);
    const { accountId } = inviter;
    expect([
      await balanceOf(app, accountId),
      await stockOf(app, accountId, 2),
      await stockOf(app, accountId, 1),
    ]).toEqual([100, 3, 1]);
    const { rows } = await app.pool.query<{ days: number }>(
      `SELECT extract(epoch FROM ends_at - starts_at)::int / 86400 AS days FROM premium_periods WHERE account_id = $1`,
      [accountId],
    );
    expect(rows).toEqual([{ days: 7 }]);
    expect(await auditOf(app, accountId)).toEqual(Array(3).fill('milestoneRewarded'));
    const { systemAccountStatistic } = await statisticOf();
    expect(systemAccountStatistic).toMatchObject({ rewardsAmount: 3, earnedFromReferralsSum: 100 });
    expect(systemAccountStatistic.userRewards.map(({ name }) => name)).toEqual([
      'Award 3',
      'Award 2',
      'Award 1',
    ]);
    expect((await milestonesOf())[0]).toEqual({
      id: 1,
      requiredReferralsAmount: 1,
      imageName: 'referral/award-1',
      couponName: 'Award 1',
      rewardedAt: app.deps.now().toISOString(),
    });
  });

  test('by two servers at once: once', async () => {
    for (let at = 0; at < 2; at++) await activeReferral();
    await Promise.all(Array.from({ length: 20 }, (_, at) => rewardMilestones((at % 2 ? app : sibling).deps)));
    expect([await balanceOf(app, inviter.accountId), await stockOf(app, inviter.accountId, 2)]).toEqual([
      30, 3,
    ]);
  });

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
    for (const { id } of rows) await hear(app, await pendingOrder(app, { accountId: Number(id) }), 'paid');
    await rewardMilestones(app.deps);
    expect((await statisticOf()).systemAccountStatistic).toMatchObject({
      activeReferral: 0,
      totalReferral: 500,
      rewardsAmount: 0,
      referralsDonationsSum: 15_000,
      referralsDonationCashBackSum: 0,
    });
    expect(await balanceOf(app, inviter.accountId)).toBe(0);
  });

  test('an inviter who is not confirmed waits for his', async () => {
    await activeReferral();
    await app.pool.query('UPDATE accounts SET is_verified = false WHERE id = $1', [inviter.accountId]);
    await rewardMilestones(app.deps);
    expect(await balanceOf(app, inviter.accountId)).toBe(0);
    await verify(app, inviter);
    await rewardMilestones(app.deps);
    expect(await balanceOf(app, inviter.accountId)).toBe(30);
  });
});
