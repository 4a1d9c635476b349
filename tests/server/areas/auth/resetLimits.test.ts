import { Client } from 'pg';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { type Browser, createBrowser } from '../../../support/app/browser.ts';
import { CAPTCHA, countByStatus } from '../../../support/app/factories.ts';
import { countMailsTo, queuedMails } from '../../../support/app/queuedMails.ts';
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
  reset,
  summary,
  WRONG_CODE,
} from '../../../support/access/reset.ts';
import { browserOf, createMember, enter, type Member } from '../../../support/players/settings.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { blockAccount } from '../../../support/players/blocks.ts';

const HOUR_MS = 60 * 60_000;

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

/** A player who has this address, which had no mail before. */
async function memberAt(email: string, options?: { isVerified: boolean }): Promise<Member> {
  const member = await createMember(app, options);
  await app.pool.query('DELETE FROM budgets');
  await app.pool.query(`UPDATE accounts SET email = 'former' || id || '@example.org' WHERE email = $1`, [
    email,
  ]);
  await app.pool.query('UPDATE accounts SET email = $2 WHERE id = $1', [member.accountId, email]);
  return { ...member, email };
}

test('a code that a stranger asks for every hour is good in the browser of the player at any minute', async () => {
  const { email } = await createMember(app);
  for (const minute of [0, 20, 40, 59]) {
    const stranger = await begun(app, { email });
    app.advanceMs(minute * 60_000);
    const player = createBrowser(app);
    expect((await askAgain(player, email)).statusCode).toBe(200);
    expect((await enterCode(player, email, stranger.code)).statusCode).toBe(200);
    app.advanceMs((60 - minute) * 60_000);
  }
});

describe('T13 guessing', () => {
  test('AC2 of 50 wrong codes at once five are evaluated, and then the right one is worth nothing', async () => {
    const { email } = await createMember(app);
    const { browser, code } = await begun(app, { email });
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => enterCode(browser, email, WRONG_CODE)),
    );
    expect(countByStatus(replies)).toEqual({ 422: 50 });
    expect(await attemptsOf(app, email)).toBe(5);
    expect(summary(await enterCode(browser, email, code))).toEqual(REFUSED);
  });

  test('AC2 four wrong codes and the right one: it is accepted', async () => {
    const { email } = await createMember(app);
    const { browser, code } = await begun(app, { email });
    for (let times = 0; times < 4; times++) await enterCode(browser, email, WRONG_CODE);
    expect((await enterCode(browser, email, code)).statusCode).toBe(200);
    expect((await changeTo(browser, email, code)).statusCode).toBe(200);
  });
});

