import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SessionsReply } from '#/contract/cabinet.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { createBrowser, type Browser } from '../../../support/app/browser.ts';
import { CAPTCHA, PASSWORD } from '../../../support/app/factories.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { codeAt, createGuarded, wrongCode } from '../../../support/access/authenticator.ts';
import { auditOf, createMember } from '../../../support/players/settings.ts';
import { signInWith, trustedBrowserOf } from '../../../support/access/trustedDevices.ts';

// many passwords are hashed: on a busy machine that takes a while
vi.setConfig({ testTimeout: 120_000 });

const DAY_MS = 24 * 60 * 60_000;
const SESSIONS = '/api/v1/user/sessions';

let app: TestApp;
let sibling: TestApp;
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
const NO_CODE = { status: 200, asksCode: false };
const A_CODE = { status: 422, asksCode: true };
const devicesOf = async (browser: Browser) =>
  (await browser.call('GET', SESSIONS)).json<SessionsReply>().trustedDevices;

describe('A11 a trusted device', () => {
  test('signs in with the password alone for 30 days, and then is asked for a code again', async () => {
    const member = await createGuarded(app);
    const browser = await trustedBrowserOf(app, member);
    expect(await auditOf(app, member.accountId)).toContain('deviceTrusted');
    expect(await signInWith(browser, member.login)).toEqual(NO_CODE);
    advanceMs(30 * DAY_MS - 60_000);
    expect(await signInWith(browser, member.login)).toEqual(NO_CODE);
    advanceMs(60_000);
    expect(await signInWith(browser, member.login)).toEqual(A_CODE);
  });

  test('is trusted by every process, and no other browser is', async () => {
    const member = await createGuarded(app);
    const browser = await trustedBrowserOf(app, member);
    const elsewhere = createBrowser(sibling);
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    expect(await signInWith(elsewhere, member.login)).toEqual(NO_CODE);
    expect(await signInWith(createBrowser(app), member.login)).toEqual(A_CODE);
  });

  test('gives nothing without the password', async () => {
    const member = await createGuarded(app);
    const browser = await trustedBrowserOf(app, member);
    expect(await signInWith(browser, member.login, { password: 'wrong-guess-1' })).toEqual({
      status: 422,
      asksCode: false,
    });
  });

  test('is not made without the wish, by a wrong code, or where no code was asked for', async () => {
    const member = await createGuarded(app);
    const browser = createBrowser(app);
    const wrong = { verification_code: wrongCode(app.deps, member.secret), remember_device: true };
    expect(await signInWith(browser, member.login, wrong)).toEqual(A_CODE);
    const right = { verification_code: codeAt(app.deps, member.secret) };
    expect(await signInWith(browser, member.login, right)).toEqual(NO_CODE);
    expect(await signInWith(browser, member.login)).toEqual(A_CODE);

    const open = await createMember(app);
    const other = createBrowser(app);
    expect(await signInWith(other, open.login, { remember_device: true })).toEqual(NO_CODE);
    expect(await devicesOf(other)).toEqual([]);
  });

  test('is trusted for one account only', async () => {
    const [one, two] = [await createGuarded(app), await createGuarded(app)];
    const browser = await trustedBrowserOf(app, one);
    expect(await signInWith(browser, two.login)).toEqual(A_CODE);
    const code = { verification_code: codeAt(app.deps, two.secret) };
    expect(await signInWith(browser, two.login, code)).toEqual(NO_CODE);
    expect(await signInWith(browser, one.login)).toEqual(NO_CODE);
    expect(await signInWith(browser, two.login)).toEqual(A_CODE);
  });

  test('has a cookie that no script reads and that changes at each sign-in; only its hash is stored', async () => {
    const member = await createGuarded(app);
    const browser = await trustedBrowserOf(app, member);
    const before = browser.cookies.get('oc_device') ?? '';
    await signInWith(browser, member.login);
    const after = browser.cookies.get('oc_device') ?? '';
    expect(after).toHaveLength(43);
    expect(after).not.toBe(before);
    const thief = createBrowser(app);
    thief.cookies.set('oc_device', before);
    expect(await signInWith(thief, member.login)).toEqual(A_CODE);
    const stored = await app.pool.query('SELECT row_to_json(d)::text AS row FROM known_devices d');
    expect(JSON.stringify(stored.rows)).not.toContain(after);
  });
});

