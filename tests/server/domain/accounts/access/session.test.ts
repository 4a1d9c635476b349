import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { createBrowser, type Browser } from '../../../../support/app/browser.ts';
import { CAPTCHA, PASSWORD, signUpForm } from '../../../../support/app/factories.ts';
import { createSibling, createTestApp, type TestApp } from '../../../../support/app/testApp.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const SESSION_COOKIE = 'oc_session';

let app: TestApp;
let signUps = 0;

beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

const userStatus = async (headers: Record<string, string>) =>
  (await app.get('/api/v1/user', headers)).statusCode;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function signUp(headers: Record<string, string> = {}): Promise<{ token: string; login: string }> {
  const login = `session${++signUps}`;
  const reply = await app.post('/api/v1/auth/register', signUpForm(login), headers);
  expect(reply.statusCode).toBe(200);
  return { token: reply.json<{ token: string }>().token, login };
}

async function signedInBrowser(): Promise<Browser> {
  const browser = createBrowser(app);
  const { token } = await signUp({ 'sec-fetch-site': 'same-origin' });
  const reply = await browser.storeToken(token);
  expect([reply.statusCode, reply.json()]).toEqual([200, { signedIn: true }]);
  expect((await browser.call('GET', '/api/v1/user')).statusCode).toBe(200);
  return browser;
}

describe('A5 a bearer of a client that is no browser', () => {
  test('works alone until it was idle for 7 days', async () => {
    const { token } = await signUp();
    app.advanceMs(7 * DAY_MS - MINUTE_MS);
    expect(await userStatus(bearer(token))).toBe(200);
    app.advanceMs(7 * DAY_MS - MINUTE_MS);
    expect(await userStatus(bearer(token))).toBe(200);
    app.advanceMs(7 * DAY_MS + MINUTE_MS);
    expect(await userStatus(bearer(token))).toBe(401);
  });

  test('ends after 30 days of daily use', async () => {
    const { token } = await signUp();
    for (let day = 1; day < 30; day++) {
      app.advanceMs(DAY_MS);
      expect(await userStatus(bearer(token))).toBe(200);
    }
    app.advanceMs(DAY_MS);
    expect(await userStatus(bearer(token))).toBe(401);
  });

  test.each(['', 'Bearer', 'Bearer ', 'Basic abc', `Bearer ${'x'.repeat(43)}`, `Bearer ${'x'.repeat(4000)}`])(
    'authorization %j is no session',
    async (authorization) => {
      expect(await userStatus({ authorization })).toBe(401);
    },
  );
});

describe('A5 the ticket of a browser', () => {
  test('dies after 60 s', async () => {
    const { token } = await signUp({ 'sec-fetch-site': 'same-origin' });
    app.advanceMs(59_000);
    expect(await userStatus(bearer(token))).toBe(200);
    app.advanceMs(1000);
    expect(await userStatus(bearer(token))).toBe(401);
    expect((await createBrowser(app).storeToken(token)).statusCode).toBe(401);
  });

  test('is exchanged once: afterwards it is worth nothing', async () => {
    const { token } = await signUp({ 'sec-fetch-site': 'same-origin' });
    const browsers = Array.from({ length: 5 }, () => createBrowser(app));
    const replies = await Promise.all(browsers.map((browser) => browser.storeToken(token)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 401, 401, 401, 401,
    ]);
    expect(await userStatus(bearer(token))).toBe(401);
  });

  test('needs the CSRF token of a page', async () => {
    const { token } = await signUp({ 'sec-fetch-site': 'same-origin' });
    const reply = await createBrowser(app).send('POST', '/auth-store-token', { token });
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([403, 'csrfInvalid']);
    expect((await createBrowser(app).storeToken(token)).statusCode).toBe(200);
  });
});

