import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { createPlayer } from '../../../../support/app/factories.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator } from '../../../../support/desks/operators.ts';
import { PlayerDesk } from '../../../../support/desks/playerDesk.ts';
import { bearerOf, createMember } from '../../../../support/players/settings.ts';
import { giveCoins } from '../../../../support/players/shopping.ts';

let site: TestApp;
let desk: PlayerDesk;

beforeAll(async () => {
  site = await createTestApp();
  desk = new PlayerDesk(site);
});
beforeEach(() => desk.signIn());
afterAll(() => site.close());

const {
  closePlayer,
  endPlayerSessions,
  exportPlayer,
  markPartner,
  notePlayer,
  switchOffTwoFactor,
  unlinkPlayer,
} = operatorCalls;
const mailsOf = async (id: number) =>
  (
    await site.pool.query<{ kind: string }>('SELECT kind FROM mail_queue WHERE account_id = $1 ORDER BY id', [
      id,
    ])
  ).rows.map(({ kind }) => kind);
const isSignedIn = async (headers: Record<string, string>) =>
  (await site.app.inject({ url: '/api/v1/user', headers })).statusCode === 200;

test('O12 a note stands in the history; a viewer may not write one', async () => {
  const { accountId } = await createPlayer(site.deps);
  const by = await createOperator(site, 'support');
  const reason = 'rang twice, calls back';
  expect((await desk.act(notePlayer, accountId, { reason }, { by })).statusCode).toBe(200);
  expect((await desk.history(accountId))[0]).toMatchObject({
    act: 'notePlayer',
    operator: 'support',
    reason,
  });
  const viewer = await createOperator(site, 'viewer');
  expect(codeOf(await desk.act(notePlayer, accountId, { reason }, { by: viewer }))).toBe('operatorForbidden');
});

test('O13 one session of a player is ended, or all of them', async () => {
  const { accountId, headers, login } = await createMember(site);
  const second = await bearerOf(site, login);
  const [newest] = (await desk.show(accountId)).sessions;
  expect((await desk.act(endPlayerSessions, accountId, { session: newest!.id })).json()).toEqual({
    ended: 1,
  });
  expect([await isSignedIn(headers), await isSignedIn(second)]).toEqual([true, false]);
  const preview = await desk.act(endPlayerSessions, accountId, {}, { preview: true });
  expect(preview.json()).toMatchObject({ before: { sessions: 1 }, after: { sessions: 0 } });
  expect((await desk.act(endPlayerSessions, accountId)).json()).toEqual({ ended: 1 });
  expect(await isSignedIn(headers)).toBe(false);
  const stranger = await createPlayer(site.deps);
  const [theirs] = (await desk.show(stranger.accountId)).sessions;
  expect(codeOf(await desk.act(endPlayerSessions, accountId, { session: theirs!.id }))).toBe('notFound');
});

test('O13 a lost second factor is switched off: sessions end, the player is mailed; a manager asks first', async () => {
  const { accountId, headers } = await createMember(site);
  expect(codeOf(await desk.act(switchOffTwoFactor, accountId))).toBe('twoFaDisabledAlready');
  await site.pool.query('UPDATE accounts SET is_two_fa_enabled = true WHERE id = $1', [accountId]);
  const by = await createOperator(site, 'manager');
  expect((await desk.act(switchOffTwoFactor, accountId, {}, { by })).statusCode).toBe(202);
  expect((await desk.show(accountId)).isTwoFaEnabled).toBe(true);
  expect((await desk.act(switchOffTwoFactor, accountId)).json()).toEqual({ ended: 1 });
  expect((await desk.show(accountId)).isTwoFaEnabled).toBe(false);
  expect(await isSignedIn(headers)).toBe(false);
  expect(await mailsOf(accountId)).toContain('twoFaOff');
});

test('O13 a link to the game ends, and the player is mailed', async () => {
  const { accountId } = await createMember(site);
  expect(codeOf(await desk.act(unlinkPlayer, accountId))).toBe('linkNotFound');
  await site.pool.query(
    `INSERT INTO game_links (account_id, server_key, player, state, linked_at, confirmed_at)
      VALUES ($1, 'everest', $2, 'active', $3, $3)`,
    [accountId, `license2:${accountId}`, site.deps.now()],
  );
  expect((await desk.show(accountId)).link).toMatchObject({
    player: `license2:${accountId}`,
    state: 'active',
  });
  expect((await desk.act(unlinkPlayer, accountId)).statusCode).toBe(200);
  expect((await desk.show(accountId)).link).toBeNull();
  expect(await mailsOf(accountId)).toContain('gameUnlinked');
});

test('O13 a player is marked as a media partner, and no longer', async () => {
  const { accountId } = await createPlayer(site.deps);
  for (const isMediaPartner of [true, false]) {
    expect((await desk.act(markPartner, accountId, { isMediaPartner })).statusCode).toBe(200);
    expect((await desk.show(accountId)).isMediaPartner).toBe(isMediaPartner);
  }
});

test('O15 the data on request are those of the player’s own export; who gave them and when they were asked is kept', async () => {
  const { accountId, headers } = await createMember(site, { stock: { 2: 3 } });
  await giveCoins(site, accountId, 70);
  const body = { askedOn: '2026-07-01', locale: 'ru' };
  const given = await desk.act(exportPlayer, accountId, body);
  expect(given.statusCode).toBe(200);
  const own = await site.app.inject({ url: '/api/v1/user/export', headers });
  const { exportedAt: _, audit: ofOperator, ...theirs } = given.json();
  const { exportedAt: __, audit: ofPlayer, ...data } = own.json();
  expect(theirs).toEqual(data);
  expect(ofPlayer).toEqual(expect.arrayContaining(ofOperator));
  expect((await desk.history(accountId)).find(({ act }) => act === 'exportPlayer')).toMatchObject({
    after: { askedOn: '2026-07-01' },
    reason: 'they asked for it',
  });
  const { rows } = await site.pool.query('SELECT body FROM operator_idempotency WHERE body IS NOT NULL');
  expect(JSON.stringify(rows)).not.toContain('exportedAt');
  const support = await createOperator(site, 'support');
  expect(codeOf(await desk.act(exportPlayer, accountId, body, { by: support }))).toBe('operatorForbidden');
  site.advanceMs(11 * 60_000);
  expect(codeOf(await desk.act(exportPlayer, accountId, body))).toBe('proofNeeded');
});

test('O15 an account is deleted on request as by its player: name and address go, the books stay', async () => {
  const { accountId, login, email, headers } = await createMember(site, { stock: { 2: 3 } });
  await giveCoins(site, accountId, 70);
  const support = await createOperator(site, 'support');
  const body = { askedOn: '2026-07-01' };
  expect(codeOf(await desk.act(closePlayer, accountId, body, { by: support }))).toBe('operatorForbidden');
  const preview = await desk.act(closePlayer, accountId, body, { preview: true });
  expect(preview.json()).toMatchObject({
    before: { state: 'active' },
    after: { state: 'closed', coins: 70 },
  });
  expect((await desk.act(closePlayer, accountId, body)).statusCode).toBe(200);
  const shown = await desk.show(accountId);
  expect(shown).toMatchObject({ state: 'closed', balances: { coins: 70 } });
  expect(JSON.stringify(shown)).not.toContain(login);
  expect(JSON.stringify(await desk.history(accountId))).not.toContain(email);
  expect(await isSignedIn(headers)).toBe(false);
  expect(codeOf(await desk.act(closePlayer, accountId, body))).toBe('playerClosed');
  expect(await brokenInvariants(site.pool)).toEqual({});
});
