import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ErrorReply } from '#/contract/kernel/errors.ts';
import { transfer } from '#/server/domain/ledger/ledger.ts';
import { brokenInvariants, differingDraws } from '#/server/domain/books/invariants.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { codeAt, createGuarded, wrongCode } from '../../../support/access/authenticator.ts';
import { countByStatus, open, PASSWORD, signUpForm } from '../../../support/app/factories.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import {
  auditOf,
  bearerOf,
  browserOf,
  createMember,
  signIn,
  userStatus,
  type Member,
} from '../../../support/players/settings.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

// many passwords are hashed: on a busy machine that takes a while
vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
let sibling: TestApp;
let player: Member;

beforeAll(async () => {
  app = await createTestApp();
  sibling = await createSibling(app);
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
  expect(await differingDraws(app.pool, app.deps.secretKey)).toEqual([]);
});
afterAll(async () => {
  await sibling.close();
  await app.close();
});

const remove = (body: object = {}, headers = player.headers, through = app) =>
  through.inject({
    method: 'DELETE',
    url: '/api/v1/user',
    headers,
    payload: { password: PASSWORD, ...body },
  });
const rowOf = async (accountId: number) =>
  (await app.pool.query<Record<string, unknown>>('SELECT * FROM accounts WHERE id = $1', [accountId]))
    .rows[0];

