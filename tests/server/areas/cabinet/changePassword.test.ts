import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ErrorReply } from '#/contract/kernel/errors.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { countByStatus, PASSWORD } from '../../../support/app/factories.ts';
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

const NEW_PASSWORD = 'Verbolozy-77-quay';

let app: TestApp;
let sibling: TestApp;
let player: Member;

beforeAll(async () => {
  app = await createTestApp();
  sibling = await createSibling(app);
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(async () => {
  await sibling.close();
  await app.close();
});

function advanceMs(durationMs: number) {
  for (const server of [app, sibling]) server.advanceMs(durationMs);
}

const change = (changes: object = {}, headers = player.headers, through = app) =>
  through.post(
    '/api/v1/user/reset-password',
    {
      old_password: PASSWORD,
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
      ...changes,
    },
    headers,
  );

describe('C8 changing the password', () => {
  test('the new one works, the old one does not, every other session is out, the player is mailed', async () => {
    player = await createMember(app);
    const browser = await browserOf(app, player.login);
    const others = [
      await bearerOf(app, player.login),
      {
        authorization: `Bearer ${browser.cookies.get('apiToken')}`,
        cookie: `oc_session=${browser.cookies.get('oc_session')}`,
      },
    ];
    advanceMs(60_000);
    const reply = await change();
    expect([reply.statusCode, reply.json()]).toEqual([200, { passwordChanged: true }]);
    for (const server of [app, sibling]) {
      expect(await userStatus(server, player.headers)).toBe(200);
      for (const headers of others) expect(await userStatus(server, headers)).toBe(401);
    }
    expect((await signIn(app, player.login)).statusCode).toBe(422);
    expect((await signIn(app, player.login, {}, NEW_PASSWORD)).statusCode).toBe(200);
    const mails = await queuedMails(app, player.email);
    expect(mails.filter(({ kind }) => kind === 'passwordChanged')).toEqual([
      {
        kind: 'passwordChanged',
        to: player.email,
        locale: 'ru',
        variables: { login: player.login, at: app.deps.now().toISOString(), notMe: expect.any(String) },
      },
    ]);
    expect(await auditOf(app, player.accountId)).toContain('passwordChanged');
  });

  test('counts as a proof of the password for this session', async () => {
    player = await createMember(app);
    advanceMs(60 * 60_000);
    await change();
    const { rows } = await app.pool.query(
      'SELECT proven_at FROM sessions WHERE account_id = $1 AND ended_at IS NULL',
      [player.accountId],
    );
    expect(rows).toEqual([{ proven_at: app.deps.now() }]);
  });

  test('only the browser that did it stays known, and reset codes under way are worth nothing', async () => {
    player = await createMember(app);
    const mine = await browserOf(app, player.login);
    await browserOf(app, player.login);
    const reset = { server: 'everest', email: player.email, captcha: 'a-person' };
    await app.post('/api/v1/auth/resetPassword', reset);
    const count = async (table: string) => {
      const { rows } = await app.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${table} WHERE account_id = $1`,
        [player.accountId],
      );
      return rows[0]?.count;
    };
    expect([await count('known_devices'), await count('password_resets')]).toEqual([2, 1]);
    const body = { old_password: PASSWORD, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    expect((await mine.call('POST', '/api/v1/user/reset-password', body)).statusCode).toBe(200);
    expect([await count('known_devices'), await count('password_resets')]).toEqual([1, 0]);
  });

  test.each([
    [{ old_password: 'not-the-old-one-1' }, 422, 'old_password', 'errorOldPasswordInvalid'],
    [{ password: PASSWORD, password_confirmation: PASSWORD }, 422, 'password', 'errorPasswordRequired'],
    [{ password: 'Qwerty12345', password_confirmation: 'Qwerty12345' }, 422, 'password', 'passwordCommon'],
    [{ old_password: '' }, 400, 'old_password', 'oldPasswordRequired'],
    [{ password: 'short1', password_confirmation: 'short1' }, 400, 'password', 'passwordShort'],
    [{ password: '1234567890', password_confirmation: '1234567890' }, 400, 'password', 'passwordFormat'],
    [{ password_confirmation: 'another-one-1' }, 400, 'password_confirmation', 'passwordsDiffer'],
    [{ isAdmin: true }, 400, 'isAdmin', 'badRequest'],
  ])('A7 %j is refused at its field', async (changes, status, field, code) => {
    player = await createMember(app);
    const reply = await change(changes);
    expect([reply.statusCode, reply.json<ErrorReply>().errors]).toEqual([status, { [field]: code }]);
    expect((await signIn(app, player.login)).statusCode).toBe(200);
  });

  test('A7 the own login is no password', async () => {
    player = await createMember(app);
    const own = `${player.login}!!`;
    const reply = await change({ password: own, password_confirmation: own });
    expect(reply.json<ErrorReply>().errors).toEqual({ password: 'passwordCommon' });
  });

  test('the same characters typed another way are the same password', async () => {
    player = await createMember(app);
    const composed = 'Caf\u00e9-na-rozi-5';
    await change({ password: composed, password_confirmation: composed });
    const decomposed = composed.normalize('NFD');
    const again = { old_password: decomposed, password: decomposed, password_confirmation: decomposed };
    expect((await change(again)).json<ErrorReply>().errors).toEqual({ password: 'errorPasswordRequired' });
  });
});

describe('C8 guessing and racing', () => {
  test('of 30 parallel guesses of the old password exactly 10 are evaluated', async () => {
    player = await createMember(app);
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        change({ old_password: `guess-number-${at}` }, player.headers, at % 2 ? sibling : app),
      ),
    );
    expect(countByStatus(replies)).toEqual({ 422: 10, 429: 20 });
    expect((await change()).statusCode).toBe(429);
    advanceMs(15 * 60_000);
    expect((await change()).statusCode).toBe(200);
  });

  test('of 8 changes at once exactly one takes place', async () => {
    player = await createMember(app);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        change(
          { password: `${NEW_PASSWORD}-${at}`, password_confirmation: `${NEW_PASSWORD}-${at}` },
          player.headers,
          at % 2 ? sibling : app,
        ),
      ),
    );
    expect(countByStatus(replies)).toEqual({ 200: 1, 422: 7 });
    const winner = replies.findIndex(({ statusCode }) => statusCode === 200);
    expect((await signIn(app, player.login, {}, `${NEW_PASSWORD}-${winner}`)).statusCode).toBe(200);
    const mails = await queuedMails(app, player.email);
    expect(mails.filter(({ kind }) => kind === 'passwordChanged')).toHaveLength(1);
  });

  test('who signs in with the old password at the same moment is out afterwards', async () => {
    player = await createMember(app);
    const [changed, ...signIns] = await Promise.all([
      change(),
      ...Array.from({ length: 8 }, (_, at) => signIn(at % 2 ? sibling : app, player.login)),
    ]);
    expect(changed.statusCode).toBe(200);
    for (const reply of signIns) {
      if (reply.statusCode === 422) continue;
      const headers = { authorization: `Bearer ${reply.json<{ token: string }>().token}` };
      expect([reply.statusCode, await userStatus(app, headers)]).toEqual([200, 401]);
    }
    expect(await userStatus(app, player.headers)).toBe(200);
  });

  test('there are 10 changes a day', async () => {
    player = await createMember(app);
    let old = PASSWORD;
    for (let at = 0; at < 11; at++) {
      const next = `${NEW_PASSWORD}-${at}`;
      const reply = await change({ old_password: old, password: next, password_confirmation: next });
      expect([at, reply.statusCode]).toEqual([at, at < 10 ? 200 : 429]);
      old = next;
    }
  });
});
