import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Passkey, PasskeysReply } from '#/contract/passkeys.ts';
import { cleanUp } from '#/server/jobs/cleanUp.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { countByStatus, PASSWORD } from '../../../support/app/factories.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { codeAt, createGuarded } from '../../../support/access/authenticator.ts';
import {
  addPasskey,
  askToAdd,
  originOf,
  PASSKEYS,
  signInByPasskey,
  storePasskey,
} from '../../../support/access/passkeys.ts';
import { auditOf, bearerOf, createMember, userStatus } from '../../../support/players/settings.ts';
import { createAuthenticator, makePasskey } from '../../../support/access/virtualAuthenticator.ts';

// many passwords are hashed: on a busy machine that takes a while
vi.setConfig({ testTimeout: 120_000 });

type Headers = Record<string, string>;
const MINUTE_MS = 60_000;
const CHROME_ON_WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

const list = async (headers: Headers) => (await app.get(PASSKEYS, headers)).json<PasskeysReply>().passkeys;
const remove = (id: unknown, headers: Headers, body: object = {}) =>
  app.inject({ method: 'DELETE', url: `${PASSKEYS}/${String(id)}`, headers, payload: body });
const rename = (id: unknown, name: unknown, headers: Headers, more: object = {}) =>
  app.post(`${PASSKEYS}/${String(id)}`, { name, ...more }, headers);
const refusalOf = (reply: { statusCode: number; json: () => { code?: string } }) =>
  [reply.statusCode, reply.json().code] as const;
const kindsOf = async (email: string) => (await queuedMails(app, email)).map(({ kind }) => kind);

