import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import {
  ask,
  attemptsOf,
  begun,
  changeTo,
  enterCode,
  mailedCode,
  NEW_PASSWORD,
  summary,
  WRONG_CODE,
} from '../../../support/access/reset.ts';
import { createBrowser } from '../../../support/app/browser.ts';
import { CAPTCHA } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';

// many passwords are hashed: on a busy machine that takes a while
vi.setConfig({ testTimeout: 120_000 });

const HOUR_MS = 60 * 60_000;
const STRANGER = '198.51.100.7';
const BEYOND = [429, 'tooManyRequests', undefined];

let app: TestApp;
let member: Member;

beforeAll(async () => {
  app = await createTestApp({ config: { rateLimitScale: 1 } });
});
beforeEach(async () => {
  await app.pool.query('DELETE FROM budgets');
  member = await createMember(app);
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

/** Asks for a code in that many browsers of an address, and enters five wrong ones in each. */
async function guessFrom(address: string, browsers: number): Promise<void> {
  for (let at = 0; at < browsers; at++) {
    const stranger = createBrowser(app, address);
    expect((await ask(stranger, member.email)).statusCode).toBe(200);
    for (let times = 0; times < 5; times++) await enterCode(stranger, member.email, WRONG_CODE);
  }
}

const usedGuesses = async () =>
  (await app.pool.query<{ used: number }>(`SELECT used FROM budgets WHERE name = 'resetGuesses'`)).rows[0]
    ?.used;

/** Recovers in a new browser of another network. @returns the browser and the status of the answer to the right code */
async function recover() {
  const browser = createBrowser(app, '203.0.113.9');
  await ask(browser, member.email);
  const code = await mailedCode(app, member.email);
  const { statusCode } = await enterCode(browser, member.email, code);
  return { browser, code, statusCode };
}

describe('SE9 guesses at the codes of one mailbox', () => {
  test('of 60 of a network in a day 50 are evaluated, and they use up no others', async () => {
    await guessFrom(STRANGER, 12);
    expect([await attemptsOf(app, member.email), await usedGuesses()]).toEqual([50, 50]);
    const stranger = createBrowser(app, '198.51.100.200');
    await ask(stranger, member.email);
    const code = await mailedCode(app, member.email);
    expect(summary(await enterCode(stranger, member.email, code))).toEqual(BEYOND);
    expect((await recover()).statusCode).toBe(200);
  });

  test('are 1000 in a day over all networks, whatever the mails', async () => {
    await guessFrom(STRANGER, 1);
    await app.pool.query(`UPDATE budgets SET used = 999 WHERE name = 'resetGuesses'`);
    const { browser, code } = await begun(app, member);
    expect((await enterCode(browser, member.email, WRONG_CODE)).statusCode).toBe(422);
    expect(summary(await enterCode(browser, member.email, code))).toEqual(BEYOND);
    app.advanceMs(24 * HOUR_MS);
    expect((await recover()).statusCode).toBe(200);
  });
});

test('SE9 a stranger who asks for a code every hour keeps nobody from recovering', async () => {
  for (let hour = 0; hour < 10; hour++) {
    await ask(createBrowser(app, STRANGER), member.email);
    app.advanceMs(HOUR_MS);
  }
  expect((await recover()).statusCode).toBe(200);
});

test('SE9 who has recovered signs in, although a stranger guesses passwords of the account', async () => {
  const signIn = (browser: ReturnType<typeof createBrowser>, password: string) =>
    browser.send('POST', '/api/v1/auth/login', {
      server: 'everest',
      login: member.login,
      password,
      captcha: CAPTCHA,
    });
  for (let times = 0; times < 10; times++) await signIn(createBrowser(app, STRANGER), 'Not-the-one-17');
  const { browser, code } = await recover();
  expect((await changeTo(browser, member.email, code)).statusCode).toBe(200);
  expect((await signIn(createBrowser(app, '203.0.113.9'), NEW_PASSWORD)).statusCode).toBe(429);
  expect((await signIn(browser, NEW_PASSWORD)).statusCode).toBe(200);
});