describe('C10 deleting the account', () => {
  test('ends everything that leads to the player; coins, coupons and draws stay under a pseudonym', async () => {
    player = await createMember(app, { stock: { 1: 6 } });
    const { accountId } = player;
    await withTx(app.pool, (tx) =>
      transfer(tx, {
        from: { kind: 'bonus' },
        to: { kind: 'wallet', ownerId: accountId },
        amount: 70,
        reason: 'gift',
        refType: 'test',
        refId: `${accountId}`,
      }),
    );
    await open(app, player, { case_id: 1 }, `opening-${accountId}`);
    const browser = await browserOf(app, player.login);
    const others = [
      await bearerOf(app, player.login),
      {
        authorization: `Bearer ${browser.cookies.get('apiToken')}`,
        cookie: `oc_session=${browser.cookies.get('oc_session')}`,
      },
    ];
    await app.post(
      '/api/v1/user/email',
      { email: 'elsewhere@example.net', password: PASSWORD },
      player.headers,
    );
    await app.post('/api/v1/auth/resetPassword', { server: 'everest', email: player.email, captcha: 'x' });
    const before = await rowOf(accountId);

    const reply = await remove();
    expect([reply.statusCode, reply.json()]).toEqual([200, { deleted: true }]);
    for (const server of [app, sibling])
      for (const headers of [player.headers, ...others]) expect(await userStatus(server, headers)).toBe(401);
    const after = await rowOf(accountId);
    expect(after).toMatchObject({
      status: 'closed',
      login: expect.stringMatching(/^closed-[0-9a-f]{32}$/),
      email: expect.stringMatching(/^closed-[0-9a-f]{32}@closed\.invalid$/),
      user_promo_code: before?.['user_promo_code'],
      created_at: before?.['created_at'],
      is_two_fa_enabled: false,
      is_verified: false,
    });
    expect(after?.['password_hash']).not.toBe(before?.['password_hash']);
    const { rows: columns } = await app.pool.query<{ table: string }>(
      `SELECT table_name AS table FROM information_schema.columns
       WHERE column_name = 'account_id' AND table_schema = 'public'`,
    );
    const left: Record<string, number> = {};
    for (const { table } of columns) {
      const count = `SELECT count(*)::int AS count FROM ${table} WHERE account_id = $1`;
      const { rows } = await app.pool.query<{ count: number }>(count, [accountId]);
      if (rows[0]?.count) left[table] = rows[0].count;
    }
    expect(left).toEqual({
      audit: expect.any(Number),
      case_lots: 1,
      coupons: 1,
      fair_chains: expect.any(Number),
      fair_epochs: expect.any(Number),
    });
    const { rows: balances } = await app.pool.query(
      'SELECT kind, balance FROM ledger_accounts WHERE owner_id = $1',
      [accountId],
    );
    expect(balances).toEqual([{ kind: 'wallet', balance: '70' }]);
    expect((await auditOf(app, accountId)).at(-1)).toBe('accountClosed');
  });

  test('leaves the old login, address and name nowhere', async () => {
    const form = signUpForm('canarylogin', { email: 'canary.address@example.org' });
    const { token } = (await app.post('/api/v1/auth/register', form)).json<{ token: string }>();
    const headers = { authorization: `Bearer ${token}` };
    await signIn(app, 'canarylogin', { 'user-agent': 'canarydevice/1' });
    const mailbox = { server: 'everest', email: 'canary.address@example.org', captcha: 'a-person' };
    await app.post('/api/v1/auth/resetPassword', mailbox);
    await app.post('/api/v1/user/email', { email: 'canary.new@example.net', password: PASSWORD }, headers);
    expect((await remove({}, headers)).statusCode).toBe(200);
    const { rows: tables } = await app.pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables) {
      const { rows } = await app.pool.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`);
      expect(rows.map(({ line }) => line).join('\n'), name).not.toMatch(/canary/);
    }
    // the last mail is encrypted until it is sent
    expect(await queuedMails(app, 'canary.address@example.org')).toMatchObject([
      { kind: 'accountDeleted', variables: { login: 'canarylogin' } },
    ]);
  });

  test('takes the session out of the browser', async () => {
    player = await createMember(app);
    const browser = await browserOf(app, player.login);
    const reply = await browser.call('DELETE', '/api/v1/user', { password: PASSWORD });
    expect(reply.statusCode).toBe(200);
    expect([browser.cookies.has('oc_session'), browser.cookies.has('apiToken')]).toEqual([false, false]);
  });

  test('login and e-mail are free again; the old password opens nothing; the code invites nobody', async () => {
    player = await createMember(app);
    const promoCode = String((await rowOf(player.accountId))?.['user_promo_code']);
    await remove();
    expect((await signIn(app, player.login)).statusCode).toBe(422);
    const closed = await rowOf(player.accountId);
    for (const password of [PASSWORD, 'x'])
      expect((await signIn(app, String(closed?.['login']), {}, password)).json<ErrorReply>().code).toBe(
        'errorCredentials',
      );
    const refused = await app.post('/api/v1/auth/register', signUpForm('guest1', { promo_code: promoCode }));
    expect(refused.json<ErrorReply>().errors).toEqual({ promo_code: 'errorPromocode' });
    const again = await app.post('/api/v1/auth/register', signUpForm(player.login, { email: player.email }));
    expect(again.statusCode, again.body).toBe(200);
    const headers = { authorization: `Bearer ${again.json<{ token: string }>().token}` };
    const { user } = (await app.get('/api/v1/user', headers)).json<{ user: { premiumCoins: number } }>();
    expect(user.premiumCoins).toBe(0);
  });

  test.each([
    [{ password: 'not-my-password-1' }, 422, { password: 'passwordInvalid' }],
    [{ password: '' }, 400, { password: 'passwordRequired' }],
    [{ verification_code: '1' }, 400, { verification_code: 'invalidCode' }],
    [{ really: true }, 400, { really: 'badRequest' }],
  ])('%j is refused and nothing happens', async (body, status, errors) => {
    player = await createMember(app);
    const reply = await remove(body);
    expect([reply.statusCode, reply.json<ErrorReply>().errors]).toEqual([status, errors]);
    expect(await userStatus(app, player.headers)).toBe(200);
    expect((await rowOf(player.accountId))?.['status']).toBe('active');
  });

  test('with a second factor it needs a code, or a recovery code', async () => {
    const wrong = { errors: { verification_code: 'errorTwoFaActivated' } };
    for (const kind of ['code', 'recovery code']) {
      const member = await createGuarded(app);
      player = member;
      for (const body of [{}, { verification_code: wrongCode(app.deps, member.secret) }]) {
        const reply = await remove(body);
        expect([kind, reply.statusCode, reply.json<ErrorReply>()]).toMatchObject([kind, 422, wrong]);
      }
      const verification_code =
        kind === 'code' ? codeAt(app.deps, member.secret) : (member.recoveryCodes[0] ?? '');
      expect((await remove({ verification_code, password: 'wrong-guess-1' })).statusCode).toBe(422);
      expect((await remove({ verification_code })).statusCode).toBe(200);
      expect(await userStatus(app, player.headers)).toBe(401);
    }
  });

  test('10 times at once happens once', async () => {
    player = await createMember(app);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => remove({}, player.headers, at % 2 ? sibling : app)),
    );
    expect(countByStatus(replies)).toEqual({ 200: 1, 401: 9 });
    const mails = await queuedMails(app, player.email);
    expect(mails.map(({ kind }) => kind)).toEqual(['accountDeleted']);
  });

  test('who signs in or opens cases at the same moment is out afterwards', async () => {
    player = await createMember(app, { stock: { 1: 50 } });
    const browser = await browserOf(app, player.login);
    const [removed, ...rest] = await Promise.all([
      remove(),
      ...Array.from({ length: 6 }, (_, at) => signIn(at % 2 ? sibling : app, player.login)),
      ...Array.from({ length: 6 }, () => browser.call('POST', '/api/v1/cases/open/', { case_id: 1 })),
    ]);
    expect(removed.statusCode).toBe(200);
    expect(Object.keys(countByStatus(rest)).filter((status) => Number(status) >= 500)).toEqual([]);
    const { rows } = await app.pool.query('SELECT FROM sessions WHERE account_id = $1', [player.accountId]);
    expect(rows).toEqual([]);
    for (const reply of rest) {
      const token = reply.json<{ token?: string }>().token;
      if (token) expect(await userStatus(app, { authorization: `Bearer ${token}` })).toBe(401);
    }
  });
});