describe('A12 adding a passkey', () => {
  test('lists it with a name, mails it and writes it down', async () => {
    const { headers, accountId, email } = await createMember(app);
    expect(await list(headers)).toEqual([]);
    const options = await askToAdd(app, headers);
    expect(options).toMatchObject({
      rp: { id: new URL(app.deps.config.publicUrl).hostname },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const body = makePasskey(createAuthenticator(), options, originOf(app));
    const reply = await app.post(PASSKEYS, body, { ...headers, 'user-agent': CHROME_ON_WINDOWS });
    expect(reply.json<PasskeysReply>().passkeys).toEqual<Passkey[]>([
      {
        id: expect.any(Number) as number,
        name: 'Chrome · Windows',
        isSynced: false,
        createdAt: app.deps.now().toISOString(),
        lastUsedAt: null,
      },
    ]);
    expect(await auditOf(app, accountId)).toContain('passkeyAdded');
    expect(await queuedMails(app, email)).toContainEqual(
      expect.objectContaining({
        kind: 'passkeyAdded',
        variables: expect.objectContaining({ passkeys: 'Chrome · Windows', notMe: expect.any(String) }),
      }),
    );
    const again = await askToAdd(app, headers);
    expect(again.excludeCredentials).toEqual([{ id: body.id, type: 'public-key' }]);
    expect(again.user.id).toBe(options.user.id);
  });

  test('names it after its provider, and tells a second one apart', async () => {
    const { headers } = await createMember(app);
    const bitwarden = 'd548826e-79b4-db40-a3d8-11116f7e8349';
    for (let at = 0; at < 2; at++) await addPasskey(app, headers, createAuthenticator(bitwarden));
    expect((await list(headers)).map(({ name }) => name)).toEqual(['Bitwarden', 'Bitwarden 2']);
  });

  test('asks for the password once the sign-in is old, and for a code where there is one', async () => {
    const old = await bearerOf(app, (await createMember(app)).login);
    app.advanceMs(11 * MINUTE_MS);
    const ask = (proof: object, headers: Headers = old) =>
      app.post(`/api/v1/user/passkey-options`, proof, headers);
    expect(refusalOf(await ask({}))).toEqual([422, 'passwordNeeded']);
    expect(refusalOf(await ask({ password: 'wrong-guess-1' }))).toEqual([422, 'errorOldPasswordInvalid']);
    expect((await ask({ password: PASSWORD })).statusCode).toBe(200);
    const guarded = await createGuarded(app);
    expect(refusalOf(await ask({}, guarded.headers))).toEqual([422, 'errorTwoFaActivated']);
    const verification_code = codeAt(app.deps, guarded.secret);
    expect((await ask({ verification_code }, guarded.headers)).statusCode).toBe(200);
  });

  test.each([
    ['of another origin', { origin: 'https://one-rp.example' }],
    ['of another site', { rpId: 'one-rp.example' }],
    ['without a verified user', { isVerified: false }],
    ['without a present user', { isPresent: false }],
    ['that signs in', { type: 'webauthn.get' }],
  ])('refuses one %s', async (_, changes) => {
    const { headers } = await createMember(app);
    const body = makePasskey(createAuthenticator(), await askToAdd(app, headers), originOf(app), changes);
    expect(refusalOf(await app.post(PASSKEYS, body, headers))).toEqual([422, 'passkeyRefused']);
    expect(await list(headers)).toEqual([]);
  });

  test('answers a challenge once, of the same session, within five minutes', async () => {
    const member = await createMember(app);
    const other = await bearerOf(app, member.login);
    const make = async (headers: Headers) =>
      makePasskey(createAuthenticator(), await askToAdd(app, headers), originOf(app));
    const body = await make(member.headers);
    expect(refusalOf(await app.post(PASSKEYS, body, other))).toEqual([409, 'passkeyOutdated']);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => app.post(PASSKEYS, body, member.headers)),
    );
    expect(countByStatus(replies)).toEqual({ 200: 1, 409: 19 });
    const late = await make(member.headers);
    app.advanceMs(5 * MINUTE_MS);
    expect(refusalOf(await app.post(PASSKEYS, late, member.headers))).toEqual([409, 'passkeyOutdated']);
    app.advanceMs(1);
    await cleanUp(app.deps);
    const { rowCount } = await app.pool.query('SELECT FROM passkey_challenges WHERE expires_at <= $1', [
      app.deps.now().toISOString(),
    ]);
    expect(rowCount).toBe(0);
  });

  test('ends at ten, also when they come at once, and one passkey belongs to one account', async () => {
    const { headers, accountId } = await createMember(app);
    const bodies = [];
    for (let at = 0; at < 3; at++)
      bodies.push(makePasskey(createAuthenticator(), await askToAdd(app, headers), originOf(app)));
    for (let at = 0; at < 9; at++) await storePasskey(app, accountId);
    const replies = await Promise.all(bodies.map((body) => app.post(PASSKEYS, body, headers)));
    expect(countByStatus(replies)).toEqual({ 200: 1, 409: 2 });
    expect(await list(headers)).toHaveLength(10);
    expect(refusalOf(await app.post(`/api/v1/user/passkey-options`, {}, headers))).toEqual([
      409,
      'tooManyPasskeys',
    ]);

    const [one, two] = [await createMember(app), await createMember(app)];
    const authenticator = await addPasskey(app, one.headers);
    const copy = makePasskey(authenticator, await askToAdd(app, two.headers), originOf(app));
    expect(refusalOf(await app.post(PASSKEYS, copy, two.headers))).toEqual([409, 'passkeyKnown']);
  });
});

