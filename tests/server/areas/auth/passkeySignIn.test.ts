import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { createBrowser } from '../../../support/app/browser.ts';
import { CAPTCHA, countByStatus } from '../../../support/app/factories.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { codeAt, createGuarded } from '../../../support/access/authenticator.ts';
import { blockAccount } from '../../../support/players/blocks.ts';
import {
  addPasskey,
  answer,
  askToAdd,
  askToSignIn,
  originOf,
  signInByPasskey,
} from '../../../support/access/passkeys.ts';
import { auditOf, createMember, userStatus } from '../../../support/players/settings.ts';
import {
  createAuthenticator,
  makePasskey,
  signChallenge,
} from '../../../support/access/virtualAuthenticator.ts';

// many sign-ins at once take a while on a busy machine
vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
let sibling: TestApp;
beforeAll(async () => {
  app = await createTestApp({ config: { rateLimitScale: 1000 } });
  sibling = await createSibling(app);
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(async () => {
  await sibling.close();
  await app.close();
});

const refusalOf = (reply: { statusCode: number; json: () => { code?: string } }) =>
  [reply.statusCode, reply.json().code] as const;
const REFUSED = [422, 'passkeyRefused'];
const OUTDATED = [409, 'passkeyOutdated'];
const sessionsOf = async (accountId: number) =>
  (await app.pool.query('SELECT FROM sessions WHERE account_id = $1 AND ended_at IS NULL', [accountId]))
    .rowCount;

describe('A12 a sign-in with a passkey', () => {
  test('needs neither name nor password nor code, and starts a session of a browser', async () => {
    const member = await createGuarded(app);
    const proof = { verification_code: codeAt(app.deps, member.secret) };
    const authenticator = await addPasskey(app, member.headers, createAuthenticator(), proof);
    const browser = createBrowser(app);
    const reply = await signInByPasskey(app, authenticator, {}, browser);
    expect(reply.statusCode).toBe(200);
    await browser.storeToken(reply.json<{ token: string }>().token);
    const { user } = (await browser.call('GET', '/api/v1/user')).json<{ user: { login: string } }>();
    expect(user.login).toBe(member.login);
    const { rows } = await app.pool.query<{ detail: object }>(
      "SELECT detail FROM audit WHERE account_id = $1 AND event = 'signedIn' ORDER BY id DESC LIMIT 1",
      [member.accountId],
    );
    expect(rows[0]?.detail).toMatchObject({ passkey: expect.any(Number) });
    // a sign-in from a new place is mailed, whatever proved it
    expect((await queuedMails(app, member.email)).map(({ kind }) => kind)).toContain('newSignIn');
  });

  test('works through another process', async () => {
    const { headers } = await createMember(app);
    const authenticator = await addPasskey(app, headers);
    const [here, there] = [createBrowser(app), createBrowser(sibling)];
    const options = await askToSignIn(here);
    for (const [name, value] of here.cookies) there.cookies.set(name, value);
    expect((await answer(there, signChallenge(authenticator, options, originOf(app)))).statusCode).toBe(200);
  });

  test('is asked for in the same way whoever asks, without a list of passkeys', async () => {
    const options = await askToSignIn(createBrowser(app));
    expect(options).toEqual({
      rpId: new URL(app.deps.config.publicUrl).hostname,
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      userVerification: 'required',
    });
    const spoofed = await app.post('/api/v1/auth/passkey/options', undefined, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      origin: 'https://evil.example',
    });
    expect(spoofed.json()).toMatchObject({ rpId: options.rpId });
  });

  test('needs the captcha', async () => {
    const { headers } = await createMember(app);
    const authenticator = await addPasskey(app, headers);
    const browser = createBrowser(app);
    const body = signChallenge(authenticator, await askToSignIn(browser), originOf(app));
    expect(refusalOf(await answer(browser, { ...body, captcha: '' }))).toEqual([422, 'errorCaptcha']);
    expect((await answer(browser, body)).statusCode).toBe(200);
  });
});

async function isRefused(changes: Parameters<typeof signInByPasskey>[2]): Promise<void> {
  const { headers, accountId } = await createMember(app);
  const authenticator = await addPasskey(app, headers);
  const before = await sessionsOf(accountId);
  expect(refusalOf(await signInByPasskey(app, authenticator, changes))).toEqual(REFUSED);
  expect(await sessionsOf(accountId)).toBe(before);
  expect((await signInByPasskey(app, authenticator)).statusCode).toBe(200);
}

describe('A12 a signature is refused', () => {
  test.each([
    ['of another origin', { origin: 'https://one-rp.example' }],
    ['of another site', { rpId: 'one-rp.example' }],
    ['without a present user', { isPresent: false }],
    ['that makes a passkey', { type: 'webauthn.create' }],
  ])('%s', (_, changes) => isRefused(changes));
  test('without a verified user', () => isRefused({ isVerified: false }));

  test('of an unknown passkey, of another key, and for another account', async () => {
    const [one, two] = [await createMember(app), await createMember(app)];
    const [own, other] = [await addPasskey(app, one.headers), await addPasskey(app, two.headers)];
    expect(refusalOf(await signInByPasskey(app, { ...createAuthenticator(), userHandle: 'AAAA' }))).toEqual(
      REFUSED,
    );
    const forged = { ...own, privateKey: createAuthenticator().privateKey };
    expect(refusalOf(await signInByPasskey(app, forged))).toEqual(REFUSED);
    expect(refusalOf(await signInByPasskey(app, { ...own, userHandle: other.userHandle }))).toEqual(REFUSED);
  });

  test.each(['client_data', 'authenticator_data', 'signature'])('with a broken %s', async (field) => {
    const { headers } = await createMember(app);
    const authenticator = await addPasskey(app, headers);
    const browser = createBrowser(app);
    const body = signChallenge(authenticator, await askToSignIn(browser), originOf(app));
    for (const value of ['AAAA', Buffer.from('null').toString('base64url'), 'A'.repeat(4000)]) {
      const reply = await answer(browser, { ...body, [field]: value });
      expect([409, 422]).toContain(reply.statusCode);
    }
  });

  test('of a closed account, and one of a blocked account says so', async () => {
    const [closed, blocked] = [await createMember(app), await createMember(app)];
    const [one, two] = [await addPasskey(app, closed.headers), await addPasskey(app, blocked.headers)];
    await app.pool.query("UPDATE accounts SET status = 'closed' WHERE id = $1", [closed.accountId]);
    expect((await signInByPasskey(app, one)).statusCode).toBe(422);
    await app.pool.query("UPDATE accounts SET status = 'active' WHERE id = $1", [closed.accountId]);
    await blockAccount(app, blocked.accountId);
    expect(refusalOf(await signInByPasskey(app, two))).toEqual([409, 'accountBlocked']);
  });
});

describe('A12 a challenge', () => {
  test('is answered once, and 200 answers at once start one session', async () => {
    const { headers, accountId } = await createMember(app);
    const authenticator = await addPasskey(app, headers);
    const before = (await sessionsOf(accountId)) ?? 0;
    const browser = createBrowser(app);
    const body = signChallenge(authenticator, await askToSignIn(browser), originOf(app));
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        (at % 2 ? app : sibling).inject({
          method: 'POST',
          url: '/api/v1/auth/passkey',
          payload: { ...body, captcha: CAPTCHA },
          headers: { cookie },
        }),
      ),
    );
    expect(countByStatus(replies)).toEqual({ 200: 1, 409: 199 });
    expect(await sessionsOf(accountId)).toBe(before + 1);
    expect(refusalOf(await answer(browser, body))).toEqual(OUTDATED);
  });

  test('is used up by a wrong answer', async () => {
    const { headers } = await createMember(app);
    const authenticator = await addPasskey(app, headers);
    const browser = createBrowser(app);
    const options = await askToSignIn(browser);
    const wrong = signChallenge(authenticator, options, originOf(app), { isVerified: false });
    expect(refusalOf(await answer(browser, wrong))).toEqual(REFUSED);
    const right = signChallenge(authenticator, options, originOf(app));
    expect(refusalOf(await answer(browser, right))).toEqual(OUTDATED);
  });

  test('ends after five minutes, and is one that the server made', async () => {
    const { headers } = await createMember(app);
    const authenticator = await addPasskey(app, headers);
    const browser = createBrowser(app);
    const [early, late] = [await askToSignIn(browser), await askToSignIn(browser)];
    app.advanceMs(5 * 60_000 - 1);
    expect((await answer(browser, signChallenge(authenticator, early, originOf(app)))).statusCode).toBe(200);
    app.advanceMs(1);
    expect(refusalOf(await answer(browser, signChallenge(authenticator, late, originOf(app))))).toEqual(
      OUTDATED,
    );
    const own = signChallenge(authenticator, { ...late, challenge: 'A'.repeat(43) }, originOf(app));
    expect(refusalOf(await answer(browser, own))).toEqual(OUTDATED);
    app.advanceMs(-5 * 60_000);
  });

  test('belongs to the browser that asked, and to a sign-in', async () => {
    const { headers } = await createMember(app);
    const authenticator = await addPasskey(app, headers);
    const [asker, thief] = [createBrowser(app), createBrowser(app)];
    const body = signChallenge(authenticator, await askToSignIn(asker), originOf(app));
    await askToSignIn(thief);
    expect(refusalOf(await answer(thief, body))).toEqual(OUTDATED);
    expect(refusalOf(await answer(createBrowser(app), body))).toEqual(OUTDATED);
    expect((await answer(asker, body)).statusCode).toBe(200);
    const { challenge } = await askToAdd(app, headers);
    const { rpId } = await askToSignIn(asker);
    const options = { challenge, rpId, timeout: 1, userVerification: 'required' } as const;
    expect(refusalOf(await answer(asker, signChallenge(authenticator, options, originOf(app))))).toEqual(
      OUTDATED,
    );
  });

  test('stays good in two tabs, behind a cookie that no script reads', async () => {
    const { headers } = await createMember(app);
    const authenticator = await addPasskey(app, headers);
    const browser = createBrowser(app);
    const [one, two] = [await askToSignIn(browser), await askToSignIn(browser)];
    for (const options of [one, two])
      expect((await answer(browser, signChallenge(authenticator, options, originOf(app)))).statusCode).toBe(
        200,
      );
    const reply = await app.post('/api/v1/auth/passkey/options');
    expect(reply.cookies).toEqual([
      expect.objectContaining({ name: 'oc_passkey', httpOnly: true, sameSite: 'Strict', path: '/' }),
    ]);
  });
});

