import { Secret, URI } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#/contract/errors.ts';
import { brokenInvariants } from '#/server/db/invariants.ts';
import { stepOfCode, totpAddress } from '#/server/totp.ts';
import { checkSecondFactor } from '#/server/twoFactor.ts';
import { askSecret, codeAt, createGuarded, turnOn, wrongCode } from '../support/authenticator.ts';
import { countByStatus, PASSWORD } from '../support/factories.ts';
import { queuedMails } from '../support/queuedMails.ts';
import { auditOf, bearerOf, createMember, type Member, userStatus } from '../support/settings.ts';
import { createTestApp, type TestApp } from '../support/testApp.ts';

const MINUTE_MS = 60_000;
const STEP_MS = 30_000;

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

const secretOf = (member: Member) => app.get('/api/v1/user/2fa/secret', member.headers);
const turnOff = ({ headers }: Pick<Member, 'headers'>, body: object) =>
  app.inject({ method: 'DELETE', url: '/api/v1/user/2fa/destroy', payload: body, headers });
const makeCodes = ({ headers }: Member, body: object) =>
  app.post('/api/v1/user/2fa/recovery-codes', body, headers);
const summary = (reply: { statusCode: number; json: () => unknown }) => {
  const { code, errors } = reply.json() as ErrorReply;
  return [reply.statusCode, code, errors];
};
const isEnabled = async ({ headers }: Member) =>
  (await app.get('/api/v1/user', headers)).json<{ user: { isTwoFaEnabled: boolean } }>().user.isTwoFaEnabled;
/** The password was last proved so long ago. */
const ageSignIn = ({ accountId }: Member, ageMs: number) =>
  app.pool.query('UPDATE sessions SET proven_at = $2 WHERE account_id = $1', [
    accountId,
    new Date(app.deps.now().getTime() - ageMs),
  ]);

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
  });

  test('the address names the site, the player and his server', () => {
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
    const all = Buffer.concat(rows.map(({ bytes }) => bytes));
    for (const text of [
      secret,
      waiting,
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replaceAll('-', '')),
    ])
      expect(all.includes(text)).toBe(false);
    expect(all.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false);
  });
});

