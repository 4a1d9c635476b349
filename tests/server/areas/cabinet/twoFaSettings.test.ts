import { Secret, URI } from 'otpauth';
import { toString as drawQr } from 'qrcode';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#/contract/kernel/errors.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { totpAddress } from '#/server/domain/accounts/access/totp.ts';
import { checkSecondFactor } from '#/server/domain/accounts/access/twoFactor.ts';
import {
  askSecret,
  codeAt,
  createGuarded,
  makeCodes,
  turnOff,
  turnOn,
  wrongCode,
} from '../../../support/access/authenticator.ts';
import { countByStatus, PASSWORD } from '../../../support/app/factories.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import { summary } from '../../../support/access/reset.ts';
import {
  auditOf,
  bearerOf,
  createMember,
  type Member,
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

const secretOf = (member: Member) => app.get('/api/v1/user/2fa/secret', member.headers);
const isEnabled = async ({ headers }: Member) =>
  (await app.get('/api/v1/user', headers)).json<{ user: { isTwoFaEnabled: boolean } }>().user.isTwoFaEnabled;

describe('C8 the secret', () => {
  test('has 160 bits, is drawn as an otpauth address and is not to be stored', async () => {
    const member = await createMember(app);
    const reply = await secretOf(member);
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    const { secret, QRImage } = reply.json<{ secret: string; QRImage: string }>();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
    expect(QRImage).toMatch(/^<svg xmlns="[^"]+"[^>]*>/);
    expect(QRImage).not.toMatch(/<script|style=|href/);
    const address = totpAddress(secret, `${member.login}@everest`);
    expect(QRImage).toBe(await drawQr(address, { type: 'svg' }));
  });

  test('the address names the site, the player and their server', () => {
    const address = totpAddress('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'marlo.night@everest');
    expect(address).toBe(
      'otpauth://totp/ONE%20RP:marlo.night%40everest?issuer=ONE%20RP&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
    );
    expect(URI.parse(address)).toMatchObject({ issuer: 'ONE RP', label: 'marlo.night@everest', digits: 6 });
  });

  test('is the same for ten minutes of a session, also for 20 requests at once, and another one afterwards', async () => {
    const member = await createMember(app);
    const secrets = await Promise.all(Array.from({ length: 20 }, () => askSecret(app, member)));
    expect(new Set(secrets).size).toBe(1);
    app.advanceMs(10 * MINUTE_MS - 1000);
    expect(await askSecret(app, member)).toBe(secrets[0]);
    app.advanceMs(1000);
    expect(await askSecret(app, member)).not.toBe(secrets[0]);
  });

  test('of another session is another one', async () => {
    const member = await createMember(app);
    const headers = await bearerOf(app, member.login);
    expect(await askSecret(app, { headers })).not.toBe(await askSecret(app, member));
  });

  test('is stored encrypted, before and after it is activated', async () => {
    const { secret, recoveryCodes } = await createGuarded(app);
    const member = await createMember(app);
    const waiting = await askSecret(app, member);
    const { rows } = await app.pool.query<{ bytes: Buffer }>(
      `SELECT secret_encrypted AS bytes FROM two_factors
       UNION ALL SELECT secret_encrypted FROM two_factor_setups UNION ALL SELECT code_mac FROM recovery_codes`,
    );
    const stored = Buffer.concat(rows.map(({ bytes }) => bytes)).toString('latin1');
    for (const text of [
      secret,
      waiting,
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replaceAll('-', '')),
    ])
      expect(stored).not.toContain(text);
    expect(stored).not.toContain(Buffer.from(Secret.fromBase32(secret).bytes).toString('latin1'));
  });
});

describe('C8 AC1 turning it on', () => {
  test('a code of the secret that waits turns it on and gives ten recovery codes', async () => {
    const member = await createMember(app);
    const elsewhere = await bearerOf(app, member.login);
    const secret = await askSecret(app, member);
    const code = codeAt(app.deps, secret);
    const reply = await turnOn(app, member, { verification_code: code, google_secret: secret });
    expect(reply.statusCode).toBe(200);
    const { recoveryCodes } = reply.json<{ recoveryCodes: string[] }>();
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const one of recoveryCodes) expect(one).toMatch(/^([A-HJ-NP-Z2-9]{4}-){2}[A-HJ-NP-Z2-9]{4}$/);
    expect(await isEnabled(member)).toBe(true);
    // the session that did it stays, the other one ends
    expect(await userStatus(app, elsewhere)).toBe(401);
    expect(await auditOf(app, member.accountId)).toContain('twoFaOn');
    const mails = await queuedMails(app, member.email);
    expect(mails.filter(({ kind }) => kind === 'twoFaOn')).toHaveLength(1);
    expect(summary(await secretOf(member))).toEqual([409, 'twoFaEnabledAlready', undefined]);
    // the code that turned it on is used up
    expect(await checkSecondFactor(app.deps, member.accountId, code)).toBe(false);
    const { rows } = await app.pool.query(
      'SELECT FROM two_factor_setups WHERE session_id IN (SELECT id FROM sessions WHERE account_id = $1)',
      [member.accountId],
    );
    expect(rows).toHaveLength(0);
  });

  test('a secret that the server did not make is refused, whatever its code', async () => {
    const member = await createMember(app);
    const own = new Secret({ size: 20 }).base32;
    const body = { verification_code: codeAt(app.deps, own), google_secret: own };
    const refused = [422, 'errorTwoFaSetup', { google_secret: 'errorTwoFaSetup' }];
    expect(summary(await turnOn(app, member, body))).toEqual(refused);
    const secret = await askSecret(app, member);
    expect(summary(await turnOn(app, member, body))).toEqual(refused);
    expect(
      summary(await turnOn(app, member, { verification_code: codeAt(app.deps, secret), google_secret: own })),
    ).toEqual(refused);
    // the right secret with a code of another one
    const mixed = { verification_code: codeAt(app.deps, own), google_secret: secret };
    expect((await turnOn(app, member, mixed)).statusCode).toBe(422);
    expect(await isEnabled(member)).toBe(false);
  });

  test('a secret of another session or older than ten minutes is refused', async () => {
    const member = await createMember(app);
    const headers = await bearerOf(app, member.login);
    const secret = await askSecret(app, { headers });
    const body = () => ({ verification_code: codeAt(app.deps, secret), google_secret: secret });
    expect((await turnOn(app, member, body())).json<ErrorReply>().code).toBe('errorTwoFaSetup');
    app.advanceMs(10 * MINUTE_MS);
    const late = { ...body(), password: PASSWORD };
    expect((await turnOn(app, { headers }, late)).json<ErrorReply>().code).toBe('errorTwoFaSetup');
  });

  test('a wrong code is refused at its field', async () => {
    const member = await createMember(app);
    const secret = await askSecret(app, member);
    const refused = [422, 'errorTwoFaActivated', { verification_code: 'errorTwoFaActivated' }];
    for (const code of [
      wrongCode(app.deps, secret),
      codeAt(app.deps, secret, 60),
      codeAt(app.deps, secret, -90),
      'abcdef',
    ])
      expect(summary(await turnOn(app, member, { verification_code: code, google_secret: secret }))).toEqual(
        refused,
      );
    for (const code of ['', '12345', '1'.repeat(33)])
      expect((await turnOn(app, member, { verification_code: code, google_secret: secret })).statusCode).toBe(
        400,
      );
  });

  test('of 20 requests at once one turns it on', async () => {
    const member = await createMember(app);
    const secret = await askSecret(app, member);
    const body = { verification_code: codeAt(app.deps, secret), google_secret: secret };
    const replies = await Promise.all(Array.from({ length: 20 }, () => turnOn(app, member, body)));
    expect(countByStatus(replies)).toEqual({ 200: 1, 409: 19 });
    const { rows } = await app.pool.query('SELECT FROM recovery_codes WHERE account_id = $1', [
      member.accountId,
    ]);
    expect(rows).toHaveLength(10);
  });
});

