import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { onlyKey } from '#/server/platform/config/secretKey.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { stepOfCode } from '#/server/domain/accounts/access/totp.ts';
import { checkSecondFactor } from '#/server/domain/accounts/access/twoFactor.ts';
import { codeAt, createGuarded, wrongCode } from '../../../../support/access/authenticator.ts';
import { queuedMails } from '../../../../support/app/queuedMails.ts';
import { auditOf } from '../../../../support/players/settings.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';

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
    const { accountId, email, secret } = await createGuarded(app);
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
    // Three times ten guesses. The last guess of the day and the last of the quarter hour may be two requests
    // of one burst, and each of them locks.
    const locks = (await auditOf(app, accountId)).filter((event) => event === 'twoFaLocked');
    expect(locks.length).toBeGreaterThanOrEqual(3);
    // A person who types codes has the password. The player gets a mail once an hour, so once for each burst.
    const mails = (await queuedMails(app, email)).filter(({ kind }) => kind === 'twoFaLocked');
    expect(mails).toHaveLength(3);
  });

  test('right codes use nothing up, and neither does a fault of the server', async () => {
    const { accountId, secret } = await createGuarded(app);
    for (let times = 0; times < 35; times++) {
      app.advanceMs(STEP_MS);
      expect(await attempt(accountId, codeAt(app.deps, secret))).toBe(true);
    }
    const unwell = { ...app.deps, secretKey: onlyKey(Buffer.alloc(32, 1)) };
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