describe('A12 a passkey in the list', () => {
  test('is renamed, with a name that people can read', async () => {
    const { headers, accountId } = await createMember(app);
    const id = await storePasskey(app, accountId);
    const reply = await rename(id, '  Ключ на брелке ', headers);
    expect(reply.json<PasskeysReply>().passkeys[0]?.name).toBe('Ключ на брелке');
    for (const name of ['', '   ', 'x'.repeat(41), 'a\u202eb', 5])
      expect((await rename(id, name, headers)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await list(headers))[0]?.name).toBe('Ключ на брелке');
  });

  test('tells when it was used', async () => {
    const { headers } = await createMember(app);
    const authenticator = await addPasskey(app, headers);
    app.advanceMs(MINUTE_MS);
    await signInByPasskey(app, authenticator, { isSynced: true });
    expect((await list(headers))[0]).toMatchObject({
      lastUsedAt: app.deps.now().toISOString(),
      isSynced: true,
    });
  });

  test.each([true, false])(
    'is named in its mail only if the address is confirmed: %s',
    async (isVerified) => {
      const { headers, accountId, email } = await createMember(app, { isVerified });
      const id = await storePasskey(app, accountId);
      await remove(id, headers, { password: PASSWORD });
      const [mail] = await queuedMails(app, email);
      expect(mail?.variables).toMatchObject({ passkeys: isVerified ? 'Stored' : '' });
    },
  );

  test('is removed with the proof, ends other sessions, and is mailed', async () => {
    const member = await createMember(app);
    const [headers, stranger] = [await bearerOf(app, member.login), await bearerOf(app, member.login)];
    const authenticator = await addPasskey(app, headers);
    const [passkey] = await list(headers);
    app.advanceMs(11 * MINUTE_MS);
    expect(refusalOf(await remove(passkey?.id, headers))).toEqual([422, 'passwordNeeded']);
    expect(refusalOf(await rename(passkey?.id, 'x', headers))).toEqual([422, 'passwordNeeded']);
    expect((await signInByPasskey(app, authenticator)).statusCode).toBe(200);
    expect((await remove(passkey?.id, headers, { password: PASSWORD })).statusCode).toBe(200);
    expect(refusalOf(await signInByPasskey(app, authenticator))).toEqual([422, 'passkeyRefused']);
    expect([await userStatus(app, headers), await userStatus(app, stranger)]).toEqual([200, 401]);
    expect(await kindsOf(member.email)).toContain('passkeysRemoved');
    expect(await auditOf(app, member.accountId)).toContain('passkeyRemoved');
  });

  test('is no one else’s to rename or remove', async () => {
    const [owner, stranger] = [await createMember(app), await createMember(app)];
    const id = await storePasskey(app, owner.accountId);
    for (const reply of [await rename(id, 'mine', stranger.headers), await remove(id, stranger.headers)])
      expect(reply.statusCode).toBe(404);
    expect((await list(owner.headers))[0]?.name).toBe('Stored');
  });
});

describe('A12 a change of the password', () => {
  const change = (headers: Headers, more: object) =>
    app.post(
      '/api/v1/user/reset-password',
      {
        old_password: PASSWORD,
        password: 'Verbolozy-77-quay',
        password_confirmation: 'Verbolozy-77-quay',
        ...more,
      },
      headers,
    );

  test('removes the passkeys and says so, unless the player keeps them', async () => {
    const [wary, calm] = [await createMember(app), await createMember(app)];
    for (const { accountId } of [wary, calm]) await storePasskey(app, accountId);
    await change(wary.headers, {});
    await change(calm.headers, { keep_passkeys: true });
    expect((await list(wary.headers)).length).toBe(0);
    expect((await list(calm.headers)).length).toBe(1);
    const removedOf = async (email: string) =>
      (await queuedMails(app, email)).flatMap(({ kind, variables }) =>
        kind === 'passwordChanged' && 'removedPasskeys' in variables ? [variables.removedPasskeys] : [],
      );
    expect([await removedOf(wary.email), await removedOf(calm.email)]).toEqual([['Stored'], []]);
  });
});

test('A12 a deleted account keeps no passkey, and the export lists them without keys', async () => {
  const { headers, accountId } = await createMember(app);
  const authenticator = await addPasskey(app, headers);
  const exported = await app.get('/api/v1/user/export', headers);
  expect(exported.json<{ passkeys: object[] }>().passkeys).toEqual([
    { name: 'Passkey', isSynced: false, createdAt: expect.any(String), lastUsedAt: null },
  ]);
  expect(exported.body).not.toContain(authenticator.credentialId.toString('base64url'));
  await app.inject({ method: 'DELETE', url: '/api/v1/user', headers, payload: { password: PASSWORD } });
  const { rowCount } = await app.pool.query('SELECT FROM passkeys WHERE account_id = $1', [accountId]);
  expect(rowCount).toBe(0);
  expect((await signInByPasskey(app, authenticator)).statusCode).toBe(422);
});