describe('C8 AC1 turning it off', () => {
  test.each(['code', 'recovery code'])('by %s: other sessions end, nothing of it is left', async (by) => {
    const member = await createGuarded(app);
    await app.pool.query(
      `INSERT INTO sessions (account_id, kind, token_hash, created_at, last_seen_at, expires_at)
       SELECT account_id, kind, sha256(token_hash), created_at, last_seen_at, expires_at FROM sessions
       WHERE account_id = $1`,
      [member.accountId],
    );
    const code = by === 'code' ? codeAt(app.deps, member.secret) : member.recoveryCodes[3];
    const reply = await turnOff(app, member, { verification_code: code });
    expect([reply.statusCode, reply.json()]).toEqual([200, { isTwoFaEnabled: false }]);
    expect(await isEnabled(member)).toBe(false);
    const { rows } = await app.pool.query<{ left: number; live: number }>(
      `SELECT (SELECT count(*) FROM two_factors WHERE account_id = $1)::int
         + (SELECT count(*) FROM recovery_codes WHERE account_id = $1)::int AS left,
         (SELECT count(*) FROM sessions WHERE account_id = $1 AND ended_at IS NULL)::int AS live`,
      [member.accountId],
    );
    expect(rows).toEqual([{ left: 0, live: 1 }]);
    expect(await auditOf(app, member.accountId)).toContain('twoFaOff');
    const mails = await queuedMails(app, member.email);
    expect(mails.map(({ kind }) => kind)).toContain('twoFaOff');
    // a new secret is made for the next time
    expect(await askSecret(app, member)).not.toBe(member.secret);
  });

  test('a wrong code changes nothing and is refused at its field', async () => {
    const member = await createGuarded(app);
    const body = { verification_code: wrongCode(app.deps, member.secret) };
    const refused = [422, 'errorTwoFaActivated', { verification_code: 'errorTwoFaActivated' }];
    expect(summary(await turnOff(app, member, body))).toEqual(refused);
    expect(summary(await makeCodes(app, member, body))).toEqual(refused);
    expect(await isEnabled(member)).toBe(true);
  });

  test('that is off already, and new recovery codes for nothing, are a 409', async () => {
    const member = await createMember(app);
    for (const act of [turnOff, makeCodes])
      expect(summary(await act(app, member, { verification_code: '123456' }))).toEqual([
        409,
        'twoFaDisabledAlready',
        undefined,
      ]);
  });

  test('new recovery codes take the place of the old ones', async () => {
    const member = await createGuarded(app);
    const reply = await makeCodes(app, member, { verification_code: codeAt(app.deps, member.secret) });
    const { recoveryCodes } = reply.json<{ recoveryCodes: string[] }>();
    expect(recoveryCodes).toHaveLength(10);
    expect(await checkSecondFactor(app.deps, member.accountId, member.recoveryCodes[0] ?? '')).toBe(false);
    expect(await checkSecondFactor(app.deps, member.accountId, recoveryCodes[0] ?? '')).toBe(true);
    expect(await auditOf(app, member.accountId)).toEqual(
      expect.arrayContaining(['recoveryCodesMade', 'recoveryCodeUsed']),
    );
  });
});
