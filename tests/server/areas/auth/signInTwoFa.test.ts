import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#/contract/kernel/errors.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import {
  codeAt,
  createGuarded,
  type GuardedMember,
  wrongCode,
} from '../../../support/access/authenticator.ts';
import { createBrowser } from '../../../support/app/browser.ts';
import { CAPTCHA, countByStatus, PASSWORD } from '../../../support/app/factories.ts';
import { createMember, userStatus } from '../../../support/players/settings.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const MINUTE_MS = 60_000;

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

const bodyOf = (login: string, changes: object = {}) => ({
  server: 'everest',
  login,
  password: PASSWORD,
  captcha: CAPTCHA,
  ...changes,
});
const signIn = (login: string, changes: object = {}) =>
  app.post('/api/v1/auth/login', bodyOf(login, changes));
const withCode = (member: GuardedMember, verification_code: string) =>
  signIn(member.login, { verification_code });
const parts = (reply: { statusCode: number; json: () => unknown }) => {
  const { code, needTwoFactor, errors } = reply.json() as ErrorReply;
  return { status: reply.statusCode, code, needTwoFactor, errors };
};

describe('A3 an account with two-factor authentication', () => {
  test('asks for a code once the password is right, and for nothing before', async () => {
    const { login } = await createGuarded(app);
    expect(parts(await signIn(login))).toEqual({
      status: 422,
      code: 'errorCredentials',
      needTwoFactor: true,
      errors: undefined,
    });
    expect(parts(await signIn(login, { verification_code: '' }))).toMatchObject({ needTwoFactor: true });
    for (const verification_code of [undefined, '123456'])
      expect(parts(await signIn(login, { password: 'wrong-guess-1', verification_code }))).toEqual({
        status: 422,
        code: 'errorCredentials',
        needTwoFactor: undefined,
        errors: undefined,
      });
  });

  test('signs in with a code, written in one piece or in two', async () => {
    const member = await createGuarded(app);
    const reply = await withCode(member, codeAt(app.deps, member.secret));
    expect(reply.statusCode).toBe(200);
    const authorization = `Bearer ${reply.json<{ token: string }>().token}`;
    expect(await userStatus(app, { authorization })).toBe(200);
    app.advanceMs(30_000);
    const code = codeAt(app.deps, member.secret);
    expect((await withCode(member, `${code.slice(0, 3)} ${code.slice(3)}`)).statusCode).toBe(200);
  });

  test('signs in with a recovery code, once', async () => {
    const member = await createGuarded(app);
    const [code = ''] = member.recoveryCodes;
    expect((await withCode(member, code)).statusCode).toBe(200);
    expect(parts(await withCode(member, code))).toMatchObject({ code: 'errorTwoFaActivated' });
  });

  test('says that the code is wrong, at its field, and still asks for it', async () => {
    const member = await createGuarded(app);
    for (const code of [wrongCode(app.deps, member.secret), 'ABCD-EFGH-JKLM', '1'])
      expect(parts(await withCode(member, code))).toEqual({
        status: 422,
        code: 'errorTwoFaActivated',
        needTwoFactor: true,
        errors: { verification_code: 'errorTwoFaActivated' },
      });
  });

  test('a code of 60 sign-ins at once opens one session', async () => {
    const member = await createGuarded(app);
    const code = codeAt(app.deps, member.secret);
    const replies = await Promise.all(Array.from({ length: 60 }, () => withCode(member, code)));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(replies.every(({ statusCode }) => [200, 422, 429, 503].includes(statusCode))).toBe(true);
  });

  test('the code that turned it on opens nothing', async () => {
    const member = await createGuarded(app);
    app.advanceMs(-30_000);
    expect(parts(await withCode(member, codeAt(app.deps, member.secret)))).toMatchObject({
      code: 'errorTwoFaActivated',
    });
    app.advanceMs(30_000);
  });

  test('a code is ignored where none is asked for', async () => {
    const { login } = await createMember(app);
    expect((await signIn(login, { verification_code: '000000' })).statusCode).toBe(200);
  });
});

