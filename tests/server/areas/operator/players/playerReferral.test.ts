import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { INVITED_ROWS, type PlayerInvited, type PlayerReferral } from '#/contract/operator/playerReferral.ts';
import type { OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import { CASH_BACK_HOLD_DAYS } from '#/contract/referral.ts';
import { createPlayer } from '../../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { releaseCashBacks } from '#/server/domain/referral/releaseCashBacks.ts';
import { invite, inviteActive, shareDevice, verify } from '../../../../support/players/referrals.ts';
import { useFakeProvider } from '../../../../support/players/shopping.ts';

let site: TestApp;
let viewer: TestOperator;

beforeAll(async () => {
  site = await createTestApp();
  useFakeProvider(site);
});
beforeEach(async () => {
  viewer = await createOperator(site, 'viewer');
});
afterAll(() => site.close());

async function read<T>(endpoint: OperatorEndpoint, id: number, query?: Record<string, string>): Promise<T> {
  const answer = await viewer.browser.call(endpoint, { params: { id: String(id) }, ...(query && { query }) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const referralOf = (id: number) => read<PlayerReferral>(operatorCalls.playerReferral, id);
const invitedOf = (id: number, query?: Record<string, string>) =>
  read<PlayerInvited>(operatorCalls.playerInvited, id, query);

test('O12 the page of a player shows who invited them, whom they invited, and why each counts or not', async () => {
  const inviter = await createPlayer(site.deps);
  const active = await inviteActive(site, inviter);
  const unverified = await invite(site, inviter);
  const poor = await invite(site, inviter);
  await verify(site, poor);
  const close = await inviteActive(site, inviter);
  await shareDevice(site, [inviter, close]);
  const { players, before } = await invitedOf(inviter.accountId);
  expect(before).toBeNull();
  expect(players.map(({ id, reason }) => [id, reason])).toEqual([
    [close.accountId, 'sameDevice'],
    [poor.accountId, 'notPaid'],
    [unverified.accountId, 'unverified'],
    [active.accountId, 'active'],
  ]);
  // an operator sees the whole login
  expect(players[3]).toMatchObject({
    login: expect.stringMatching(/^player\d+$/),
    server: 'everest',
    donationsCents: 5000,
  });
  expect(await referralOf(inviter.accountId)).toMatchObject({ inviter: null, total: 4, active: 1 });
  expect((await referralOf(active.accountId)).inviter).toMatchObject({
    id: inviter.accountId,
    reason: 'active',
  });
});

test('O12 held cash-back names its order, its payer and its day, until it is paid out', async () => {
  const inviter = await createPlayer(site.deps);
  await verify(site, inviter);
  await inviteActive(site, inviter);
  const friend = await inviteActive(site, inviter);
  const { held, coinsHeld, coinsReleased, rank } = await referralOf(inviter.accountId);
  expect(rank?.cashBackBasisPoints).toBeGreaterThan(0);
  const ofFriend = held.find(({ order }) => order === friend.order);
  expect(ofFriend).toMatchObject({ player: { id: friend.accountId } });
  expect(coinsHeld).toBe(held.reduce((sum, { coins }) => sum + coins, 0));
  expect(coinsReleased).toBe(0);
  const { players } = await invitedOf(inviter.accountId);
  expect(players.reduce((sum, { cashBackCoins }) => sum + cashBackCoins, 0)).toBe(coinsHeld);
  site.advanceMs(CASH_BACK_HOLD_DAYS * 24 * 60 * 60_000);
  await releaseCashBacks(site.deps);
  viewer = await createOperator(site, 'viewer');
  expect(await referralOf(inviter.accountId)).toMatchObject({
    held: [],
    coinsHeld: 0,
    coinsReleased: coinsHeld,
  });
});

test('O12 the invited are listed page by page', async () => {
  const inviter = await createPlayer(site.deps);
  await site.pool.query(
    `INSERT INTO accounts (login, email, password_hash, server_key, locale, status, user_promo_code, inviter_id, created_at, sign_up_network)
     SELECT 'Crowd' || n, 'crowd' || n || '@example.org', 'x', 'everest', 'en', 'active', 'CROWD' || n, $1, $2, 'n' || n
     FROM generate_series(1, $3::int) n`,
    [inviter.accountId, site.deps.now(), INVITED_ROWS + 1],
  );
  const first = await invitedOf(inviter.accountId);
  expect(first.players).toHaveLength(INVITED_ROWS);
  const second = await invitedOf(inviter.accountId, { before: String(first.before) });
  expect(second).toMatchObject({ players: [{ login: 'Crowd1' }], before: null });
});