describe('A11 the list of trusted devices', () => {
  test('names each, and ends one', async () => {
    const member = await createGuarded(app);
    const browser = await trustedBrowserOf(app, member);
    const devices = await devicesOf(browser);
    expect(devices).toEqual([
      {
        id: expect.any(Number),
        isCurrent: true,
        device: '',
        lastSeenAt: app.deps.now().toISOString(),
        trustedUntil: new Date(app.deps.now().getTime() + 30 * DAY_MS).toISOString(),
      },
    ]);
    const url = `/api/v1/user/devices/${devices[0]?.id}`;
    const stranger = await createMember(app);
    const byStranger = await app.inject({ method: 'DELETE', url, headers: stranger.headers });
    expect(byStranger.statusCode).toBe(404);
    expect(await signInWith(browser, member.login)).toEqual(NO_CODE);
    expect((await browser.call('DELETE', url)).statusCode).toBe(200);
    expect(await devicesOf(browser)).toEqual([]);
    expect((await browser.call('DELETE', url)).statusCode).toBe(404);
    expect(await signInWith(browser, member.login)).toEqual(A_CODE);
    expect(await auditOf(app, member.accountId)).toContain('deviceTrustEnded');
  });

  test('is empty after all other sessions were ended, in every browser', async () => {
    const member = await createGuarded(app);
    const browser = await trustedBrowserOf(app, member);
    await app.inject({ method: 'DELETE', url: SESSIONS, headers: member.headers });
    expect(await signInWith(browser, member.login)).toEqual(A_CODE);
    const own = createBrowser(app);
    advanceMs(30_000);
    const verification_code = codeAt(app.deps, member.secret);
    await signInWith(own, member.login, { verification_code, remember_device: true });
    await own.call('DELETE', SESSIONS);
    expect(await devicesOf(own)).toEqual([]);
  });

  test('loses the device whose session is ended', async () => {
    const member = await createGuarded(app);
    const [lost, other] = [await trustedBrowserOf(app, member), createBrowser(app)];
    advanceMs(30_000);
    const verification_code = codeAt(app.deps, member.secret);
    await signInWith(other, member.login, { verification_code, remember_device: true });
    const { sessions } = (await other.call('GET', SESSIONS)).json<SessionsReply>();
    // the newest one is this session, the one before it that of the lost device
    const id = sessions[1]?.id;
    expect((await other.call('DELETE', `${SESSIONS}/${id}`)).statusCode).toBe(200);
    expect(await signInWith(lost, member.login)).toEqual(A_CODE);
    expect(await signInWith(other, member.login)).toEqual(NO_CODE);
  });
});

test('A11 a sign-in under way when the trust ends gets no session', async () => {
  const member = await createGuarded(app);
  const browser = await trustedBrowserOf(app, member);
  const client = await app.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [member.accountId]);
  const body = { server: 'everest', login: member.login, password: PASSWORD, captcha: CAPTCHA };
  const late = browser.send('POST', '/api/v1/auth/login', body);
  // the sign-in has found the trust and waits for the account
  await vi.waitFor(async () => {
    const { rows } = await app.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    expect(rows).not.toEqual([]);
  });
  await client.query('UPDATE known_devices SET trusted_until = NULL WHERE account_id = $1', [
    member.accountId,
  ]);
  await client.query('COMMIT');
  client.release();
  expect((await late).json()).toMatchObject({ code: 'errorCredentials', needTwoFactor: true });
});
