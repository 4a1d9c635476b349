import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#/contract/kernel/errors.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { CAPTCHA, countByStatus, PASSWORD, signUpForm } from '../../../support/app/factories.ts';
import { askedCost } from '../../../support/app/cheapArgon2.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { blockAccount } from '../../../support/players/blocks.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  const reply = await app.post('/api/v1/auth/register', signUpForm('Known', { email: 'known@example.org' }));
  expect(reply.statusCode).toBe(200);
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

const signUp = (form: object) => app.post('/api/v1/auth/register', form);
const signIn = (body: object) =>
  app.post('/api/v1/auth/login', { server: 'everest', password: PASSWORD, captcha: CAPTCHA, ...body });
const guess = (login: string, at = 0, through = app) =>
  through.post('/api/v1/auth/login', {
    server: 'everest',
    login,
    password: `wrong-guess-${at}`,
    captcha: CAPTCHA,
  });
const without = (reply: ErrorReply) => ({ ...reply, requestId: '' });

describe('A2 sign-in', () => {
  test.each([
    ['login', { login: 'Known' }],
    ['login in another case', { login: 'kNOWN' }],
    ['e-mail', { email: 'known@example.org' }],
    ['e-mail in another case', { email: 'Known@Example.ORG' }],
  ])('by %s', async (_, body) => {
    const reply = await signIn(body);
    expect(reply.statusCode).toBe(200);
    expect(Buffer.from(reply.json<{ token: string }>().token, 'base64url')).toHaveLength(32);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test('an unknown account, a wrong password and another server answer the same, blocked or not', async () => {
    await signUp(signUpForm('blocked1'));
    const { rows } = await app.pool.query<{ id: string }>(`SELECT id FROM accounts WHERE login = 'blocked1'`);
    await blockAccount(app, Number(rows[0]!.id));
    const replies = await Promise.all([
      signIn({ login: 'nobody' }),
      signIn({ email: 'nobody@example.org' }),
      signIn({ login: 'known', password: 'something-else-1' }),
      signIn({ login: 'known', server: 'fuji' }),
      signIn({ login: 'known', server: 'no-such-server' }),
      signIn({ login: 'blocked1', password: 'something-else-1' }),
    ]);
    for (const reply of replies) {
      expect(reply.statusCode).toBe(422);
      expect(without(reply.json())).toEqual(without(replies[0].json()));
      expect(Object.keys(reply.headers)).toEqual(Object.keys(replies[0].headers));
    }
    expect(replies[0].json<ErrorReply>().code).toBe('errorCredentials');
  });

  test.each([
    [{}],
    [{ login: 'known', email: 'known@example.org' }],
    [{ login: '' }],
    [{ login: 'known', password: '' }],
    [{ login: 'known', password: 'x'.repeat(1025) }],
    [{ login: ['known'] }],
    [{ login: 'known', server: 'Everest!' }],
    [{ login: 'known', isAdmin: true }],
    [{ login: 'kn\u0000wn' }],
  ])('E4 %j is refused', async (body) => {
    expect((await signIn(body)).statusCode).toBe(400);
  });
});

describe('A2 guessing', () => {
  test.each(['guessed1', 'nobody-at-all'])(
    'of 30 parallel guesses for %s exactly 10 are evaluated',
    async (login) => {
      if (login === 'guessed1') await signUp(signUpForm(login));
      const replies = await Promise.all(Array.from({ length: 30 }, (_, at) => guess(login, at)));
      expect(countByStatus(replies)).toEqual({ 422: 10, 429: 20 });
      const refused = replies.find(({ statusCode }) => statusCode === 429);
      expect(refused?.json<ErrorReply>().code).toBe('tooManyRequests');
      expect(Number(refused?.headers['retry-after'])).toBe(15 * 60);
      expect((await signIn({ login })).statusCode).toBe(429);
      app.advanceMs(15 * 60_000);
      expect((await signIn({ login })).statusCode).toBe(login === 'guessed1' ? 200 : 422);
    },
  );

  test('right passwords use nothing up', async () => {
    for (let times = 0; times < 15; times++) expect((await signIn({ login: 'known' })).statusCode).toBe(200);
  });

  test('SE9 login and address have a limit each, so neither tells that the other belongs to it', async () => {
    await signUp(signUpForm('guessed2'));
    const email = 'guessed2@example.org';
    for (let at = 0; at < 10; at++) await guess('guessed2', at);
    for (let at = 0; at < 10; at++)
      expect((await signIn({ email, password: `wrong horse ${at}` })).statusCode).toBe(422);
    expect((await signIn({ email })).statusCode).toBe(429);
    expect((await signIn({ login: 'guessed2' })).statusCode).toBe(429);
  });

  test('one address has 50 guesses over all accounts', async () => {
    const strict = await createSibling(app, { config: { rateLimitScale: 1 } });
    try {
      await app.pool.query('DELETE FROM budgets');
      const replies = [];
      for (let at = 0; at < 55; at++) replies.push(await guess(`spread${at}`, at, strict));
      expect(countByStatus(replies)).toEqual({ 422: 50, 429: 5 });
    } finally {
      await app.pool.query('DELETE FROM budgets');
      await strict.close();
    }
  });

  test('the counts of rate limits keep neither addresses nor e-mails', async () => {
    await signIn({ email: 'canary@example.org', password: 'wrong-guess' });
    const { rows } = await app.pool.query<{ line: string }>('SELECT b::text AS line FROM budgets b');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ line }) => line).join()).not.toMatch(/canary|127\.0\.0\.1/);
  });

  test('a burst of sign-ins is answered or sent away, never broken', async () => {
    await app.pool.query('DELETE FROM budgets');
    const replies = await Promise.all(Array.from({ length: 120 }, (_, at) => guess(`burst${at}`, at)));
    const counts = countByStatus(replies);
    expect(Object.keys(counts)).toEqual(['422', '503']);
    expect(counts[422]).toBeGreaterThanOrEqual(34);
    // what was not evaluated does not count
    const { rows } = await app.pool.query<{ used: number }>(
      `SELECT used FROM budgets WHERE name = 'signInAddress'`,
    );
    expect(rows[0]?.used).toBe(counts[422]);
  });
});