describe('A12 the counter of a passkey', () => {
  test('refuses a counter that does not rise as a copied passkey, and mails the player once', async () => {
    const member = await createMember(app);
    const authenticator = await addPasskey(app, member.headers);
    expect((await signInByPasskey(app, authenticator, { counter: 5 })).statusCode).toBe(200);
    const before = await sessionsOf(member.accountId);
    for (const counter of [5, 4, 0])
      expect(refusalOf(await signInByPasskey(app, authenticator, { counter }))).toEqual(REFUSED);
    expect(await sessionsOf(member.accountId)).toBe(before);
    expect((await auditOf(app, member.accountId)).filter((event) => event === 'passkeyCopied')).toHaveLength(
      3,
    );
    const told = (await queuedMails(app, member.email)).filter(({ kind }) => kind === 'passkeyCopied');
    expect(told).toHaveLength(1);
    expect((await signInByPasskey(app, authenticator, { counter: 6 })).statusCode).toBe(200);
  });

  test('accepts a counter that stays 0 for a synced passkey', async () => {
    const { headers } = await createMember(app);
    const authenticator = await addPasskey(app, headers);
    for (let at = 0; at < 3; at++)
      expect((await signInByPasskey(app, authenticator, { isSynced: true })).statusCode).toBe(200);
  });

  test('of a wrong signature accuses nobody', async () => {
    const member = await createMember(app);
    const authenticator = await addPasskey(app, member.headers);
    await signInByPasskey(app, authenticator, { counter: 5 });
    const forged = { ...authenticator, privateKey: createAuthenticator().privateKey };
    await signInByPasskey(app, forged, { counter: 1 });
    expect(await auditOf(app, member.accountId)).not.toContain('passkeyCopied');
  });
});

