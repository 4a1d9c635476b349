import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountStatistic, InvitedPlayer, ReferralStatus } from '#/contract/referral.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { giveCoupons } from '../../../support/players/cabinet.ts';
import { createPlayer, open, type Player } from '../../../support/app/factories.ts';
import { invite, inviteActive, shareDevice, verify } from '../../../support/players/referrals.ts';
import {
  applyPaymentEvent,
  loginOf,
  pendingOrder,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const DAY_MS = 24 * 60 * 60_000;
let app: TestApp;
let inviter: Player;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
beforeEach(async () => {
  inviter = await createPlayer(app.deps);
  await verify(app, inviter);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const headers = (language = 'en') => ({ ...inviter.headers, 'accept-language': language });
const statisticOf = async () =>
  (await app.get('/api/v1/referral/account-statistic', headers())).json<AccountStatistic>();
const playersOf = async (query = '') =>
  (await app.get(`/api/v1/referral/players${query}`, headers())).json<{
    players: InvitedPlayer[];
    nextBefore: number | null;
  }>();
const activeReferral = () => inviteActive(app, inviter, { amount: 50 });

describe('C7 who counts', () => {
  const reasonOf = async (player: Player) =>
    (await playersOf()).players.find(({ id }) => id === player.accountId)?.reason;

  test('who is confirmed, has paid, and has opened a case within 30 days, whatever became of the prize', async () => {
    const player = await invite(app, inviter);
    expect(await reasonOf(player)).toBe('unverified');
    await verify(app, player);
    expect(await reasonOf(player)).toBe('notPaid');
    await applyPaymentEvent(app, await pendingOrder(app, player, { amount: 49 }), 'paid');
    expect(await reasonOf(player)).toBe('notPaid');
    await applyPaymentEvent(app, await pendingOrder(app, player, { amount: 5 }), 'paid');
    await app.pool.query(
      `UPDATE orders SET granted_at = granted_at - interval '31 days' WHERE account_id = $1`,
      [player.accountId],
    );
    expect(await reasonOf(player)).toBe('idle');
    await giveCoupons(app, player, 1, { state: 'converted', price: 0 });
    expect(await reasonOf(player)).toBe('active');
    expect((await statisticOf()).systemAccountStatistic).toMatchObject({
      activeReferral: 1,
      totalReferral: 1,
    });
    const { rows } = await app.pool.query<{ at: Date }>('SELECT max(created_at) AS at FROM coupons');
    await withClock(rows[0]!.at.getTime() + 30 * DAY_MS - 1, async () =>
      expect(await reasonOf(player)).toBe('active'),
    );
    await withClock(rows[0]!.at.getTime() + 30 * DAY_MS, async () =>
      expect(await reasonOf(player)).toBe('idle'),
    );
  });

  /** Lets the server live at another time for a while; sessions outlive it. */
  async function withClock(timeMs: number, work: () => Promise<void>): Promise<void> {
    const by = timeMs - app.deps.now().getTime();
    const live = `UPDATE sessions SET last_seen_at = last_seen_at + $1 * interval '1 ms',
      created_at = created_at + $1 * interval '1 ms', expires_at = expires_at + $1 * interval '1 ms'`;
    app.advanceMs(by);
    await app.pool.query(live, [by]);
    await work();
    app.advanceMs(-by);
    await app.pool.query(live, [-by]);
  }

  test('who is confirmed and has paid, until the payment goes back; coins are no payment', async () => {
    const player = await invite(app, inviter);
    await verify(app, player);
    const order = await pendingOrder(app, player);
    expect(await reasonOf(player)).toBe('notPaid');
    await applyPaymentEvent(app, order, 'paid');
    expect(await reasonOf(player)).toBe('active');
    await applyPaymentEvent(app, order, 'refunded');
    expect(await reasonOf(player)).toBe('notPaid');
  });

  test('nobody who was seen in the browser of the inviter, and nobody who is gone', async () => {
    const [twin, closed] = [await activeReferral(), await activeReferral()];
    await shareDevice(app, [inviter, twin]);
    expect(await reasonOf(twin)).toBe('sameDevice');
    await app.pool.query(
      `WITH gone AS (DELETE FROM sessions WHERE account_id = $1)
      UPDATE accounts SET status = 'closed', login = 'closed-0123' WHERE id = $1`,
      [closed.accountId],
    );
    expect(await reasonOf(closed)).toBe('closed');
    expect((await playersOf()).players.map(({ login }) => login)).toContain('•••');
    expect((await statisticOf()).systemAccountStatistic).toMatchObject({
      activeReferral: 0,
      totalReferral: 2,
    });
  });
});

describe('C7 the invited players', () => {
  test('are listed masked, newest first, page by page, with what they paid and brought', async () => {
    const players = [];
    for (let at = 0; at < 27; at++) players.push(await invite(app, inviter));
    const payer = players[3]!;
    await verify(app, payer);
    await applyPaymentEvent(app, await pendingOrder(app, payer), 'paid');
    await createPlayer(app.deps);
    const first = await playersOf();
    const second = await playersOf(`?before=${first.nextBefore}`);
    expect([first.players.length, second.players.length, second.nextBefore]).toEqual([24, 3, null]);
    const all = [...first.players, ...second.players];
    expect(all.map(({ id }) => id)).toEqual(players.map(({ accountId }) => accountId).toReversed());
    const login = await loginOf(app, payer);
    expect(all.find(({ id }) => id === payer.accountId)).toEqual({
      id: payer.accountId,
      login: `${login[0]}•••${login.at(-1)}`,
      invitedAt: app.deps.now().toISOString(),
      reason: 'active',
      donationsCents: 5000,
      cashBack: 25,
    });
    expect((await statisticOf()).systemAccountStatistic).toMatchObject({
      totalReferral: 27,
      activeReferral: 1,
      referralsDonationsSum: 5000,
      referralsDonationCashBackSum: 25,
      heldFromReferralsSum: 25,
      earnedFromReferralsSum: 0,
    });
  });

  test('E4 a before that is no id is refused', async () => {
    for (const query of ['?before=0', '?before=-1', '?before=x', '?page=2'])
      expect((await app.get(`/api/v1/referral/players${query}`, headers())).statusCode).toBe(400);
  });
});

describe('C7 ranks', () => {
  test('are listed in the language of the caller', async () => {
    const reply = await app.get('/api/v1/referral/status-statistic', headers('uk'));
    expect(reply.json<{ statuses: ReferralStatus[] }>().statuses).toEqual([
      {
        name: 'Звання 1',
        imageName: 'referral/rank-1',
        cashBackPercent: 5,
        referralsAmountFrom: 1,
        referralsAmountTo: 2,
      },
      {
        name: 'Звання 2',
        imageName: 'referral/rank-2',
        cashBackPercent: 7.5,
        referralsAmountFrom: 3,
        referralsAmountTo: 4,
      },
      {
        name: 'Звання 3',
        imageName: 'referral/rank-3',
        cashBackPercent: 10,
        referralsAmountFrom: 5,
        referralsAmountTo: null,
      },
    ]);
  });

  test('follow the active referrals, and the highest is the leader', async () => {
    const seen = [];
    for (let count = 0; count <= 5; count++) {
      const { lastStatus, isLeader } = await statisticOf();
      seen.push([lastStatus?.name ?? null, isLeader]);
      await activeReferral();
    }
    expect(seen).toEqual([
      [null, false],
      ['Rank 1', false],
      ['Rank 1', false],
      ['Rank 2', false],
      ['Rank 2', false],
      ['Rank 3', true],
    ]);
  });

  test('say nothing of the media partner, who is told besides', async () => {
    expect(await statisticOf()).toMatchObject({ isMediaPartner: false });
    await app.pool.query('UPDATE accounts SET is_media_partner = true WHERE id = $1', [inviter.accountId]);
    expect(await statisticOf()).toMatchObject({ isMediaPartner: true, lastStatus: null });
  });
});

test('an opening of a case is what makes a referral active who has paid once', async () => {
  const player = await createPlayer(app.deps, { 1: 1 });
  await app.pool.query('UPDATE accounts SET inviter_id = $1, is_verified = true WHERE id = $2', [
    inviter.accountId,
    player.accountId,
  ]);
  await applyPaymentEvent(app, await pendingOrder(app, player, { amount: 50 }), 'paid');
  await app.pool.query(
    `UPDATE orders SET granted_at = granted_at - interval '31 days' WHERE account_id = $1`,
    [player.accountId],
  );
  expect((await playersOf()).players[0]?.reason).toBe('idle');
  await open(app, player, { case_id: 1 });
  expect((await playersOf()).players[0]?.reason).toBe('active');
});
