import { Client } from 'pg';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { brokenInvariants } from '#/server/db/invariants.ts';
import { createBrowser } from '../support/browser.ts';
import { CAPTCHA, countByStatus } from '../support/factories.ts';
import { queuedMails } from '../support/queuedMails.ts';
import {
  ask,
  askAgain,
  attemptsOf,
  begun,
  changeTo,
  enterCode,
  mailedCode,
  NEW_PASSWORD,
  REFUSED,
  summary,
  WRONG_CODE,
} from '../support/reset.ts';
import { createMember, enter } from '../support/settings.ts';
import { createSibling, createTestApp, type TestApp } from '../support/testApp.ts';

const HOUR_MS = 60 * 60_000;

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

describe('T13 guessing', () => {
  test('of 50 wrong codes at once five are evaluated, and then the right one is worth nothing', async () => {
    const { email } = await createMember(app);
    const { browser, code } = await begun(app, { email });
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => enterCode(browser, email, WRONG_CODE)),
    );
    expect(countByStatus(replies)).toEqual({ 422: 50 });
    expect(await attemptsOf(app, email)).toBe(5);
    expect(summary(await enterCode(browser, email, code))).toEqual(REFUSED);
  });

  test('four wrong codes and the right one: it is accepted', async () => {
    const { email } = await createMember(app);
    const { browser, code } = await begun(app, { email });
    for (let times = 0; times < 4; times++) await enterCode(browser, email, WRONG_CODE);
    expect((await enterCode(browser, email, code)).statusCode).toBe(200);
    expect((await changeTo(browser, email, code)).statusCode).toBe(200);
  });

  test('of 600 guesses in a day over all mails at most 50 are evaluated', async () => {
    const { email } = await createMember(app);
    for (let mail = 0; mail < 12; mail++) {
      const browser = createBrowser(app);
      await ask(browser, email);
      await Promise.all(Array.from({ length: 50 }, () => enterCode(browser, email, WRONG_CODE)));
      app.advanceMs(HOUR_MS / 3);
      await app.pool.query(`DELETE FROM budgets WHERE name = 'resetSendsHour'`);
    }
    expect(await attemptsOf(app, email)).toBe(50);
    // were there more mails, the guesses would still be counted for the day
    await app.pool.query(`DELETE FROM budgets WHERE name = 'resetSendsDay'`);
    const { browser, code } = await begun(app, { email });
    expect(summary(await enterCode(browser, email, code))).toEqual([429, 'tooManyRequests', undefined]);
  });
});

describe('A6 mails', () => {
  const THROTTLED = [422, 'errorEmailNotification', { email: 'errorEmailNotification' }];

  test('three go out in an hour and ten in a day, whoever asks', async () => {
    const { email } = await createMember(app);
    const replies = [];
    for (let times = 0; times < 5; times++) replies.push(await ask(createBrowser(app), email));
    expect(countByStatus(replies)).toEqual({ 200: 3, 422: 2 });
    expect(replies.slice(0, 3).map((reply) => reply.json<{ resendSeconds: number }>().resendSeconds)).toEqual(
      [0, 0, 3600],
    );
    expect(summary(replies[4]!)).toEqual(THROTTLED);
    expect(replies[4]?.headers['retry-after']).toBe('3600');
    for (let hour = 0; hour < 3; hour++) {
      app.advanceMs(HOUR_MS);
      for (let times = 0; times < 4; times++) await askAgain(createBrowser(app), email);
    }
    const mails = (await queuedMails(app, email)).filter(({ kind }) => kind === 'resetCode');
    expect(mails).toHaveLength(10);
    app.advanceMs(24 * HOUR_MS);
    expect((await ask(createBrowser(app), email)).statusCode).toBe(200);
  });

  test('a stranger who has used them all up does not lock a known device out', async () => {
    const member = await createMember(app);
    const own = createBrowser(app);
    await enter(own, member.login);
    for (let times = 0; times < 4; times++) await ask(createBrowser(app), member.email);
    expect((await ask(own, member.email)).statusCode).toBe(200);
    const code = await mailedCode(app, member.email);
    expect((await enterCode(own, member.email, code)).statusCode).toBe(200);
  });

  test('one address asks for at most twenty in an hour, for whomever', async () => {
    const strict = await createSibling(app, { config: { rateLimitScale: 1 } });
    try {
      await app.pool.query('DELETE FROM budgets');
      const replies = [];
      for (let at = 0; at < 22; at++) replies.push(await ask(createBrowser(strict), `many${at}@example.org`));
      expect(countByStatus(replies)).toEqual({ 200: 20, 422: 2 });
      expect(summary(replies[21]!)).toEqual(THROTTLED);
    } finally {
      await app.pool.query('DELETE FROM budgets');
      await strict.close();
    }
  });

  test('are in the language of the player, and name him', async () => {
    const { email, login, accountId } = await createMember(app);
    await app.pool.query(`UPDATE accounts SET locale = 'uk' WHERE id = $1`, [accountId]);
    await begun(app, { email });
    expect((await queuedMails(app, email)).at(-1)).toMatchObject({
      kind: 'resetCode',
      to: email,
      locale: 'uk',
      variables: { login },
    });
  });
});