test('A12 wrong signatures of one address are limited, right ones are not counted', async () => {
  const site = await createTestApp({ config: { rateLimitScale: 1 } });
  const { headers } = await createMember(site);
  const authenticator = await addPasskey(site, headers);
  const browser = createBrowser(site);
  const ask = await askToSignIn(browser);
  for (let at = 0; at < 50; at++) {
    const body = signChallenge(authenticator, { ...ask, challenge: 'A'.repeat(43) }, originOf(site));
    expect((await answer(browser, body)).statusCode).toBe(409);
  }
  const right = signChallenge(authenticator, ask, originOf(site));
  expect((await answer(browser, right)).statusCode).toBe(429);
  const elsewhere = createBrowser(site, '198.51.100.7');
  for (let at = 0; at < 60; at++)
    expect((await signInByPasskey(site, authenticator, {}, elsewhere)).statusCode).toBe(200);
  for (let at = 0; at < 40; at++) await askToSignIn(elsewhere);
  const asked = await elsewhere.send('POST', '/api/v1/auth/passkey/options');
  expect(asked.statusCode).toBe(429);
  expect(asked.headers['retry-after']).toBeDefined();
  await site.close();
});

test('A12 a passkey of another site of the same account name opens nothing here', async () => {
  const { headers } = await createMember(app);
  const elsewhere = createAuthenticator();
  makePasskey(elsewhere, await askToAdd(app, headers), 'https://one-rp.example', { rpId: 'one-rp.example' });
  expect(refusalOf(await signInByPasskey(app, elsewhere))).toEqual(REFUSED);
  expect(await userStatus(app, headers)).toBe(200);
});
