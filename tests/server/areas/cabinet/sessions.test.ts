import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PlayerSession } from '#/contract/cabinet.ts';
import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { maskedAddress } from '#/server/domain/accounts/access/devices.ts';
import { createBrowser, type Browser } from '../../../support/app/browser.ts';
import { countByStatus, signUpForm } from '../../../support/app/factories.ts';
import {
  auditOf,
  bearerOf,
  browserOf,
  createMember,
  signIn,
  userStatus,
  type Member,
} from '../../../support/players/settings.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

// many passwords are hashed: on a busy machine that takes a while
vi.setConfig({ testTimeout: 120_000 });

const CHROME_ON_ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
const SESSIONS = '/api/v1/user/sessions';
const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let sibling: TestApp;
let player: Member;

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

type Headers = Record<string, string>;
const end = (id: unknown, headers: Headers, through = app) =>
  through.inject({ method: 'DELETE', url: `${SESSIONS}/${String(id)}`, headers });
const endOthers = (headers: Headers, through = app) =>
  through.inject({ method: 'DELETE', url: SESSIONS, headers });
const list = async (headers: Headers) =>
  (await app.get(SESSIONS, headers)).json<{ sessions: PlayerSession[] }>().sessions;
const headersOf = ({ cookies }: Browser) => ({
  authorization: `Bearer ${cookies.get(TOKEN_COOKIE)}`,
  cookie: `oc_session=${cookies.get('oc_session')}`,
});

