import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linkPlayer } from '#/server/areas/game/linkPlayer.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import type { AppError } from '#/server/platform/kernel/errors.ts';
import { PASSWORD } from '../../../support/app/factories.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import {
  answerLink,
  codeOfPlayer,
  linkOf,
  linkTo,
  typeCode,
  unlink,
} from '../../../support/players/gameLinks.ts';
import { giveCoins } from '../../../support/players/shopping.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { codeOf, tokensFor, verify } from '../../../support/access/mailedLinks.ts';
import { auditOf, createMember, type Member } from '../../../support/players/settings.ts';
import {
  type GameAdapter,
  gameKeyOf,
  forgetGames,
  callOffWaiting,
  linkingAdapter,
} from '../../../support/services/gameAdapter.ts';

const HOUR_MS = 60 * 60_000;

let app: TestApp;
let adapter: GameAdapter;
let member: Member;
let licenses = 0;
let player: string;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  await forgetGames(app);
  await callOffWaiting(app);
  adapter = await adapterOf('everest');
  member = await createMember(app);
  player = `license2:${++licenses}`;
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const adapterOf = (serverKey: string) => linkingAdapter(app, serverKey);
const type = (code: string, as = player, game = adapter) => typeCode(game, code, as);

/** Types a code beside others: an adapter counts its requests, so that two of them are never at once. */
const typeAtOnce = (code: string, as: string): Promise<string> =>
  linkPlayer(app.deps, { serverKey: 'everest', identity: 'link' }, { ...HEAD, code, player: as }).then(
    () => 'linked',
    (error: AppError) => error.code,
  );
const HEAD = { v: 1, instance: '', seq: 1, at: 0, head: 0 } as const;

const link = () => linkTo(app, adapter, member, player);
const join = () => adapter.work({ joined: [{ player, ids: ['steam:1100001'], character: 'QBX1' }], max: 0 });
const openLinks = async () =>
  (
    await app.pool.query(`SELECT FROM game_links WHERE account_id = $1 AND state <> 'ended'`, [
      member.accountId,
    ])
  ).rowCount;

