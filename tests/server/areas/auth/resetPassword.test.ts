import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#/contract/kernel/errors.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { codeAt, createGuarded } from '../../../support/access/authenticator.ts';
import { createBrowser } from '../../../support/app/browser.ts';
import { CAPTCHA, countByStatus, PASSWORD } from '../../../support/app/factories.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import {
  askAgain,
  attemptsOf,
  begun,
  begunAtHome,
  changeTo,
  enterCode,
  mailedCode,
  NEW_PASSWORD,
  REFUSED,
  reset,
  RESET_COOKIE,
  summary,
  WRONG_CODE,
} from '../../../support/access/reset.ts';
import {
  auditOf,
  bearerOf,
  browserOf,
  createMember,
  signIn,
  userStatus,
} from '../../../support/players/settings.ts';
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

describe('A6 the way to a new password', () => {
  test('mails a code, accepts it, changes the password and ends every session', async () => {
    const member = await createMember(app);
    const elsewhere = await browserOf(app, member.login);
    const { browser, code } = await begun(app, member);
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    const accepted = await enterCode(browser, member.email, code);
    expect([accepted.statusCode, accepted.json()]).toEqual([200, { step: 'codeAccepted', resendSeconds: 0 }]);
    // nothing has happened to the account so far
    expect((await signIn(app, member.login)).statusCode).toBe(200);
    const changed = await changeTo(browser, member.email, code);
    expect([changed.statusCode, changed.json()]).toEqual([
      200,
      { step: 'passwordChanged', resendSeconds: 0 },
    ]);

    expect(changed.cookies.map(({ name }) => name)).toEqual([RESET_COOKIE, 'oc_device']);
    expect(browser.cookies.has(RESET_COOKIE)).toBe(false);
    expect((await elsewhere.call('GET', '/api/v1/user')).statusCode).toBe(401);
    expect(await userStatus(app, member.headers)).toBe(401);
    expect((await signIn(app, member.login)).statusCode).toBe(422);
    expect((await signIn(app, member.login, {}, NEW_PASSWORD)).statusCode).toBe(200);
    const mails = (await queuedMails(app, member.email)).map(({ kind }) => kind);
    expect(mails.filter((kind) => kind === 'passwordChanged')).toHaveLength(1);
    expect(await auditOf(app, member.accountId)).toEqual(
      expect.arrayContaining(['resetAsked', 'passwordReset']),
    );
  });

  test('a code is taken in any way of writing', async () => {
    const { email } = await createMember(app);
    const { browser, code } = await begun(app, { email });
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `;
    expect((await enterCode(browser, email, typed)).statusCode).toBe(200);
    expect((await changeTo(browser, email, typed)).statusCode).toBe(200);
  });

  test('two-factor authentication is still asked for', async () => {
    const member = await createGuarded(app);
    const { browser, code } = await begun(app, member);
    await enterCode(browser, member.email, code);
    expect((await changeTo(browser, member.email, code)).statusCode).toBe(200);
    const reply = await signIn(app, member.login, {}, NEW_PASSWORD);
    expect([reply.statusCode, reply.json<ErrorReply>().needTwoFactor]).toEqual([422, true]);
    const body = { server: 'everest', login: member.login, password: NEW_PASSWORD, captcha: CAPTCHA };
    const verification_code = codeAt(app.deps, member.secret);
    expect((await app.post('/api/v1/auth/login', { ...body, verification_code })).statusCode).toBe(200);
  });

  test('a common password is refused at its field and uses nothing up', async () => {
    const { email } = await createMember(app);
    const { browser, code } = await begun(app, { email });
    await enterCode(browser, email, code);
    expect(summary(await changeTo(browser, email, code, 'Password123'))).toEqual([
      422,
      'errorPasswordRequired',
      { password: 'passwordCommon' },
    ]);
    expect((await changeTo(browser, email, code)).statusCode).toBe(200);
  });

  test.each([
    [{ verification_code: '' }, { verification_code: 'invalidConfirmationCode' }],
    [{ verification_code: 'x'.repeat(33) }, { verification_code: 'invalidConfirmationCode' }],
    [
      { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
      { verification_code: 'invalidConfirmationCode' },
    ],
    [
      { verification_code: WRONG_CODE, password: 'short', password_confirmation: 'short' },
      { password: 'passwordShort' },
    ],
    [
      { verification_code: WRONG_CODE, password: NEW_PASSWORD, password_confirmation: 'another-one-1' },
      { password_confirmation: 'passwordsDiffer' },
    ],
    [{ email: 'Upper@example.org' }, { email: 'emailInvalid' }],
    [{ server: '' }, { server: 'serverRequired' }],
    [{ more: 1 }, { more: 'badRequest' }],
  ])('E4 %j is refused at its field', async (changes, errors) => {
    const reply = await reset(createBrowser(app), 'nobody@example.org', { captcha: CAPTCHA, ...changes });
    expect([reply.statusCode, reply.json<ErrorReply>().errors]).toEqual([400, errors]);
  });
});

describe('A6 a code', () => {
  test('is stored as a MAC, the cookie as a hash', async () => {
    const { email } = await createMember(app);
    const { browser, code } = await begun(app, { email });
    const { rows } = await app.pool.query<{ line: string }>(
      'SELECT r::text AS line FROM password_resets r WHERE email = $1',
      [email],
    );
    const [{ line }] = rows as [{ line: string }];
    expect(line).not.toContain(code);
    expect(line).not.toContain(Buffer.from(code).toString('hex'));
    expect(line).not.toContain(browser.cookies.get(RESET_COOKIE) ?? '-');
  });

  test('works in the browser that asked for it and nowhere else', async () => {
    const { email } = await createMember(app);
    const { browser, code } = await begun(app, { email });
    const stranger = createBrowser(app);
    expect(summary(await enterCode(stranger, email, code))).toEqual(REFUSED);
    const { browser: other } = await begun(app, await createMember(app));
    expect(summary(await enterCode(other, email, code))).toEqual(REFUSED);
    // what was tried elsewhere costs no attempt
    expect(await attemptsOf(app, email)).toBe(0);
    expect((await enterCode(browser, email, code)).statusCode).toBe(200);
    expect(summary(await changeTo(stranger, email, code))).toEqual(REFUSED);
    expect((await changeTo(browser, email, code)).statusCode).toBe(200);
  });

  test('works for its own address on its own server', async () => {
    const { email } = await createMember(app);
    const another = await createMember(app);
    const { browser, code } = await begun(app, { email });
    expect(summary(await enterCode(browser, another.email, code))).toEqual(REFUSED);
    const elsewhere = await browser.send('POST', '/api/v1/auth/resetPassword', {
      server: 'fuji',
      email,
      verification_code: code,
    });
    expect(summary(elsewhere)).toEqual(REFUSED);
  });

  test('is good until the mailbox may get the next one; once accepted there are ten minutes for the password', async () => {
    const { email } = await createMember(app);
    const first = await begun(app, { email });
    app.advanceMs(60 * MINUTE_MS);
    expect(summary(await enterCode(first.browser, email, first.code))).toEqual(REFUSED);
    const second = await begun(app, { email });
    app.advanceMs(60 * MINUTE_MS - 1000);
    expect((await enterCode(second.browser, email, second.code)).statusCode).toBe(200);
    app.advanceMs(10 * MINUTE_MS - 1000);
    // proving it once more begins them anew, for the same browser
    expect((await enterCode(second.browser, email, second.code)).statusCode).toBe(200);
    app.advanceMs(10 * MINUTE_MS);
    expect(summary(await changeTo(second.browser, email, second.code))).toEqual(REFUSED);
  });

  test('that was accepted early is not good for less time than its mail says', async () => {
    const { email } = await createMember(app);
    const { browser, code } = await begun(app, { email });
    expect((await enterCode(browser, email, code)).statusCode).toBe(200);
    app.advanceMs(60 * MINUTE_MS - 1000);
    expect((await changeTo(browser, email, code)).statusCode).toBe(200);
  });

  test('that was sent again is the only one that works', async () => {
    const { email, login } = await createMember(app);
    const { browser, code: older } = await begunAtHome(app, { email, login });
    const oldCookie = browser.cookies.get(RESET_COOKIE) ?? '';
    const reply = await askAgain(browser, email);
    expect([reply.statusCode, reply.json()]).toEqual([200, { step: 'codeSent', resendSeconds: 0 }]);
    const newer = await mailedCode(app, email);
    expect(newer).not.toBe(older);
    expect(summary(await enterCode(browser, email, older))).toEqual(REFUSED);
    // not even with the cookie that belonged to it
    const before = createBrowser(app);
    before.cookies.set(RESET_COOKIE, oldCookie);
    expect(summary(await enterCode(before, email, older))).toEqual(REFUSED);
    expect((await enterCode(browser, email, newer)).statusCode).toBe(200);
  });

  test('accepted and then sent again, the older one changes nothing', async () => {
    const { email, login } = await createMember(app);
    const { browser, code } = await begunAtHome(app, { email, login });
    await enterCode(browser, email, code);
    const cookie = browser.cookies.get(RESET_COOKIE) ?? '';
    await askAgain(browser, email);
    expect(summary(await changeTo(browser, email, code))).toEqual(REFUSED);
    browser.cookies.set(RESET_COOKIE, cookie);
    expect(summary(await changeTo(browser, email, code))).toEqual(REFUSED);
  });

  test('AC3 that was not accepted before changes nothing', async () => {
    const member = await createMember(app);
    const { browser, code } = await begun(app, member);
    for (let times = 0; times < 10; times++)
      expect(summary(await changeTo(browser, member.email, code))).toEqual(REFUSED);
    expect((await signIn(app, member.login)).statusCode).toBe(200);
    // and costs no attempt: nothing was evaluated
    expect((await enterCode(browser, member.email, code)).statusCode).toBe(200);
    expect(summary(await changeTo(browser, member.email, WRONG_CODE))).toEqual(REFUSED);
  });

  test('AC3 changes the password once, of 20 requests at the same time', async () => {
    const member = await createMember(app);
    const { browser, code } = await begun(app, member);
    await enterCode(browser, member.email, code);
    const cookie = browser.cookies.get(RESET_COOKIE) ?? '';
    const copies = Array.from({ length: 20 }, () => {
      const copy = createBrowser(app);
      copy.cookies.set(RESET_COOKIE, cookie);
      return copy;
    });
    const replies = await Promise.all(
      copies.map((copy, at) => changeTo(copy, member.email, code, `${NEW_PASSWORD}-${at}`)),
    );
    expect(countByStatus(replies)).toEqual({ 200: 1, 422: 19 });
    const won = replies.findIndex(({ statusCode }) => statusCode === 200);
    expect((await signIn(app, member.login, {}, `${NEW_PASSWORD}-${won}`)).statusCode).toBe(200);
    expect(summary(await changeTo(copies[0] ?? browser, member.email, code))).toEqual(REFUSED);
    const events = await auditOf(app, member.accountId);
    expect(events.filter((event) => event === 'passwordReset')).toHaveLength(1);
  });

  test('is over once another one changed the password', async () => {
    const { email } = await createMember(app);
    const [one, other] = [await begun(app, { email }), await begun(app, { email })];
    await enterCode(one.browser, email, one.code);
    await enterCode(other.browser, email, other.code);
    expect((await changeTo(other.browser, email, other.code)).statusCode).toBe(200);
    expect(summary(await changeTo(one.browser, email, one.code))).toEqual(REFUSED);
  });

  test('is over once the player changed their password or address themselves', async () => {
    const member = await createMember(app);
    const { browser, code } = await begun(app, member);
    await enterCode(browser, member.email, code);
    const password = 'Another-tram-12';
    const changed = await app.post(
      '/api/v1/user/reset-password',
      { old_password: PASSWORD, password, password_confirmation: password },
      await bearerOf(app, member.login),
    );
    expect(changed.statusCode).toBe(200);
    expect(summary(await changeTo(browser, member.email, code))).toEqual(REFUSED);

    const mover = await createMember(app);
    const begunByMover = await begun(app, mover);
    await enterCode(begunByMover.browser, mover.email, begunByMover.code);
    await app.pool.query(`UPDATE accounts SET email = 'moved@example.org' WHERE id = $1`, [mover.accountId]);
    expect(summary(await changeTo(begunByMover.browser, mover.email, begunByMover.code))).toEqual(REFUSED);
  });

  test('a sign-in with the old password that is under way gets no session', async () => {
    const member = await createMember(app);
    const { browser, code } = await begun(app, member);
    await enterCode(browser, member.email, code);
    const [, ...signIns] = await Promise.all([
      changeTo(browser, member.email, code),
      ...Array.from({ length: 8 }, () => signIn(app, member.login)),
    ]);
    for (const reply of signIns) {
      if (reply.statusCode !== 200) continue;
      const authorization = `Bearer ${reply.json<{ token: string }>().token}`;
      expect(await userStatus(app, { authorization })).toBe(401);
    }
  });
});