describe('A6 mails', () => {
  test('SE9 one goes out in an hour and 24 in a day, whoever asks', async () => {
    const { email } = await createMember(app);
    const stepsOf = async (browser: Browser) => {
      const reply = await ask(browser, email);
      const { step, resendSeconds } = reply.json<{ step?: string; resendSeconds?: number }>();
      return [reply.statusCode, step ?? reply.headers['retry-after'], resendSeconds];
    };
    expect(await stepsOf(createBrowser(app))).toEqual([200, 'codeSent', 3600]);
    expect(await stepsOf(createBrowser(app))).toEqual([200, 'codeSentBefore', 3600]);
    app.advanceMs(HOUR_MS / 6);
    expect(await stepsOf(createBrowser(app))).toEqual([200, 'codeSentBefore', 3000]);
    for (let hour = 1; hour < 24; hour++) {
      app.advanceMs(HOUR_MS);
      for (let times = 0; times < 2; times++) await askAgain(createBrowser(app), email);
    }
    const mails = (await queuedMails(app, email)).filter(({ kind }) => kind === 'resetCode');
    expect(mails).toHaveLength(24);
  });

  test('SE9 a code that a stranger asked for is good in the browser of the player who asks after', async () => {
    const { email } = await createMember(app);
    await ask(createBrowser(app), email);
    const own = createBrowser(app);
    app.advanceMs(HOUR_MS / 12);
    expect((await ask(own, email)).json<{ step: string }>().step).toBe('codeSentBefore');
    const code = await mailedCode(app, email);
    expect((await enterCode(own, email, code)).statusCode).toBe(200);
    // it lives no longer than it was mailed for, in whatever browser
    const late = createBrowser(app);
    app.advanceMs((HOUR_MS / 12) * 10);
    expect((await ask(late, email)).json<{ step: string }>().step).toBe('codeSentBefore');
    expect((await enterCode(own, email, code)).statusCode).toBe(200);
    app.advanceMs(HOUR_MS / 12);
    expect(summary(await enterCode(late, email, code))).toEqual(REFUSED);
    expect((await changeTo(own, email, code)).statusCode).toBe(200);
  });

  test('SE9 a browser that asks again within the hour has the tries that are left, not five more', async () => {
    const { email } = await createMember(app);
    const { browser, code } = await begun(app, { email });
    for (let times = 0; times < 5; times++) await enterCode(browser, email, WRONG_CODE);
    expect((await askAgain(browser, email)).json<{ step: string }>().step).toBe('codeSentBefore');
    expect(summary(await enterCode(browser, email, code))).toEqual(REFUSED);
    expect(await attemptsOf(app, email)).toBe(5);
  });

  test('SE9 a device that the account knows gets three an hour of its own, once the address is confirmed', async () => {
    const member = await createMember(app);
    const own = await browserOf(app, member.login);
    const replies = [];
    for (let times = 0; times < 4; times++) replies.push(await ask(own, member.email));
    expect(replies.map((reply) => reply.json<{ resendSeconds?: number }>().resendSeconds)).toEqual([
      0, 0, 3600, 3600,
    ]);
    const mailsTo = async (to: string) =>
      (await queuedMails(app, to)).filter(({ kind }) => kind === 'resetCode').length;
    expect(await mailsTo(member.email)).toBe(3);
    // an account that a stranger made for somebody's mailbox knows the stranger's device
    const stranger = await createMember(app, { isVerified: false });
    const theirs = await browserOf(app, stranger.login);
    for (let times = 0; times < 4; times++) await ask(theirs, stranger.email);
    expect(await mailsTo(stranger.email)).toBe(1);
  });

  test.each([
    ['another server', { server: 'fuji' }],
    ['a server that does not exist', { server: 'zzz' }],
    ['a tag', { email: 'play.er+1@gmail.com' }],
    ['other dots', { email: 'p.layer@gmail.com' }],
  ])('SE9 a stranger who asks for the mailbox with %s uses up nothing of the player', async (_, other) => {
    const { email } = await memberAt('play.er@gmail.com');
    const trap = await memberAt('pla.yer@gmail.com', { isVerified: false });
    const asked = [
      await reset(createBrowser(app), email, { captcha: CAPTCHA, ...other }),
      await ask(createBrowser(app), trap.email),
    ];
    expect(countByStatus(asked)).toEqual({ 200: 2 });
    const { browser, code } = await begun(app, { email });
    expect((await enterCode(browser, email, code)).statusCode).toBe(200);
  });

  test('SE9 unconfirmed accounts of a mailbox get one together, and all are answered like nobody', async () => {
    const emails = ['sh.ared@gmail.com', 'shared+1@gmail.com', 'shared+2@gmail.com'];
    for (const email of emails.slice(0, 2)) await memberAt(email, { isVerified: false });
    for (const step of ['codeSent', 'codeSentBefore'])
      for (const email of emails)
        expect((await ask(createBrowser(app), email)).json()).toEqual({ step, resendSeconds: 3600 });
    expect(await countMailsTo(app, 'shared@gmail.com', 'resetCode')).toBe(1);
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
      expect(countByStatus(replies)).toEqual({ 200: 20, 429: 2 });
      expect(summary(replies[21]!)).toEqual([429, 'tooManyRequests', undefined]);
      expect(replies[21]?.headers['retry-after']).toBe('3600');
    } finally {
      await app.pool.query('DELETE FROM budgets');
      await strict.close();
    }
  });

  test('are in the language of the player, and name them', async () => {
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

describe('T13 an address that nobody has', () => {
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
    await blockAccount(app, blocked.accountId);
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
      ];
      app.advanceMs(HOUR_MS / 6);
      replies.push(await step({ captcha: CAPTCHA, verification_code: null }));
      return replies.map(visible);
    };
    const known = await walk(member.email);
    expect(known.map(({ status }) => status)).toEqual([
      200, 200, 422, 422, 422, 422, 422, 422, 422, 200, 200,
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