describe('A5 the session of a browser', () => {
  test('is an HttpOnly cookie and a readable handle', async () => {
    const browser = createBrowser(app);
    const { token } = await signUp({ 'sec-fetch-site': 'same-origin' });
    const { cookies } = await browser.storeToken(token);
    const shared = { path: '/', sameSite: 'Lax', maxAge: 30 * 24 * 3600 };
    expect(cookies.find(({ name }) => name === SESSION_COOKIE)).toMatchObject({ ...shared, httpOnly: true });
    const handle = cookies.find(({ name }) => name === TOKEN_COOKIE);
    expect(handle).toMatchObject(shared);
    expect(handle).not.toHaveProperty('httpOnly');
  });

  test('over https the cookie is Secure and bound to the host', async () => {
    const secure = await createSibling(app, { config: { isHttps: true } });
    try {
      const { token } = await signUp({ 'sec-fetch-site': 'same-origin' });
      const { cookies } = await createBrowser(secure).storeToken(token);
      const session = cookies.find(({ name }) => name === `__Host-${SESSION_COOKIE}`);
      expect(session).toMatchObject({ httpOnly: true, secure: true, path: '/' });
      expect(session).not.toHaveProperty('domain');
      expect(cookies.find(({ name }) => name === TOKEN_COOKIE)).toMatchObject({ secure: true });
    } finally {
      await secure.close();
    }
  });

  test('everything that a script can read opens nothing from elsewhere', async () => {
    const browser = await signedInBrowser();
    const handle = browser.cookies.get(TOKEN_COOKIE) ?? '';
    expect(await userStatus(bearer(handle))).toBe(401);
    expect(await userStatus({ ...bearer(handle), cookie: `${TOKEN_COOKIE}=${handle}` })).toBe(401);
    const other = await signedInBrowser();
    const foreign = `${SESSION_COOKIE}=${other.cookies.get(SESSION_COOKIE)}`;
    expect(await userStatus({ ...bearer(handle), cookie: foreign })).toBe(401);
    expect((await createBrowser(app).storeToken(handle)).statusCode).toBe(401);
  });

  test('the cookie without the handle opens nothing', async () => {
    const browser = await signedInBrowser();
    const cookie = browser.cookies.get(SESSION_COOKIE) ?? '';
    expect(await userStatus({ cookie: `${SESSION_COOKIE}=${cookie}` })).toBe(401);
    expect(await userStatus(bearer(cookie))).toBe(401);
    expect(await userStatus({ ...bearer(cookie), cookie: `${SESSION_COOKIE}=${cookie}` })).toBe(401);
  });

  test('a new sign-in in the same browser ends the session before it', async () => {
    const browser = await signedInBrowser();
    const old = new Map(browser.cookies);
    const { token } = await signUp({ 'sec-fetch-site': 'same-origin' });
    await browser.storeToken(token);
    const replay = `${SESSION_COOKIE}=${old.get(SESSION_COOKIE)}`;
    expect(await userStatus({ ...bearer(old.get(TOKEN_COOKIE) ?? ''), cookie: replay })).toBe(401);
  });
});

// the ways a browser may sign out
const byLogout = (browser: Browser) => browser.call('POST', '/api/v1/auth/logout');
const byEmptyToken = (browser: Browser) => browser.storeToken('');
const withoutBearer = (browser: Browser) => browser.send('POST', '/api/v1/auth/logout');
const withoutCookie = (browser: Browser) => {
  const handle = browser.cookies.get(TOKEN_COOKIE) ?? '';
  browser.cookies.clear();
  return browser.send('POST', '/api/v1/auth/logout', undefined, bearer(handle));
};

