import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { createBrowser } from '../../../../support/app/browser.ts';
import { CAPTCHA, signUpForm } from '../../../../support/app/factories.ts';
import { queuedMails } from '../../../../support/app/queuedMails.ts';
import { browserOf, createMember, enter, signIn, type Member } from '../../../../support/players/settings.ts';
import { createSibling, createTestApp, type TestApp } from '../../../../support/app/testApp.ts';

// many passwords are hashed: on a busy machine that takes a while
vi.setConfig({ testTimeout: 120_000 });

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let player: Member;

beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

const newSignIns = async (email: string) =>
  (await queuedMails(app, email)).filter(({ kind }) => kind === 'newSignIn');

describe('C12 a sign-in from a new device', () => {
  test('is mailed, once a day for each place', async () => {
    player = await createMember(app);
    const curl = { 'user-agent': 'curl/8.5.0', 'accept-language': 'uk' };
    await signIn(app, player.login, curl);
    await signIn(app, player.login, curl);
    expect(await newSignIns(player.email)).toEqual([
      {
        kind: 'newSignIn',
        to: player.email,
        locale: 'uk',
        variables: {
          login: player.login,
          device: 'curl',
          address: '127.0.0.*',
          at: app.deps.now().toISOString(),
          notMe: expect.any(String),
        },
      },
    ]);
    await signIn(app, player.login, { 'user-agent': 'wget/1.21' });
    expect(await newSignIns(player.email)).toHaveLength(2);
    app.advanceMs(DAY_MS);
    await signIn(app, player.login, curl);
    expect(await newSignIns(player.email)).toHaveLength(3);
  });

  test('is mailed once a day to an address that nobody has confirmed', async () => {
    player = await createMember(app, { isVerified: false });
    for (let at = 0; at < 3; at++) await signIn(app, player.login, { 'user-agent': `client${at}/1` });
    const [mail, ...others] = await newSignIns(player.email);
    // without the name that the program gave itself
    expect([mail?.variables, others]).toMatchObject([{ device: '' }, []]);
  });

  test('is not mailed after a sign-up, a wrong password, or from a browser that was here before', async () => {
    const browser = createBrowser(app);
    const form = signUpForm('newcomer');
    const { token } = (await browser.send('POST', '/api/v1/auth/register', form)).json<{ token: string }>();
    await browser.storeToken(token);
    await browser.call('POST', '/api/v1/auth/logout');
    expect(browser.cookies.has('oc_device')).toBe(true);
    await enter(browser, 'newcomer');
    await signIn(app, 'newcomer', {}, 'not-the-password-1');
    expect(await newSignIns('newcomer@example.org')).toEqual([]);
    await enter(createBrowser(app), 'newcomer');
    expect(await newSignIns('newcomer@example.org')).toHaveLength(1);
  });

  test('a browser known to one account is new to another; both then stay known', async () => {
    const [one, two] = [await createMember(app), await createMember(app)];
    const browser = await browserOf(app, one.login);
    await enter(browser, two.login);
    expect([await newSignIns(one.email), await newSignIns(two.email)].map(({ length }) => length)).toEqual([
      1, 1,
    ]);
    app.advanceMs(DAY_MS);
    await enter(browser, one.login);
    await enter(browser, two.login);
    expect([await newSignIns(one.email), await newSignIns(two.email)].map(({ length }) => length)).toEqual([
      1, 1,
    ]);
  });

  test('knows a browser for 400 days', async () => {
    player = await createMember(app);
    const browser = await browserOf(app, player.login);
    app.advanceMs(400 * DAY_MS);
    await enter(browser, player.login);
    expect(await newSignIns(player.email)).toHaveLength(2);
  });
});

describe('C12 the cookie of a device', () => {
  test('is HttpOnly, lasts 400 days, changes at each sign-in, and only its hash is kept', async () => {
    player = await createMember(app);
    const browser = createBrowser(app);
    const values = [];
    for (let times = 0; times < 2; times++) {
      const body = { server: 'everest', login: player.login, password: 'Kopiyka-49-tram', captcha: CAPTCHA };
      const ticket = await browser.send('POST', '/api/v1/auth/login', body);
      const { cookies } = await browser.storeToken(ticket.json<{ token: string }>().token);
      const cookie = cookies.find(({ name }) => name === 'oc_device');
      expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', httpOnly: true, maxAge: 400 * 24 * 3600 });
      values.push(cookie?.value ?? '');
    }
    expect(values[0]).not.toBe(values[1]);
    const { rows } = await app.pool.query<{ hash: Buffer }>(
      'SELECT device_hash AS hash FROM known_devices WHERE account_id = $1',
      [player.accountId],
    );
    expect(rows.map(({ hash }) => hash.toString('hex'))).toEqual([
      createHash('sha256')
        .update(values[1] ?? '')
        .digest('hex'),
    ]);
  });

  test('over https it is Secure and bound to the host', async () => {
    const secure = await createSibling(app, { config: { isHttps: true } });
    try {
      secure.advanceMs(app.deps.now().getTime() - secure.deps.now().getTime());
      player = await createMember(app);
      const ticket = await signIn(secure, player.login, { 'sec-fetch-site': 'same-origin' });
      const { cookies } = await createBrowser(secure).storeToken(ticket.json<{ token: string }>().token);
      const cookie = cookies.find(({ name }) => name === '__Host-oc_device');
      expect(cookie).toMatchObject({ httpOnly: true, secure: true, path: '/' });
      expect(cookie).not.toHaveProperty('domain');
    } finally {
      await secure.close();
    }
  });

  test('an account remembers its 20 newest', async () => {
    player = await createMember(app);
    for (let at = 0; at < 22; at++) {
      app.advanceMs(1000);
      await browserOf(app, player.login);
    }
    const { rows } = await app.pool.query(
      'SELECT count(*)::int AS count FROM known_devices WHERE account_id = $1',
      [player.accountId],
    );
    expect(rows).toEqual([{ count: 20 }]);
  });
});

describe('the language of the mails', () => {
  test('follows the browser at each sign-in; a client that names none changes nothing', async () => {
    player = await createMember(app);
    const localeOf = async () =>
      (await app.pool.query('SELECT locale FROM accounts WHERE id = $1', [player.accountId])).rows[0];
    await signIn(app, player.login, { 'accept-language': 'en-GB,en;q=0.9' });
    expect(await localeOf()).toEqual({ locale: 'en' });
    await signIn(app, player.login);
    expect(await localeOf()).toEqual({ locale: 'en' });
    await signIn(app, player.login, { 'accept-language': 'uk' });
    expect(await localeOf()).toEqual({ locale: 'uk' });
  });
});