describe('C8 the list of sessions', () => {
  test('has the current one first, then the newest, each with device and place', async () => {
    player = await createMember(app);
    const phone = await browserOf(app, player.login, { 'user-agent': CHROME_ON_ANDROID });
    advanceMs(60_000);
    const program = await signIn(app, player.login, { 'user-agent': 'curl/8.5.0' });
    const current = { authorization: `Bearer ${program.json<{ token: string }>().token}` };
    const silent = await signIn(app, player.login, { 'user-agent': '' });
    const at = app.deps.now().toISOString();
    const sessions = await list(current);
    const id = expect.any(Number);
    expect(sessions).toEqual([
      { id, isCurrent: true, device: 'curl', address: '127.0.0.*', createdAt: at, lastSeenAt: at },
      { id, isCurrent: false, device: '', address: '127.0.0.*', createdAt: at, lastSeenAt: at },
      {
        id,
        isCurrent: false,
        device: 'Chrome · Android',
        address: '127.0.0.*',
        createdAt: new Date(app.deps.now().getTime() - 60_000).toISOString(),
        lastSeenAt: new Date(app.deps.now().getTime() - 60_000).toISOString(),
      },
      expect.objectContaining({ isCurrent: false, device: '' }),
    ]);
    expect(silent.statusCode).toBe(200);
    const seenByPhone = await list(headersOf(phone));
    expect(seenByPhone.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Chrome · Android', true],
      ['', false],
      ['curl', false],
      ['', false],
    ]);
  });

  test('shows nobody else, nothing ended and nothing that ran out', async () => {
    player = await createMember(app);
    const ended = await bearerOf(app, player.login);
    await app.post('/api/v1/auth/logout', undefined, ended);
    advanceMs(7 * DAY_MS);
    const current = await bearerOf(app, player.login);
    expect((await list(current)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });

  test('keeps no more of a User-Agent than 300 characters', async () => {
    player = await createMember(app);
    await signIn(app, player.login, { 'user-agent': 'x'.repeat(5000) });
    const { rows } = await app.pool.query<{ length: number }>(
      'SELECT max(length(user_agent)) AS length FROM sessions WHERE account_id = $1',
      [player.accountId],
    );
    expect(rows).toEqual([{ length: 300 }]);
  });

  test.each([
    ['203.0.113.77', '203.0.113.*'],
    ['::ffff:203.0.113.77', '203.0.113.*'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::*'],
    ['2001:DB8::77', '2001:db8:0::*'],
    ['::1', '0:0:0::*'],
  ])('of the address %s it shows %s', (ip, shown) => {
    expect(maskedAddress(ip)).toBe(shown);
  });
});

describe('C8 ending a session', () => {
  test('ends it at once, also on another server, and no other', async () => {
    player = await createMember(app);
    const browser = await browserOf(app, player.login);
    const doomed = headersOf(browser);
    const current = await bearerOf(app, player.login);
    const bystander = await bearerOf(app, player.login);
    expect(await userStatus(sibling, doomed)).toBe(200);
    const id = (await list(doomed))[0]?.id;
    const reply = await end(id, current, sibling);
    expect([reply.statusCode, reply.json()]).toEqual([200, { ended: 1 }]);
    for (const server of [app, sibling]) {
      expect(await userStatus(server, doomed)).toBe(401);
      expect(await userStatus(server, current)).toBe(200);
      expect(await userStatus(server, bystander)).toBe(200);
    }
    expect(await auditOf(app, player.accountId)).toContain('sessionEnded');
  });

  test('C8 of a session that is foreign, absent, ended or no number answers the same 404', async () => {
    player = await createMember(app);
    const stranger = await createMember(app);
    const foreign = (await list(stranger.headers))[0]?.id;
    const ended = await bearerOf(app, player.login);
    const endedId = (await list(ended))[0]?.id;
    await end(endedId, player.headers);
    const ids = [foreign, endedId, 999_999_999, 2 ** 53 - 1, 0, -1, 'abc', '1e3', '%00', '1%27--'];
    const replies = await Promise.all(ids.map((id) => end(id, player.headers)));
    for (const reply of replies) {
      expect(reply.statusCode, reply.body).toBe(404);
      expect({ ...reply.json<object>(), requestId: '' }).toEqual({
        ...replies[0]!.json<object>(),
        requestId: '',
      });
      expect(Object.keys(reply.headers)).toEqual(Object.keys(replies[0]!.headers));
    }
    expect(await userStatus(app, stranger.headers)).toBe(200);
  });

  test('20 times at once ends it once', async () => {
    player = await createMember(app);
    const id = (await list(await bearerOf(app, player.login)))[0]?.id;
    const servers = [app, sibling];
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => end(id, player.headers, servers[at % 2])),
    );
    expect(countByStatus(replies)).toEqual({ 200: 1, 404: 19 });
    expect((await auditOf(app, player.accountId)).filter((event) => event === 'sessionEnded')).toHaveLength(
      1,
    );
  });

  test('all others: tickets too, on both servers; this one stays', async () => {
    player = await createMember(app);
    const browser = await browserOf(app, player.login);
    const others = [headersOf(browser), await bearerOf(app, player.login), await bearerOf(app, player.login)];
    const ticket = (await signIn(app, player.login, { 'sec-fetch-site': 'same-origin' })).json<{
      token: string;
    }>().token;
    const reply = await endOthers(player.headers);
    expect([reply.statusCode, reply.json()]).toEqual([200, { ended: 4 }]);
    for (const server of [app, sibling]) {
      for (const headers of others) expect(await userStatus(server, headers)).toBe(401);
      expect(await userStatus(server, player.headers)).toBe(200);
    }
    expect((await createBrowser(app).storeToken(ticket)).statusCode).toBe(401);
    expect((await endOthers(player.headers)).json()).toEqual({ ended: 0 });
    const events = await auditOf(app, player.accountId);
    expect(events.filter((event) => event === 'otherSessionsEnded')).toHaveLength(1);
  });

  test('of sessions that all end the others at once exactly one stays', async () => {
    player = await createMember(app);
    const sessions = [player.headers];
    for (let more = 0; more < 7; more++) sessions.push(await bearerOf(app, player.login));
    const replies = await Promise.all(
      sessions.map((headers, at) => endOthers(headers, at % 2 ? sibling : app)),
    );
    expect(countByStatus(replies)).toEqual({ 200: 1, 401: 7 });
    const left = await Promise.all(sessions.map((headers) => userStatus(app, headers)));
    expect(left.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(401)]);
  });
});

test('the audit has sign-up, sign-in and sign-out, each once', async () => {
  const reply = await app.post('/api/v1/auth/register', signUpForm('audited'));
  const headers = { authorization: `Bearer ${reply.json<{ token: string }>().token}` };
  const { rows } = await app.pool.query<{ id: string }>(`SELECT id FROM accounts WHERE login = 'audited'`);
  await app.post('/api/v1/auth/logout', undefined, headers);
  await app.post('/api/v1/auth/logout', undefined, headers);
  await signIn(app, 'audited');
  expect(await auditOf(app, Number(rows[0]?.id))).toEqual(['signedUp', 'signedOut', 'signedIn']);
});
