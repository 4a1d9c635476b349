import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ErrorReply } from '#/contract/kernel/errors.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { codeAt } from '../../../support/access/authenticator.ts';
import { createBrowser } from '../../../support/app/browser.ts';
import { countByStatus, PASSWORD, signUpForm } from '../../../support/app/factories.ts';
import { codeOf, openLink, tokensFor, verify } from '../../../support/access/mailedLinks.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import { ask, begun, changeTo, enterCode, NEW_PASSWORD } from '../../../support/access/reset.ts';
import { auditOf, bearerOf, browserOf, signIn, userStatus } from '../../../support/players/settings.ts';
import {
  beginChange,
  type Contested,
  createContested,
  emailOf,
  lairOf,
  notMeLink,
  setUpFactor,
  undoLink,
} from '../../../support/access/takeover.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

// many passwords are hashed: on a busy machine that takes a while
vi.setConfig({ testTimeout: 120_000 });

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

const isGuarded = async ({ accountId }: Contested) =>
  (await app.pool.query('SELECT FROM two_factors WHERE account_id = $1', [accountId])).rowCount === 1;

/** An account that has left its address for the stranger's, with the consent of both. */
async function moved(): Promise<Contested> {
  const account = await createContested(app, true);
  for (const token of await beginChange(app, account))
    expect((await verify(app, token)).statusCode).toBe(200);
  expect(await emailOf(app, account)).toBe(lairOf(account));
  return account;
}

/** The mailbox of the account gets a password of its own. */
async function recover(account: Contested): Promise<void> {
  const { browser, code } = await begun(app, account);
  await enterCode(browser, account.email, code);
  expect((await changeTo(browser, account.email, code)).statusCode).toBe(200);
}

describe('SE2 "this wasn’t me"', () => {
  test('signs everybody out, stops the password, tells so again, and leads to a recovery', async () => {
    const account = await createContested(app, true);
    const browser = await browserOf(app, account.login);
    const token = await notMeLink(app, account.email);
    const pressed = await browser.call('POST', '/api/v1/auth/email/verify', { token, confirmed: true });
    expect(pressed.json()).toEqual({ verified: 'accessRevoked' });
    expect([...browser.cookies.keys()]).not.toContain('oc_session');
    for (const headers of [account.headers, account.stranger])
      expect(await userStatus(app, headers)).toBe(401);
    expect((await signIn(app, account.login)).statusCode).toBe(422);
    expect((await verify(app, token)).json()).toEqual({ verified: 'accessRevoked' });
    expect(await auditOf(app, account.accountId)).toContain('accessRevoked');
    await recover(account);
    expect((await signIn(app, account.login, {}, NEW_PASSWORD)).statusCode).toBe(200);
  });

  test('pressed 30 times at once it happens once', async () => {
    const account = await createContested(app, true);
    const token = await notMeLink(app, account.email);
    expect(countByStatus(await Promise.all(Array.from({ length: 30 }, () => verify(app, token))))).toEqual({
      200: 30,
    });
    expect((await auditOf(app, account.accountId)).filter((event) => event === 'accessRevoked')).toHaveLength(
      1,
    );
  });

  test('makes the reader’s browser known: strangers who ask for codes do not keep the player from theirs', async () => {
    const account = await createContested(app, true);
    // a code to the mailbox, bound to the browser of whoever asked
    await begun(app, account);
    const browser = createBrowser(app);
    const token = await notMeLink(app, account.email);
    await browser.send('POST', '/api/v1/auth/email/verify', { token, confirmed: true });
    expect((await ask(createBrowser(app), account.email)).statusCode).not.toBe(200);
    expect((await ask(browser, account.email)).statusCode).toBe(200);
  });

  test('each mail has its own link, good for 7 days, and none is stored', async () => {
    const account = await createContested(app, true);
    const [first] = [await notMeLink(app, account.email)];
    await bearerOf(app, account.login).then(() => signIn(app, account.login, { 'user-agent': 'wget/1.21' }));
    const second = await notMeLink(app, account.email);
    expect(second).not.toBe(first);
    const { rows } = await app.pool.query<{ line: string }>('SELECT t::text AS line FROM email_tokens t');
    expect(rows.map(({ line }) => line).join()).not.toContain(first);
    app.advanceMs(7 * DAY_MS - 1);
    expect(codeOf(await openLink(app, first))).toBe('confirmationNeeded');
    app.advanceMs(1);
    for (const token of [first, second]) expect(codeOf(await verify(app, token))).toBe('verificationInvalid');
  });

  test('of an address that the account has left does nothing', async () => {
    const account = await createContested(app, true);
    const token = await notMeLink(app, account.email);
    for (const link of await beginChange(app, account)) await verify(app, link);
    expect(codeOf(await verify(app, token))).toBe('verificationInvalid');
    expect(await userStatus(app, account.stranger)).toBe(200);
  });

  test('takes away a second factor that a stranger has just set up, and none that was there for 7 days', async () => {
    const [young, lasting] = [await createContested(app, true), await createContested(app, true)];
    await setUpFactor(app, lasting, lasting.headers);
    // mailed while the factor was still young
    const early = await notMeLink(app, lasting.email);
    young.stranger = await bearerOf(app, young.login);
    await setUpFactor(app, young, young.stranger);
    await app.pool.query(
      `UPDATE two_factors SET created_at = created_at - interval '7 days' WHERE account_id = $1`,
      [lasting.accountId],
    );
    expect((await verify(app, await notMeLink(app, young.email))).statusCode).toBe(200);
    expect((await verify(app, early)).statusCode).toBe(200);
    expect([await isGuarded(young), await isGuarded(lasting)]).toEqual([false, true]);
    await recover(young);
    expect((await signIn(app, young.login, {}, NEW_PASSWORD)).statusCode).toBe(200);
  });

  test('leaves a factor alone that took the place of a lasting one', async () => {
    const account = await createContested(app, true);
    await setUpFactor(app, account, account.headers);
    app.advanceMs(8 * DAY_MS);
    account.headers = { authorization: '' };
    const body = { server: 'everest', login: account.login, password: PASSWORD, captcha: 'a-person' };
    const code = codeAt(app.deps, account.secret);
    const reply = await app.post('/api/v1/auth/login', { ...body, verification_code: code });
    const headers = { authorization: `Bearer ${reply.json<{ token: string }>().token}` };
    const token = await notMeLink(app, account.email);
    app.advanceMs(30_000);
    const payload = { verification_code: codeAt(app.deps, account.secret) };
    await app.inject({ method: 'DELETE', url: '/api/v1/user/2fa/destroy', headers, payload });
    await setUpFactor(app, account, headers);
    expect((await verify(app, token)).statusCode).toBe(200);
    expect(await isGuarded(account)).toBe(true);
  });
});