describe('L4 signing out', () => {
  test.each([
    ['logout', [byLogout]],
    ['empty token', [byEmptyToken]],
    ['logout, then empty token', [byLogout, byEmptyToken]],
    ['empty token, then logout', [byEmptyToken, byLogout]],
    ['logout twice', [byLogout, byLogout]],
    ['empty token twice', [byEmptyToken, byEmptyToken]],
    ['logout without the bearer', [withoutBearer]],
    ['logout without the cookies', [withoutCookie]],
  ])('by %s: the session is dead at once, here and on another server', async (_, steps) => {
    const sibling = await createSibling(app);
    try {
      sibling.advanceMs(app.deps.now().getTime() - sibling.deps.now().getTime());
      const browser = await signedInBrowser();
      const replay = {
        ...bearer(browser.cookies.get(TOKEN_COOKIE) ?? ''),
        cookie: `${SESSION_COOKIE}=${browser.cookies.get(SESSION_COOKIE)}`,
      };
      expect((await sibling.get('/api/v1/user', replay)).statusCode).toBe(200);
      for (const step of steps) expect((await step(browser)).statusCode).toBe(200);
      expect([browser.cookies.has(SESSION_COOKIE), browser.cookies.has(TOKEN_COOKIE)]).toEqual([
        false,
        false,
      ]);
      expect(await userStatus(replay)).toBe(401);
      expect((await sibling.get('/api/v1/user', replay)).statusCode).toBe(401);
    } finally {
      await sibling.close();
    }
  });

  test('ends a bearer too', async () => {
    const { token } = await signUp();
    const reply = await app.post('/api/v1/auth/logout', undefined, bearer(token));
    expect([reply.statusCode, reply.json()]).toEqual([200, { signedOut: true }]);
    expect(await userStatus(bearer(token))).toBe(401);
  });

  test('from a foreign site is refused', async () => {
    const browser = await signedInBrowser();
    const reply = await browser.send('POST', '/api/v1/auth/logout', undefined, {
      'sec-fetch-site': 'cross-site',
    });
    expect(reply.statusCode).toBe(403);
    expect((await browser.call('GET', '/api/v1/user')).statusCode).toBe(200);
  });
});

describe('AC4 the number of sessions', () => {
  test('an eleventh session ends the oldest, also when they start at once', async () => {
    const { login, token } = await signUp();
    const body = { server: 'everest', login, password: PASSWORD, captcha: CAPTCHA };
    const tokens = [token];
    for (let more = 0; more < 9; more++)
      tokens.push((await app.post('/api/v1/auth/login', body)).json<{ token: string }>().token);
    expect(await userStatus(bearer(token))).toBe(200);
    await Promise.all([app.post('/api/v1/auth/login', body), app.post('/api/v1/auth/login', body)]);
    const statuses = await Promise.all(tokens.map((each) => userStatus(bearer(each))));
    expect(statuses).toEqual([401, 401, ...Array<number>(8).fill(200)]);
  });
});

describe('A5 many requests at once', () => {
  test('each is its own player, and a session that was ended before is nobody', async () => {
    const players = [await signUp(), await signUp(), await signUp()];
    const [, , gone] = players;
    await app.post('/api/v1/auth/logout', undefined, bearer(gone!.token));
    const calls = Array.from({ length: 30 }, (_, at) => players[at % 3]!);
    const replies = await Promise.all(calls.map(({ token }) => app.get('/api/v1/user', bearer(token))));
    expect(
      replies.map((reply) =>
        reply.statusCode === 200 ? reply.json<{ user: { login: string } }>().user.login : null,
      ),
    ).toEqual(calls.map((player) => (player === gone ? null : player.login)));
  });

  test('when one look-up fails, the next request is answered', async () => {
    const { token } = await signUp();
    const query = vi.spyOn(app.pool, 'query').mockImplementationOnce(() => {
      throw new Error('connection lost');
    });
    expect(await Promise.all([userStatus(bearer(token)), userStatus(bearer(token))])).toEqual([500, 500]);
    query.mockRestore();
    expect(await userStatus(bearer(token))).toBe(200);
  });
});

describe('AC8 stored secrets', () => {
  test('of tokens, cookies and handles only hashes', async () => {
    const browser = await signedInBrowser();
    const { token } = await signUp();
    const secrets = [
      token,
      browser.cookies.get(SESSION_COOKIE) ?? '',
      browser.cookies.get(TOKEN_COOKIE) ?? '',
    ];
    const { rows } = await app.pool.query<{ line: string; token_hash: Buffer; handle_hash: Buffer | null }>(
      'SELECT s::text AS line, token_hash, handle_hash FROM sessions s',
    );
    const text = rows.map(({ line }) => line).join('\n');
    const hashes = rows
      .flatMap(({ token_hash, handle_hash }) => [token_hash, handle_hash])
      .map((hash) => hash?.toString('hex'));
    for (const secret of secrets) {
      expect(text).not.toContain(secret);
      expect(hashes).toContain(createHash('sha256').update(secret).digest('hex'));
      expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    }
  });
});
