import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServersStatistic } from '#/contract/landing.ts';
import type { GameServerSettings } from '#/server/platform/config/gameServerSettings.ts';
import { gameServersOf } from '#/server/adapters/gameServers/gameServersOf.ts';
import type { GameServers } from '#/server/ports/gameServers.ts';
import { createSibling, createTestApp, type TestApp } from '../../support/app/testApp.ts';

const KEY = 'key-of-everest-0';
const OTHER_KEY = 'key-of-absent-00';
const gameServerSettings: GameServerSettings = {
  sources: new Map([
    ['everest', { kind: 'heartbeat', key: KEY }],
    ['fuji', { kind: 'ragemp', address: '127.0.0.1:1' }],
    ['absent', { kind: 'heartbeat', key: OTHER_KEY }],
  ]),
  intervalMs: 20_000,
  rageMpListUrl: 'http://127.0.0.1:1/',
};

let site: TestApp;
/** The real sources, made when the database is known. */
let real: GameServers | undefined;
const gameServers: GameServers = { source: 'test', ask: async (key) => (await real?.ask(key)) ?? null };
const options = { config: { gameServers: gameServerSettings }, gameServers };

beforeEach(async () => {
  site = await createTestApp(options);
  real = gameServersOf(site.deps.config, site.deps);
});
afterEach(() => site.close());

const beat = (body: object, key = KEY, app = site) =>
  app.post('/api/v1/servers/heartbeat', body, key ? { authorization: `Bearer ${key}` } : {});
const everest = async (app = site) => {
  await app.deps.playerCounts.poll();
  const { servers } = (await app.get('/api/v1/servers-statistic')).json<ServersStatistic>();
  return servers[0];
};

test('L7 what a game server reports is shown, by every process, until it has been silent for too long', async () => {
  const sibling = await createSibling(site, options);
  expect(await everest()).toMatchObject({ isOnline: false });
  const reply = await beat({ server: 'everest', online: 42, slots: 500 });
  expect([reply.statusCode, reply.json()]).toEqual([200, { nextInS: 20 }]);
  for (const app of [site, sibling])
    expect(await everest(app)).toMatchObject({ online: 42, slots: 500, isOnline: true });
  await beat({ server: 'everest', online: 0 }, KEY, sibling);
  expect(await everest()).toMatchObject({ online: 0, slots: null, isOnline: true });
  site.advanceMs(39_999);
  expect(await everest()).toMatchObject({ isOnline: true });
  site.advanceMs(1);
  expect(await everest()).toMatchObject({ online: 0, isOnline: false });
  await sibling.close();
});

test('L7 a report that comes in after a newer one changes nothing', async () => {
  const late = await createSibling(site, options);
  site.advanceMs(1000);
  await beat({ server: 'everest', online: 50 });
  expect((await beat({ server: 'everest', online: 40 }, KEY, late)).statusCode).toBe(200);
  expect(await everest()).toMatchObject({ online: 50 });
  await late.close();
});

test('L7 a report of a process whose clock is far ahead is believed for no longer than others, and blocks none', async () => {
  const ahead = await createSibling(site, options);
  ahead.advanceMs(24 * 3600_000);
  await beat({ server: 'everest', online: 50 }, KEY, ahead);
  expect(await everest()).toMatchObject({ isOnline: false });
  await beat({ server: 'everest', online: 40 });
  expect(await everest()).toMatchObject({ online: 40, isOnline: true });
  await ahead.close();
});

test('N5 only the key of the server itself is accepted', async () => {
  const cases: [object, string][] = [
    [{ server: 'everest', online: 1 }, ''],
    [{ server: 'everest', online: 1 }, 'key-of-everest-1'],
    [{ server: 'everest', online: 1 }, `${KEY}0`],
    [{ server: 'everest', online: 1 }, OTHER_KEY],
    // has a source that is asked, or none
    [{ server: 'fuji', online: 1 }, KEY],
    [{ server: 'fuji', online: 1 }, 'undefined'],
    [{ server: 'delta', online: 1 }, ''],
  ];
  for (const [body, key] of cases) {
    const reply = await beat(body, key);
    expect([body, key, reply.statusCode, reply.json().code]).toEqual([
      body,
      key,
      403,
      'gameServerKeyInvalid',
    ]);
    expect(reply.body).not.toContain(KEY);
  }
  const bare = await site.post(
    '/api/v1/servers/heartbeat',
    { server: 'everest', online: 1 },
    { authorization: KEY },
  );
  expect(bare.statusCode).toBe(403);
  expect((await site.pool.query('SELECT FROM server_reports')).rowCount).toBe(0);
});

test('E4 a server that is not in the catalogue is not found, whatever its key', async () => {
  expect((await beat({ server: 'absent', online: 1 }, OTHER_KEY)).statusCode).toBe(404);
});

test('E4 what is not a report is refused and leaves nothing', async () => {
  const bodies: object[] = [
    {},
    { server: 'everest' },
    { server: 'everest', online: -1 },
    { server: 'everest', online: 1.5 },
    { server: 'everest', online: '1' },
    { server: 'everest', online: 100_001 },
    { server: 'everest', online: 1, slots: 0 },
    { server: 'everest', online: 1, slots: null },
    { server: 'EVEREST', online: 1 },
    { server: 'everest', online: 1, more: 1 },
  ];
  for (const body of bodies) expect([body, (await beat(body)).statusCode]).toEqual([body, 400]);
  expect((await site.pool.query('SELECT FROM server_reports')).rowCount).toBe(0);
});

test('N5 an address has so many tries in a minute and no more', async () => {
  const strict = await createTestApp({ config: { gameServers: gameServerSettings, rateLimitScale: 1 } });
  const wrong = () => beat({ server: 'everest', online: 1 }, 'wrong', strict);
  // the coarse limit of ten seconds is above that
  for (let tried = 0; tried < 240; tried++) expect((await wrong()).statusCode).toBe(403);
  const reply = await beat({ server: 'everest', online: 1 }, KEY, strict);
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '60']);
  strict.advanceMs(60_000);
  expect((await beat({ server: 'everest', online: 1 }, KEY, strict)).statusCode).toBe(200);
  await strict.close();
});