describe('D15 a code', () => {
  test('ties the player who types it, and both the site and a mail ask whether it was them', async () => {
    const code = await codeOfPlayer(app, member);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    const login = `${member.login[0]}***${member.login.at(-1)}`;
    expect(await type(`${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`)).toMatchObject({ login });
    expect(await linkOf(app, member)).toMatchObject({
      state: 'pending',
      player: `license2:${player.slice(9, 11)}•••${player.slice(11).slice(-2)}`,
      character: 'QBX1',
      characterName: 'John Doe',
      confirmedAt: null,
      canLinkHere: true,
      identity: 'link',
    });
    const mail = (await queuedMails(app, member.email)).find(({ kind }) => kind === 'gameLinked');
    expect(mail?.variables).toMatchObject({ character: 'John Doe', server: 'Эверест' });
    const { id } = await linkOf(app, member);
    await answerLink(app, member, 'confirm', id);
    expect(await linkOf(app, member)).toMatchObject({ state: 'active', heldUntil: null });
    expect(await auditOf(app, member.accountId)).toEqual(
      expect.arrayContaining(['gameLinkCodeMade', 'gameLinked', 'gameLinkConfirmed']),
    );
  });

  test('is read with I, L and O as Crockford has it', async () => {
    const code = await codeOfPlayer(app, member);
    await expect(type(code.replaceAll('1', 'l').replaceAll('0', 'o'))).resolves.toHaveProperty('login');
  });

  test('works once, also for 50 players who type it at once', async () => {
    const code = await codeOfPlayer(app, member);
    const said = await Promise.all(
      Array.from({ length: 50 }, (_, at) => typeAtOnce(code, `license2:at${at}`)),
    );
    expect(said.filter((each) => each === 'linked')).toHaveLength(1);
    expect(said.filter((each) => each === 'linkCodeInvalid')).toHaveLength(49);
    expect(await openLinks()).toBe(1);
    expect(await type(code)).toMatchObject({ refused: 'linkCodeInvalid' });
  });

  test('runs out after ten minutes, and gives way to a newer one', async () => {
    const first = await codeOfPlayer(app, member);
    const second = await codeOfPlayer(app, member);
    expect(await type(first)).toMatchObject({ refused: 'linkCodeInvalid' });
    app.advanceMs(10 * 60_000);
    expect(await type(second)).toMatchObject({ refused: 'linkCodeInvalid' });
  });

  test('is stored as an HMAC only', async () => {
    const code = await codeOfPlayer(app, member);
    const { rows } = await app.pool.query<{ line: string }>('SELECT c::text AS line FROM link_codes c');
    expect(JSON.stringify(rows)).not.toContain(code);
    const dump = await app.pool.query<{ line: string }>('SELECT a::text AS line FROM audit a');
    expect(JSON.stringify(dump.rows)).not.toContain(code);
  });

  test('of another server is none here', async () => {
    const other = await adapterOf('fuji');
    expect(await type(await codeOfPlayer(app, member), player, other)).toMatchObject({
      refused: 'linkCodeInvalid',
    });
  });

  test('is none where the game knows logins', async () => {
    const code = await codeOfPlayer(app, member);
    await app.pool.query(`UPDATE game_instances SET identity = 'login'`);
    expect(await type(code)).toMatchObject({ refused: 'linkCodeInvalid' });
  });

  test('needs a key that may link', async () => {
    const code = await codeOfPlayer(app, member);
    adapter.useKey(await gameKeyOf(app));
    expect(await type(code)).toMatchObject({ refused: 'gameScope' });
  });

  test('is guessed five times by a player in ten minutes, and the right one comes too late', async () => {
    const code = await codeOfPlayer(app, member);
    for (let times = 0; times < 5; times++)
      expect(await type('00000000')).toMatchObject({ refused: 'linkCodeInvalid' });
    expect(await type(code)).toMatchObject({ refused: 'tooManyRequests' });
    expect(await type(code, `${player}b`)).toHaveProperty('login');
  });

  test('of an account that is closed by now ties nobody', async () => {
    const code = await codeOfPlayer(app, member);
    await app.pool.query('UPDATE accounts SET status = $2 WHERE id = $1', [member.accountId, 'closed']);
    expect(await type(code)).toMatchObject({ refused: 'linkCodeInvalid' });
    await app.pool.query(`UPDATE accounts SET status = 'active' WHERE id = $1`, [member.accountId]);
  });

  test('and an unconfirmed link end when the password is changed', async () => {
    await type(await codeOfPlayer(app, member));
    const code = await codeOfPlayer(app, member);
    const form = {
      old_password: PASSWORD,
      password: 'Verbolozy-78-quay',
      password_confirmation: 'Verbolozy-78-quay',
    };
    await app.post('/api/v1/user/reset-password', form, member.headers);
    expect(await type(code)).toMatchObject({ refused: 'linkCodeInvalid' });
    expect(await openLinks()).toBe(0);
    const [token = ''] = await tokensFor(app, member.email);
    expect(codeOf(await verify(app, token))).toBe('verificationInvalid');
  });

  test('goes with the account, as its link does', async () => {
    await link();
    await join();
    await giveCoins(app, member.accountId, 50);
    const service = { product_id: GOOD.serviceForCoins, product_qty: 1 };
    await app.post('/api/v1/order/store-by-coin', service, member.headers);
    const [delivery] = await adapter.work();
    await adapter.report({ no: delivery!.no, outcome: 'done' });
    await app.inject({
      method: 'DELETE',
      url: '/api/v1/user',
      headers: member.headers,
      payload: { password: PASSWORD },
    });
    const { rows } = await app.pool.query(
      'SELECT handed_to, received_by FROM deliveries WHERE account_id = $1',
      [member.accountId],
    );
    expect(rows).toEqual([{ handed_to: null, received_by: null }]);
    for (const table of ['game_links', 'link_codes', 'spend_permits', 'game_presence'])
      expect(
        (await app.pool.query(`SELECT FROM ${table} WHERE account_id = $1`, [member.accountId])).rowCount,
      ).toBe(0);
  });
});