describe('T14 an address that nobody has', () => {
  /** What is said and set, but for names of requests and secrets. */
  const visible = (reply: LightMyRequestResponse) => {
    const body = { ...reply.json<Record<string, unknown>>() };
    delete body['requestId'];
    const cookies = reply.cookies.map((cookie) => ({ ...cookie, value: '' }));
    const headers = { ...reply.headers, date: '', 'x-request-id': '', 'set-cookie': '' };
    return { status: reply.statusCode, body, cookies, headers };
  };

  test('gets the same answers as one that somebody has, at every step', async () => {
    const member = await createMember(app);
    const blocked = await createMember(app);
    await app.pool.query(`UPDATE accounts SET status = 'blocked' WHERE id = $1`, [blocked.accountId]);
    const walk = async (email: string, server = 'everest') => {
      const browser = createBrowser(app);
      const step = (changes: object) =>
        browser.send('POST', '/api/v1/auth/resetPassword', { server, email, ...changes });
      const replies = [
        await step({ captcha: CAPTCHA }),
        await step({ captcha: CAPTCHA, verification_code: null }),
        await step({ verification_code: WRONG_CODE }),
        await step({
          verification_code: WRONG_CODE,
          password: NEW_PASSWORD,
          password_confirmation: NEW_PASSWORD,
        }),
        await step({ verification_code: WRONG_CODE }),
        await step({ verification_code: WRONG_CODE }),
        await step({ verification_code: WRONG_CODE }),
        await step({ verification_code: WRONG_CODE }),
        await step({ verification_code: WRONG_CODE }),
        await step({ captcha: CAPTCHA, verification_code: null }),
        await step({ captcha: CAPTCHA, verification_code: null }),
      ];
      return replies.map(visible);
    };
    const known = await walk(member.email);
    expect(known.map(({ status }) => status)).toEqual([
      200, 200, 422, 422, 422, 422, 422, 422, 422, 200, 422,
    ]);
    expect(await walk('no-such-player@example.org')).toEqual(known);
    expect(await walk(blocked.email)).toEqual(known);
    expect(await walk('no-such-server@example.org', 'k2')).toEqual(known);
  });

  test('costs as many statements, is mailed nothing and leaves no mail behind', async () => {
    const member = await createMember(app);
    const query = vi.spyOn(Client.prototype, 'query');
    const cost = async (email: string) => {
      const { rows: before } = await app.pool.query('SELECT FROM mail_queue');
      query.mockClear();
      await ask(createBrowser(app), email);
      const statements = query.mock.calls.length;
      const { rows: after } = await app.pool.query('SELECT FROM mail_queue');
      return { statements, mails: after.length - before.length };
    };
    const known = await cost(member.email);
    expect(known.statements).toBeGreaterThan(8);
    expect(known.mails).toBe(1);
    expect(await cost('ghost@example.org')).toEqual({ ...known, mails: 0 });
    query.mockRestore();
  });
});
