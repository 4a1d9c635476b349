import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { onlyKey } from '#/server/platform/config/secretKey.ts';
import type { CaptchaAction } from '#/contract/kernel/captcha.ts';
import type { ErrorReply } from '#/contract/kernel/errors.ts';
import { altcha } from '#/server/adapters/captcha/altcha.ts';
import { countByStatus, PASSWORD, signUpForm } from '../../support/app/factories.ts';
import { captchaTokenOf, solveCaptcha } from '../../support/services/solveCaptcha.ts';
import { createSibling, createTestApp, type TestApp } from '../../support/app/testApp.ts';

const LIFETIME_MS = 240_000;

let app: TestApp;
let other: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  other = await createSibling(app);
  for (const server of [app, other]) server.deps.captcha = altcha(server.deps, 1);
});
beforeEach(async () => {
  await app.pool.query('DELETE FROM budgets');
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const askChallenge = async (action: CaptchaAction) =>
  (await app.get(`/api/v1/captcha/challenge?action=${action}`)).json<object>();
const newToken = async (action: CaptchaAction) => solveCaptcha(await askChallenge(action));
const codeOf = (reply: { json: () => unknown }) => (reply.json() as ErrorReply).code;

/** A sign-in that says errorCredentials once the captcha has let it through. */
const trySignIn = (captcha: string | undefined, through = app) =>
  through.post('/api/v1/auth/login', { server: 'everest', login: 'nobody', password: PASSWORD, captcha });

describe('S16 every call that needs a captcha', () => {
  const calls: [name: string, url: string, body: object][] = [
    ['sign-in', '/api/v1/auth/login', { server: 'everest', login: 'nobody', password: PASSWORD }],
    [
      'sign-in with a code',
      '/api/v1/auth/login',
      { server: 'everest', login: 'nobody', password: PASSWORD, verification_code: '123456' },
    ],
    ['sign-up', '/api/v1/auth/register', signUpForm('captcha1', { captcha: undefined })],
    ['reset', '/api/v1/auth/resetPassword', { server: 'everest', email: 'nobody@example.org' }],
    [
      'reset, sent again',
      '/api/v1/auth/resetPassword',
      { server: 'everest', email: 'nobody@example.org', verification_code: null },
    ],
  ];
  test.each(calls)(
    '%s: without a token, with an empty and with a wrong one: errorCaptcha',
    async (_, url, body) => {
      for (const captcha of [undefined, '', 'a-person', captchaTokenOf({})]) {
        const reply = await app.post(url, { ...body, captcha });
        expect([reply.statusCode, reply.json<ErrorReply>().code, reply.json<ErrorReply>().errors]).toEqual([
          422,
          'errorCaptcha',
          { captcha: 'errorCaptcha' },
        ]);
      }
      // refused before anything else is looked at or counted
      const { rows } = await app.pool.query('SELECT FROM budgets');
      expect(rows).toHaveLength(0);
    },
  );

  test('with a token each of them goes on', async () => {
    const go = async (url: string, action: CaptchaAction, body: object) =>
      (await app.post(url, { ...body, captcha: await newToken(action) })).statusCode;
    expect(await go('/api/v1/auth/register', 'signUp', signUpForm('captcha2'))).toBe(200);
    const player = { server: 'everest', email: 'captcha2@example.org' };
    expect(await go('/api/v1/auth/login', 'signIn', { ...player, password: PASSWORD })).toBe(200);
    expect(await go('/api/v1/auth/resetPassword', 'resetPassword', player)).toBe(200);
    const again = { ...player, verification_code: null };
    expect(await go('/api/v1/auth/resetPassword', 'resetPassword', again)).toBe(200);
  });
});

describe('S16 a token of ALTCHA', () => {
  test('is good once, of 20 at the same time for one, on whatever server', async () => {
    const token = await newToken('signIn');
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => trySignIn(token, at % 2 === 0 ? app : other)),
    );
    expect(replies.map(codeOf).filter((code) => code === 'errorCredentials')).toHaveLength(1);
    expect(replies.map(codeOf).filter((code) => code === 'errorCaptcha')).toHaveLength(19);
    expect(codeOf(await trySignIn(token))).toBe('errorCaptcha');
    expect(codeOf(await trySignIn(token, other))).toBe('errorCaptcha');
  });

  test('written down in another way is the same token', async () => {
    const challenge = await askChallenge('signIn');
    const token = await solveCaptcha(challenge);
    expect(codeOf(await trySignIn(token))).toBe('errorCredentials');
    const { solution } = JSON.parse(Buffer.from(token, 'base64').toString()) as { solution: object };
    const others = [
      captchaTokenOf({ solution, challenge }),
      captchaTokenOf({ challenge, solution: { ...solution, time: 1 } }),
      captchaTokenOf({ challenge, solution: { ...solution, counter: 7 } }),
      captchaTokenOf({ challenge: { ...challenge, more: true }, solution, more: true }),
      Buffer.from(` ${Buffer.from(token, 'base64').toString()} `).toString('base64'),
      token.replace(/=+$/, ''),
    ];
    for (const one of others) expect(codeOf(await trySignIn(one))).toBe('errorCaptcha');
  });

  test('is good for its own action only', async () => {
    for (const action of ['signUp', 'resetPassword', 'cart', 'order'] as const)
      expect(codeOf(await trySignIn(await newToken(action)))).toBe('errorCaptcha');
  });

  test('N13 is good at a process that has the secret as its other one', async () => {
    const other = onlyKey(Buffer.alloc(32, 7));
    const readable = [app.deps.secretKey.current, other.current];
    const both = altcha({ ...app.deps, secretKey: { current: readable[0]!, readable } }, 1);
    const token = await solveCaptcha(await altcha({ ...app.deps, secretKey: other }, 1).challenge!('signIn'));
    expect(await both.check(token, 'signIn', '')).toBe(true);
    expect(await both.check(token, 'signIn', '')).toBe(false);
  });

  test('runs out after four minutes', async () => {
    const [early, late] = [await newToken('signIn'), await newToken('signIn')];
    app.advanceMs(LIFETIME_MS - 1000);
    expect(codeOf(await trySignIn(early))).toBe('errorCredentials');
    app.advanceMs(1000);
    expect(codeOf(await trySignIn(late))).toBe('errorCaptcha');
  });

  test('that was changed or made up is refused', async () => {
    const own = await askChallenge('signIn');
    const foreign = await altcha({ ...app.deps, secretKey: onlyKey(Buffer.alloc(32, 7)) }, 1).challenge?.(
      'signIn',
    );
    const forSignUp = await askChallenge('signUp');
    const solved = JSON.parse(Buffer.from(await solveCaptcha(own), 'base64').toString()) as {
      challenge: { parameters: Record<string, unknown> & { data: object }; signature: string };
      solution: { counter: number; derivedKey: string };
    };
    const withParameters = (changes: object) => ({
      ...solved,
      challenge: { ...solved.challenge, parameters: { ...solved.challenge.parameters, ...changes } },
    });
    const { data } = solved.challenge.parameters;
    const forged: unknown[] = [
      withParameters({ data: { ...data, expiresAtMs: Date.UTC(2100, 0) } }),
      withParameters({ data: { ...data, more: 1 } }),
      withParameters({ cost: 1 }),
      withParameters({ keyPrefix: '00' }),
      withParameters({ keySignature: undefined }),
      { ...solved, challenge: { ...solved.challenge, signature: '' } },
      { ...solved, challenge: { ...solved.challenge, signature: solved.challenge.signature.toUpperCase() } },
      { ...solved, challenge: { parameters: solved.challenge.parameters } },
      { ...solved, solution: { ...solved.solution, derivedKey: '00'.repeat(32) } },
      { ...solved, solution: { ...solved.solution, derivedKey: 'zz' } },
      { ...solved, solution: { ...solved.solution, counter: -1 } },
      { ...solved, solution: null },
      { solution: solved.solution, challenge: { ...solved.challenge, parameters: null } },
      null,
      [],
      'text',
      { challenge: forSignUp, solution: solved.solution },
      JSON.parse(`{"challenge":{"parameters":${'{"a":'.repeat(900)}1${'}'.repeat(900)}},"solution":{}}`),
    ];
    // the action of another challenge, put into its signed parameters
    const moved = JSON.parse(
      Buffer.from(await solveCaptcha(forSignUp), 'base64').toString(),
    ) as typeof solved;
    moved.challenge.parameters.data = { ...moved.challenge.parameters.data, action: 'signIn' };
    const tokens = [
      ...[...forged, moved].map(captchaTokenOf),
      await solveCaptcha(foreign ?? {}),
      '!!!!',
      'x'.repeat(8000),
    ];
    for (const token of tokens)
      expect([codeOf(await trySignIn(token)), token.slice(0, 20)]).toEqual([
        'errorCaptcha',
        token.slice(0, 20),
      ]);
    expect((await trySignIn('x'.repeat(8193))).statusCode).toBe(400);
    // and the true one is still good
    expect(codeOf(await trySignIn(captchaTokenOf(solved)))).toBe('errorCredentials');
  });

  test('is remembered by a hash, until it would have run out', async () => {
    await app.pool.query('DELETE FROM spent_captchas');
    const token = await newToken('signIn');
    await trySignIn(token);
    const { rows } = await app.pool.query<{ token_hash: Buffer; expires_at: Date }>(
      'SELECT * FROM spent_captchas',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.token_hash).toHaveLength(32);
    expect(rows[0]?.expires_at.getTime()).toBe(app.deps.now().getTime() + LIFETIME_MS);
  });
});