describe('D15 a link', () => {
  test('belongs to one account and one player', async () => {
    await link();
    const other = await createMember(app);
    const code = await codeOfPlayer(app, other);
    expect(await type(code)).toMatchObject({ refused: 'linkTaken' });
    // the code is still good for somebody else
    expect(await type(code, `${player}b`)).toHaveProperty('login');
    expect((await app.post('/api/v1/user/game-link/code', {}, member.headers)).statusCode).toBe(409);
  });

  test('of one player goes to one of ten accounts whose codes they type at once', async () => {
    const codes = await Promise.all(
      Array.from({ length: 10 }, async () => codeOfPlayer(app, await createMember(app))),
    );
    await Promise.all(codes.map((code) => typeAtOnce(code, player)));
    const { rowCount } = await app.pool.query(
      `SELECT FROM game_links WHERE player = $1 AND state <> 'ended'`,
      [player],
    );
    expect(rowCount).toBe(1);
  });

  test('that nobody confirmed tells the game nothing of the account', async () => {
    await type(await codeOfPlayer(app, member));
    await join();
    expect(await adapter.call('player', { player })).toMatchObject({ login: null });
    expect(await adapter.call('waiting', { player })).toMatchObject({ login: null });
  });

  test('that nobody confirmed gives way to a newer one, and cannot be confirmed then', async () => {
    await type(await codeOfPlayer(app, member), 'license2:wrong');
    const { id } = await linkOf(app, member);
    await type(await codeOfPlayer(app, member));
    expect((await answerLink(app, member, 'confirm', id)).statusCode).toBe(404);
    expect(await linkOf(app, member)).toMatchObject({ state: 'pending' });
    expect(await openLinks()).toBe(1);
  });

  test('ends when the player says that it was not them', async () => {
    await type(await codeOfPlayer(app, member));
    const { id } = await linkOf(app, member);
    await answerLink(app, member, 'refuse', id);
    expect(await linkOf(app, member)).toMatchObject({ state: 'none', id: null });
  });

  test('that is active is not refused but ended, with a mail and the permit', async () => {
    await link();
    await app.post('/api/v1/user/spend-permit', { coinsPerDay: 50 }, member.headers);
    const { id } = await linkOf(app, member);
    expect((await answerLink(app, member, 'refuse', id)).statusCode).toBe(404);
    await app.pool.query('UPDATE sessions SET proven_at = $2 WHERE account_id = $1', [
      member.accountId,
      new Date(app.deps.now().getTime() - HOUR_MS),
    ]);
    expect(codeOf(await unlink(app, member))).toBe('passwordNeeded');
    expect((await unlink(app, member, { password: PASSWORD })).statusCode).toBe(200);
    expect((await queuedMails(app, member.email)).map(({ kind }) => kind)).toContain('gameUnlinked');
    expect((await app.get('/api/v1/user/spend-permit', member.headers)).json()).toEqual({
      coinsPerDay: 0,
      spentToday: 0,
    });
    expect(codeOf(await unlink(app, member))).toBe('linkNotFound');
  });

  test('of somebody else is neither shown nor answered', async () => {
    await type(await codeOfPlayer(app, member));
    const { id } = await linkOf(app, member);
    const other = await createMember(app);
    for (const answer of ['confirm', 'refuse'] as const)
      expect(codeOf(await answerLink(app, other, answer, id))).toBe('linkNotFound');
    expect(await linkOf(app, member)).toMatchObject({ state: 'pending' });
  });

  test('younger than a week ends with "this wasn’t me"', async () => {
    await link();
    const mail = (await queuedMails(app, member.email)).find(({ kind }) => kind === 'gameLinked');
    const { notMe } = mail!.variables as { notMe: string };
    await verify(app, notMe);
    expect(await openLinks()).toBe(0);
  });
});