describe('T13 guessing codes with a known password', () => {
  test('of 14 sign-ins ten are evaluated, then everybody waits', async () => {
    const member = await createGuarded(app);
    const wrong = wrongCode(app.deps, member.secret);
    const replies = [];
    for (let at = 0; at < 14; at++) replies.push(await withCode(member, wrong));
    expect(countByStatus(replies)).toEqual({ 422: 10, 429: 4 });
    const last = await withCode(member, codeAt(app.deps, member.secret));
    expect(parts(last)).toMatchObject({ status: 429, code: 'tooManyRequests' });
    expect(Number(last.headers['retry-after'])).toBe(15 * 60);
    app.advanceMs(15 * MINUTE_MS);
    expect((await withCode(member, codeAt(app.deps, member.secret))).statusCode).toBe(200);
  });

  test('asking for the code again and again counts as well', async () => {
    const { login } = await createGuarded(app);
    const replies = [];
    for (let at = 0; at < 12; at++) replies.push(await signIn(login));
    expect(countByStatus(replies)).toEqual({ 422: 10, 429: 2 });
  });

  test('signing in eleven times in a row, with the question for the code, uses nothing up', async () => {
    const member = await createGuarded(app);
    for (let times = 0; times < 11; times++) {
      expect(parts(await signIn(member.login))).toMatchObject({ needTwoFactor: true });
      expect((await withCode(member, codeAt(app.deps, member.secret))).statusCode).toBe(200);
      app.advanceMs(30_000);
    }
  });

  test('a sign-in that succeeds pays for no guess at another account', async () => {
    const member = await createGuarded(app);
    await app.pool.query('DELETE FROM budgets');
    for (let at = 0; at < 3; at++) await signIn('somebody-else', { password: `wrong-guess-${at}` });
    for (const code of member.recoveryCodes.slice(0, 2))
      expect((await withCode(member, code)).statusCode).toBe(200);
    const { rows } = await app.pool.query(`SELECT used FROM budgets WHERE name = 'signInAddress'`);
    expect(rows).toEqual([{ used: 3 }]);
  });
});

describe('A2 a device that signed in before', () => {
  const signInFrom = (browser: ReturnType<typeof createBrowser>, login: string, changes: object = {}) =>
    browser.send('POST', '/api/v1/auth/login', bodyOf(login, changes));

  test('is not locked out by guesses from elsewhere, of passwords or of codes', async () => {
    const member = await createGuarded(app);
    const browser = createBrowser(app);
    const first = await signInFrom(browser, member.login, {
      verification_code: codeAt(app.deps, member.secret),
    });
    await browser.storeToken(first.json<{ token: string }>().token);

    for (let at = 0; at < 12; at++) await withCode(member, wrongCode(app.deps, member.secret));
    for (let at = 0; at < 12; at++) await signIn(member.login, { password: `wrong-guess-${at}` });
    app.advanceMs(30_000);
    const code = codeAt(app.deps, member.secret);
    expect((await withCode(member, code)).statusCode).toBe(429);
    for (let times = 0; times < 4; times++) {
      expect(parts(await signInFrom(browser, member.login))).toMatchObject({ needTwoFactor: true });
      const verification_code = codeAt(app.deps, member.secret);
      expect((await signInFrom(browser, member.login, { verification_code })).statusCode).toBe(200);
      app.advanceMs(30_000);
    }
  });

  test('has ten guesses of its own, and is a stranger to every other account', async () => {
    const [own, other] = [await createMember(app), await createMember(app)];
    const browser = createBrowser(app);
    await browser.storeToken((await signInFrom(browser, own.login)).json<{ token: string }>().token);
    const guess = (login: string, at: number) =>
      signInFrom(browser, login, { password: `wrong-guess-${at}` });
    const replies = [];
    for (let at = 0; at < 12; at++) replies.push(await guess(own.login, at));
    expect(countByStatus(replies)).toEqual({ 422: 10, 429: 2 });
    // elsewhere the account is open
    expect((await signIn(own.login)).statusCode).toBe(200);
    for (let at = 0; at < 10; at++) await signIn(other.login, { password: `wrong-guess-${at}` });
    expect((await signInFrom(browser, other.login)).statusCode).toBe(429);
  });
});