describe('SE2 a change of the e-mail that was done', () => {
  test('is taken back by the address that was left, whoever holds the account by then', async () => {
    const account = await moved();
    // what the stranger does to keep it
    const lair = { ...account, email: lairOf(account) };
    await recover(lair);
    const headers = {
      authorization: `Bearer ${(await signIn(app, account.login, {}, NEW_PASSWORD)).json<{ token: string }>().token}`,
    };
    await setUpFactor(app, lair, headers);
    const undo = await undoLink(app, account.email);
    expect(codeOf(await openLink(app, undo))).toBe('confirmationNeeded');
    expect((await verify(app, undo)).json()).toEqual({ verified: 'changeUndone' });
    expect((await verify(app, undo)).json()).toEqual({ verified: 'changeUndone' });
    expect(await emailOf(app, account)).toBe(account.email);
    expect(await userStatus(app, headers)).toBe(401);
    const told = (await queuedMails(app, lairOf(account))).map(({ kind }) => kind);
    expect(told.at(-1)).toBe('emailChangeUndone');
    // the stranger's own links are dead
    for (const token of [await notMeLink(app, lairOf(account)), ...(await tokensFor(app, lairOf(account)))])
      expect(codeOf(await verify(app, token))).toBe('verificationInvalid');
    await recover(account);
    const entered = await signIn(app, account.login, {}, NEW_PASSWORD);
    expect(entered.statusCode).toBe(200);
  });

  test('cannot be taken back after 7 days, and a confirmation is not asked for in vain', async () => {
    const account = await moved();
    const undo = await undoLink(app, account.email);
    app.advanceMs(7 * DAY_MS);
    for (const reply of [await openLink(app, undo), await verify(app, undo)])
      expect(codeOf(reply)).toBe('verificationInvalid');
    expect(await emailOf(app, account)).toBe(lairOf(account));
  });

  test('whoever moves on has no say: the first address wins over the second', async () => {
    const account = await moved();
    const second = { ...account, email: lairOf(account) };
    app.advanceMs(1000);
    const third = `third.${account.login}@example.net`;
    await app.post('/api/v1/user/email', { email: third, password: PASSWORD }, account.stranger);
    for (const address of [second.email, third])
      await verify(app, (await tokensFor(app, address)).at(-1) ?? '');
    expect(await emailOf(app, account)).toBe(third);
    const [undoFirst, undoSecond] = [await undoLink(app, account.email), await undoLink(app, second.email)];
    expect((await verify(app, undoFirst)).json()).toEqual({ verified: 'changeUndone' });
    expect(codeOf(await verify(app, undoSecond))).toBe('verificationInvalid');
    expect(await emailOf(app, account)).toBe(account.email);
  });

  test('keeps the second factor that the account had before it', async () => {
    const account = await createContested(app, true);
    await setUpFactor(app, account, account.headers);
    app.advanceMs(8 * DAY_MS);
    const body = { server: 'everest', login: account.login, password: PASSWORD, captcha: 'a-person' };
    const reply = await app.post('/api/v1/auth/login', {
      ...body,
      verification_code: codeAt(app.deps, account.secret),
    });
    account.stranger = { authorization: `Bearer ${reply.json<{ token: string }>().token}` };
    for (const token of await beginChange(app, account)) await verify(app, token);
    expect((await verify(app, await undoLink(app, account.email))).json()).toEqual({
      verified: 'changeUndone',
    });
    expect(await isGuarded(account)).toBe(true);
  });

  test('nobody else gets the address meanwhile, not even at the same moment', async () => {
    const account = await createContested(app, true);
    const [oldToken, newToken] = await beginChange(app, account);
    await verify(app, oldToken);
    const form = (at: number) => signUpForm(`Squatter${account.accountId}x${at}`, { email: account.email });
    const signUps = Array.from({ length: 10 }, (_, at) => app.post('/api/v1/auth/register', form(at)));
    const [done, ...refused] = await Promise.all([verify(app, newToken), ...signUps]);
    expect(done.statusCode).toBe(200);
    refused.push(await app.post('/api/v1/auth/register', form(10)));
    const other = await createContested(app, true);
    refused.push(
      await app.post('/api/v1/user/email', { email: account.email, password: PASSWORD }, other.headers),
    );
    for (const reply of refused)
      expect([reply.statusCode, reply.json<ErrorReply>().errors]).toEqual([
        422,
        { email: 'errorEmailExist' },
      ]);
    expect((await verify(app, await undoLink(app, account.email))).statusCode).toBe(200);
    const late = await moved();
    app.advanceMs(7 * DAY_MS);
    const free = await app.post(
      '/api/v1/auth/register',
      signUpForm(`Late${late.accountId}`, { email: late.email }),
    );
    expect(free.statusCode).toBe(200);
  });

  test('that is done while somebody signs up with the address refuses them at the address', async () => {
    const account = await createContested(app, true);
    const [oldToken, newToken] = await beginChange(app, account);
    await verify(app, oldToken);
    // the address is taken when the account is inserted, and left before anybody looks by whom
    let tellInserted = () => {};
    const inserted = new Promise<void>((resolve) => (tellInserted = resolve));
    const changed = inserted.then(() => verify(app, newToken));
    const prototype = Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
    const { query } = prototype;
    onTestFinished(() => {
      prototype.query = query;
    });
    prototype.query = async function slow(this: Client, ...given: unknown[]) {
      const answer = await Reflect.apply(query, this, given);
      if ((given[0] as { text?: string }).text?.startsWith('insert into "accounts"')) {
        tellInserted();
        await changed;
      }
      return answer;
    };
    const form = signUpForm(`Early${account.accountId}`, { email: account.email });
    const reply = await app.post('/api/v1/auth/register', form);
    expect(await emailOf(app, account)).toBe(lairOf(account));
    expect([reply.statusCode, reply.json<ErrorReply>().errors]).toEqual([422, { email: 'errorEmailExist' }]);
  });

  test('of an account that nobody had confirmed is not told to the address it left', async () => {
    const account = await createContested(app, false);
    const [, newToken] = await beginChange(app, account);
    expect((await verify(app, newToken)).json()).toEqual({ verified: 'changeDone' });
    expect(await undoLink(app, account.email)).toBe('');
  });
});