describe('A4 sign-up', () => {
  test('gives an account with wallet, promo code and fair chain, signed in', async () => {
    const reply = await signUp(signUpForm('Newcomer'));
    expect(reply.statusCode).toBe(200);
    const { token } = reply.json<{ token: string }>();
    const user = await app.get('/api/v1/user', { authorization: `Bearer ${token}`, 'accept-language': 'en' });
    expect(user.json()).toEqual({
      user: {
        login: 'Newcomer',
        email: 'newcomer@example.org',
        server: 'everest',
        serverName: 'Everest',
        premiumCoins: 0,
        status: 'active',
        isMediaPartner: false,
        createdAt: app.deps.now().toISOString(),
        userPromoCode: expect.stringMatching(/^[A-Z2-9]{8}$/),
        registrationPromoCode: null,
        isVerified: false,
        isTwoFaEnabled: false,
        pendingEmail: null,
        resendSeconds: 3600,
        deletedAfter: new Date(app.deps.now().getTime() + 14 * 24 * 3_600_000).toISOString(),
      },
      couponCount: 0,
      unreadNews: 0,
      caseCount: 0,
      premiumUntil: null,
      keptDiscountCode: null,
    });
    const { rows } = await app.pool.query<{ password_hash: string; chains: number }>(
      `SELECT password_hash, (SELECT count(*)::int FROM fair_chains WHERE account_id = a.id) AS chains
       FROM accounts a WHERE login = 'Newcomer'`,
    );
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$/);
    expect(askedCost).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    expect(rows[0]?.chains).toBe(2);
  });

  test.each([
    ['e-mail', { login: 'other1', email: 'known@example.org' }, { email: 'errorEmailExist' }],
    ['login', { login: 'KNOWN', email: 'other2@example.org' }, { login: 'errorLoginExist' }],
    [
      'both',
      { login: 'known', email: 'known@example.org' },
      { email: 'errorEmailExist', login: 'errorLoginExist' },
    ],
    ['promo code', { login: 'other3', promo_code: 'NOSUCHCODE' }, { promo_code: 'errorPromocode' }],
    ['server', { login: 'other4', server: 'k2' }, { server: 'serverRequired' }],
    [
      'common password',
      { login: 'other5', password: 'Qwerty12345', password_confirmation: 'Qwerty12345' },
      { password: 'passwordCommon' },
    ],
    [
      'own login as password',
      { login: 'zimorodok', password: 'Zimorodok99', password_confirmation: 'Zimorodok99' },
      { password: 'passwordCommon' },
    ],
  ])('errors of %s stand at their fields', async (_, changes, errors) => {
    const before = await app.pool.query('SELECT count(*) FROM accounts');
    const reply = await signUp(signUpForm('other', changes));
    expect([reply.statusCode, reply.json<ErrorReply>().errors]).toEqual([422, errors]);
    expect((await app.pool.query('SELECT count(*) FROM accounts')).rows).toEqual(before.rows);
  });

  test('AC7 the same login and e-mail are free on another server', async () => {
    const reply = await signUp(signUpForm('Known', { email: 'known@example.org', server: 'fuji' }));
    expect(reply.statusCode).toBe(200);
  });

  test('AC7 of 20 parallel sign-ups with one login exactly one succeeds', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => signUp(signUpForm('twins'))));
    expect(countByStatus(replies)).toEqual({ 200: 1, 422: 19 });
  });

  test('an inviter is stored by their code', async () => {
    const inviter = await app.pool.query<{ code: string }>(
      `SELECT user_promo_code AS code FROM accounts WHERE login = 'Known' AND server_key = 'everest'`,
    );
    const code = inviter.rows[0]!.code;
    const { token } = (await signUp(signUpForm('invited', { promo_code: code }))).json<{ token: string }>();
    const user = await app.get('/api/v1/user', { authorization: `Bearer ${token}` });
    expect(user.json<{ user: object }>().user).toMatchObject({ registrationPromoCode: code });
  });

  test('refusals of one address are limited like successes, because they tell who exists', async () => {
    const strict = await createSibling(app, { config: { rateLimitScale: 1 } });
    try {
      await app.pool.query('DELETE FROM budgets');
      const replies = [];
      for (let at = 0; at < 22; at++)
        replies.push(
          await strict.post('/api/v1/auth/register', signUpForm(`x${at}xx`, { email: 'known@example.org' })),
        );
      expect(countByStatus(replies)).toEqual({ 422: 10, 429: 12 });
    } finally {
      await app.pool.query('DELETE FROM budgets');
      await strict.close();
    }
  });

  test.each([
    [{ login: 'ab' }, 'login', 'loginInvalid'],
    [{ login: 'имя' }, 'login', 'loginInvalid'],
    [{ login: 'a'.repeat(41) }, 'login', 'loginInvalid'],
    [{ email: 'Upper@example.org' }, 'email', 'emailInvalid'],
    [{ email: `${'a'.repeat(50)}@example.org` }, 'email', 'emailInvalid'],
    [{ password: 'short1', password_confirmation: 'short1' }, 'password', 'passwordShort'],
    [{ password: '1234567890', password_confirmation: '1234567890' }, 'password', 'passwordFormat'],
    [{ password: 'with space 1', password_confirmation: 'with space 1' }, 'password', 'passwordFormat'],
    [{ password_confirmation: 'another-one-1' }, 'password_confirmation', 'passwordsDiffer'],
    [{ promo_code: 'lower' }, 'promo_code', 'promoCodeFormat'],
    [{ server: '' }, 'server', 'serverRequired'],
    [{ is_verified: true }, 'is_verified', 'badRequest'],
  ])('A7 E4 %j is refused at its field', async (changes, field, code) => {
    const reply = await signUp(signUpForm('refused', changes));
    expect([reply.statusCode, reply.json<ErrorReply>().errors?.[field]]).toEqual([400, code]);
  });
});