describe('C8 turning it on', () => {
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

describe('C8 a sign-in of more than ten minutes ago', () => {
  const waysIn: [
    name: string,
    act: (password?: string) => Promise<{ statusCode: number; json: () => unknown }>,
  ][] = [];
  let guarded: Awaited<ReturnType<typeof createGuarded>>;
  let plain: Member;
  let plainSecret: string;

  beforeAll(async () => {
    guarded = await createGuarded(app);
    plain = await createMember(app);
    const withPassword = (password?: string) => (password === undefined ? {} : { password });
    waysIn.push(
      [
        'verify',
        (password) =>
          turnOn(app, plain, {
            verification_code: codeAt(app.deps, plainSecret),
            google_secret: plainSecret,
            ...withPassword(password),
          }),
      ],
      [
        'new recovery codes',
        (password) =>
          makeCodes(guarded, { verification_code: guarded.recoveryCodes[0], ...withPassword(password) }),
      ],
      [
        'destroy',
        (password) =>
          turnOff(guarded, { verification_code: guarded.recoveryCodes[0], ...withPassword(password) }),
      ],
    );
  });

  test('asks for the password, says when it is wrong, and then goes on', async () => {
    for (const [name, act] of waysIn) {
      for (const member of [plain, guarded]) await ageSignIn(member, 10 * MINUTE_MS + 1);
      plainSecret = await askSecret(app, plain).catch(() => '');
      expect([name, ...summary(await act())]).toEqual([
        name,
        422,
        'passwordNeeded',
        { password: 'passwordNeeded' },
      ]);
      expect([name, ...summary(await act('not-the-password-1'))]).toEqual([
        name,
        422,
        'errorOldPasswordInvalid',
        { password: 'errorOldPasswordInvalid' },
      ]);
      const reply = await act(PASSWORD);
      expect([name, reply.statusCode]).toEqual([name, 200]);
      const codes = (reply.json() as { recoveryCodes?: string[] }).recoveryCodes;
      if (codes) guarded.recoveryCodes = name === 'verify' ? guarded.recoveryCodes : codes;
    }
  });

  test('once the password was given, the next ten minutes ask for none', async () => {
    const member = await createMember(app);
    await ageSignIn(member, 60 * MINUTE_MS);
    const secret = await askSecret(app, member);
    const body = { verification_code: wrongCode(app.deps, secret), google_secret: secret };
    expect((await turnOn(app, member, body)).json<ErrorReply>().code).toBe('passwordNeeded');
    const withPassword = { ...body, password: PASSWORD };
    expect((await turnOn(app, member, withPassword)).json<ErrorReply>().code).toBe('errorTwoFaActivated');
    expect((await turnOn(app, member, body)).json<ErrorReply>().code).toBe('errorTwoFaActivated');
  });

  test('of 30 wrong passwords at once ten are evaluated', async () => {
    const member = await createMember(app);
    await ageSignIn(member, 60 * MINUTE_MS);
    const secret = await askSecret(app, member);
    const guess = (at: number) =>
      turnOn(app, member, {
        verification_code: codeAt(app.deps, secret),
        google_secret: secret,
        password: `wrong-guess-${at}`,
      });
    const replies = await Promise.all(Array.from({ length: 30 }, (_, at) => guess(at)));
    expect(countByStatus(replies)).toEqual({ 422: 10, 429: 20 });
  });
});

describe('C8 turning it off', () => {
  test.each(['code', 'recovery code'])('by %s: other sessions end, nothing of it is left', async (by) => {
    const member = await createGuarded(app);
    await app.pool.query(
      `INSERT INTO sessions (account_id, kind, token_hash, created_at, last_seen_at, expires_at)
       SELECT account_id, kind, sha256(token_hash), created_at, last_seen_at, expires_at FROM sessions
       WHERE account_id = $1`,
      [member.accountId],
    );
    const code = by === 'code' ? codeAt(app.deps, member.secret) : member.recoveryCodes[3];
    const reply = await turnOff(member, { verification_code: code });
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
    expect(summary(await turnOff(member, body))).toEqual(refused);
    expect(summary(await makeCodes(member, body))).toEqual(refused);
    expect(await isEnabled(member)).toBe(true);
  });

  test('that is off already, and new recovery codes for nothing, are a 409', async () => {
    const member = await createMember(app);
    for (const act of [turnOff, makeCodes])
      expect(summary(await act(member, { verification_code: '123456' }))).toEqual([
        409,
        'twoFaDisabledAlready',
        undefined,
      ]);
  });

  test('new recovery codes take the place of the old ones', async () => {
    const member = await createGuarded(app);
    const reply = await makeCodes(member, { verification_code: codeAt(app.deps, member.secret) });
    const { recoveryCodes } = reply.json<{ recoveryCodes: string[] }>();
    expect(recoveryCodes).toHaveLength(10);
    expect(await checkSecondFactor(app.deps, member.accountId, member.recoveryCodes[0] ?? '')).toBe(false);
    expect(await checkSecondFactor(app.deps, member.accountId, recoveryCodes[0] ?? '')).toBe(true);
    expect(await auditOf(app, member.accountId)).toEqual(
      expect.arrayContaining(['recoveryCodesMade', 'recoveryCodeUsed']),
    );
  });
});

/** How a check went: true, false or refused before it was evaluated. */
const attempt = (accountId: number, code: string) =>
  checkSecondFactor(app.deps, accountId, code).catch((error: Error) => error.message);
const evaluated = (results: unknown[]) => results.filter((result) => typeof result === 'boolean').length;

describe('T13 a code', () => {
  test('used 200 times at once succeeds once, and never again', async () => {
    const { accountId, secret } = await createGuarded(app);
    const code = codeAt(app.deps, secret);
    const results = await Promise.all(Array.from({ length: 200 }, () => attempt(accountId, code)));
    expect(results.filter((result) => result === true)).toHaveLength(1);
    expect(evaluated(results)).toBeLessThanOrEqual(11);
    for (let later = 0; later < 40; later++) {
      app.advanceMs(15 * MINUTE_MS);
      expect(await attempt(accountId, code)).not.toBe(true);
    }
  });

  test('a recovery code used 200 times at once succeeds once, in any way of writing', async () => {
    const { accountId, recoveryCodes } = await createGuarded(app);
    const [first = '', second = ''] = recoveryCodes;
    const results = await Promise.all(Array.from({ length: 200 }, () => attempt(accountId, first)));
    expect(results.filter((result) => result === true)).toHaveLength(1);
    app.advanceMs(15 * MINUTE_MS);
    expect(await attempt(accountId, first.toLowerCase())).toBe(false);
    expect(await attempt(accountId, ` ${second.toLowerCase().replaceAll('-', ' ')} `)).toBe(true);
    expect(await attempt(accountId, second.replaceAll('-', ''))).toBe(false);
  });

  test('is the one of the current step or of the step before it, on clocks from 61 s behind to 61 s ahead', () => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const stepStartMs = Date.UTC(2026, 0, 15, 12);
    for (const intoStep of [0, 15, 29])
      for (let ahead = -61; ahead <= 61; ahead++) {
        const now = new Date(stepStartMs + intoStep * 1000);
        const code = codeAt({ now: () => now }, secret, ahead);
        const isTaken = intoStep + ahead >= -30 && intoStep + ahead < 30;
        const step = (stepStartMs / 1000 + Math.floor((intoStep + ahead) / 30) * 30) / 30;
        expect([intoStep, ahead, stepOfCode(secret, code, now)]).toEqual([
          intoStep,
          ahead,
          isTaken ? step : null,
        ]);
      }
  });

  test.each([
    [-46, false],
    [-45, true],
    [-16, true],
    [0, true],
    [14, true],
    [15, false],
  ])('in the middle of a step, of a clock %d s ahead: %s', async (aheadSeconds, isTaken) => {
    const { accountId, secret } = await createGuarded(app);
    app.advanceMs(STEP_MS * 4 - (app.deps.now().getTime() % STEP_MS) + 15_000);
    expect(await attempt(accountId, codeAt(app.deps, secret, aheadSeconds))).toBe(isTaken);
  });

  test('of an older step is refused once a newer one was used, also when the clock goes back', async () => {
    const { accountId, secret } = await createGuarded(app);
    app.advanceMs(STEP_MS * 4);
    const [older, newer] = [codeAt(app.deps, secret, -30), codeAt(app.deps, secret)];
    expect(await attempt(accountId, newer)).toBe(true);
    expect(await attempt(accountId, older)).toBe(false);
    app.advanceMs(-60 * MINUTE_MS);
    expect(await attempt(accountId, codeAt(app.deps, secret))).toBe(false);
    app.advanceMs(60 * MINUTE_MS + STEP_MS);
    expect(await attempt(accountId, codeAt(app.deps, secret))).toBe(true);
  });

  test('opens no other account', async () => {
    const [one, other] = [await createGuarded(app), await createGuarded(app)];
    expect(await attempt(other.accountId, codeAt(app.deps, one.secret))).toBe(false);
    expect(await attempt(other.accountId, one.recoveryCodes[0] ?? '')).toBe(false);
  });
});

describe('T13 guessing', () => {
  test('of 300 guesses in a day ten are evaluated in the first 15 minutes and 30 at all', async () => {
    const { accountId, secret } = await createGuarded(app);
    const wrong = wrongCode(app.deps, secret);
    const atOnce = await Promise.all(Array.from({ length: 100 }, () => attempt(accountId, wrong)));
    expect(evaluated(atOnce)).toBe(10);
    let all = evaluated(atOnce);
    for (let round = 0; round < 20; round++) {
      app.advanceMs(72 * MINUTE_MS - 1);
      all += evaluated(await Promise.all(Array.from({ length: 10 }, () => attempt(accountId, 'WRONG-CODE'))));
    }
    expect(all).toBe(30);
    // even the right code has to wait, and is good again when the day is over
    expect(await attempt(accountId, codeAt(app.deps, secret))).toBe('Too many requests');
    app.advanceMs(20);
    expect(await attempt(accountId, codeAt(app.deps, secret))).toBe(true);
    expect((await auditOf(app, accountId)).filter((event) => event === 'twoFaLocked').length).toBe(2);
  });

  test('right codes use nothing up, and neither does a fault of the server', async () => {
    const { accountId, secret } = await createGuarded(app);
    for (let times = 0; times < 35; times++) {
      app.advanceMs(STEP_MS);
      expect(await attempt(accountId, codeAt(app.deps, secret))).toBe(true);
    }
    const unwell = { ...app.deps, secretKey: Buffer.alloc(32, 1) };
    for (let times = 0; times < 35; times++)
      await expect(checkSecondFactor(unwell, accountId, '123456')).rejects.toThrow();
    app.advanceMs(STEP_MS);
    expect(await attempt(accountId, codeAt(app.deps, secret))).toBe(true);
  });

  test('by strangers leaves the attempts of a known device alone', async () => {
    const { accountId, secret } = await createGuarded(app);
    for (let times = 0; times < 12; times++) await attempt(accountId, 'WRONG-CODE');
    const code = codeAt(app.deps, secret);
    expect(await attempt(accountId, code)).toBe('Too many requests');
    expect(await checkSecondFactor(app.deps, accountId, code, true)).toBe(true);
  });
});