describe('S16 the challenge', () => {
  test('is new each time, not to be stored, and harder where the operator wants it', async () => {
    const reply = await app.get('/api/v1/captcha/challenge?action=signIn');
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(reply.json().parameters).toMatchObject({
      algorithm: 'PBKDF2/SHA-256',
      cost: 5000,
      data: { action: 'signIn', expiresAtMs: app.deps.now().getTime() + LIFETIME_MS },
    });
    expect(await askChallenge('signIn')).not.toEqual(reply.json());
    const counterOf = async (work: number) => {
      const challenge = await altcha(app.deps, work).challenge?.('signIn');
      const token = await solveCaptcha(challenge ?? {});
      return (JSON.parse(Buffer.from(token, 'base64').toString()) as { solution: { counter: number } })
        .solution.counter;
    };
    const [easy, hard] = [await counterOf(1), await counterOf(3)];
    expect(easy).toBeGreaterThanOrEqual(50);
    expect(easy).toBeLessThanOrEqual(100);
    expect(hard).toBeGreaterThanOrEqual(150);
    expect(hard).toBeLessThanOrEqual(300);
  });

  test.each(['', 'action=', 'action=login', 'action=signIn&action=signIn', 'action=signIn&more=1'])(
    'E4 ?%s is refused',
    async (query) => {
      expect((await app.get(`/api/v1/captcha/challenge?${query}`)).statusCode).toBe(400);
    },
  );

  test('is limited for each address', async () => {
    const strict = await createSibling(app, { config: { rateLimitScale: 1 } });
    strict.deps.captcha = altcha(strict.deps, 1);
    try {
      const replies = [];
      for (let asked = 0; asked < 123; asked++)
        replies.push(await strict.get('/api/v1/captcha/challenge?action=signIn'));
      expect(countByStatus(replies)).toEqual({ 200: 120, 429: 3 });
      expect(Number(replies.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await strict.close();
    }
  });

  test('is not found where another service makes them', async () => {
    const elsewhere = await createSibling(app, {
      captcha: { provider: 'turnstile', siteKey: 'key', check: () => Promise.resolve(true) },
    });
    const reply = await elsewhere.get('/api/v1/captcha/challenge?action=signIn');
    expect([reply.statusCode, codeOf(reply)]).toEqual([404, 'notFound']);
    await elsewhere.close();
  });
});

test('S16 a service that cannot be asked lets nobody in: busy', async () => {
  const dark = await createSibling(app, {
    captcha: {
      provider: 'recaptcha',
      siteKey: 'key',
      check: () => Promise.reject(new Error('no route to host')),
    },
  });
  const reply = await trySignIn('a-person', dark);
  expect([reply.statusCode, codeOf(reply), reply.headers['retry-after']]).toEqual([503, 'busy', '5']);
  expect(reply.body).not.toContain('route');
  await dark.close();
});
