import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ServersStatistic } from '#/contract/landing.ts';
import { LIVE_PATH } from '#/contract/live.ts';
import { startBackgroundWork } from '#/server/jobs/backgroundWork.ts';
import { cleanUp } from '#/server/jobs/cleanUp.ts';
import { sampleOnline } from '#/server/areas/landing/sampleOnline.ts';
import { watchServers } from '#/server/areas/landing/watchServers.ts';
import { openEventStream } from '../../../support/app/eventStream.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const INTERVAL_MS = 15_000;
const DAY_MS = 24 * 60 * 60_000;

let site: TestApp;
/** Answers of the game servers: a count, a failure or none; a missing server has no source. */
let counts: Record<string, number | 'fails' | 'hangs'>;
let asked: string[];
let release: () => void;

const gameServers = {
  source: 'test',
  ask: async (key: string) => {
    asked.push(key);
    const count = counts[key];
    if (count === 'hangs') await new Promise<void>((resolve) => (release = resolve));
    if (count === 'fails' || count === 'hangs') throw new Error('answered 502');
    return count === undefined ? null : { online: count, slots: 1000, at: site.deps.now() };
  },
};
beforeEach(async () => {
  counts = { everest: 120 };
  asked = [];
  release = () => {};
  site = await createTestApp({ gameServers });
});
afterEach(async () => {
  release();
  await site.close();
});

const statistic = async (): Promise<ServersStatistic> =>
  (await site.get('/api/v1/servers-statistic', { 'accept-language': 'en' })).json();
const online = async () => (await statistic()).servers.map((server) => server.isOnline && server.online);

test('L7 a server that does not answer counts 0 and is marked', async () => {
  counts = { everest: 120, fuji: 'fails' };
  expect((await statistic()).servers).toEqual([
    { key: 'everest', name: 'Everest', online: 120, slots: 1000, isOnline: true },
    { key: 'fuji', name: 'Fuji', online: 0, slots: null, isOnline: false },
  ]);
  counts = { everest: 0 };
  await site.deps.playerCounts.poll();
  expect((await statistic()).servers[0]).toMatchObject({ online: 0, isOnline: true });
});

test('L7 the servers are asked once for all who ask, and again when an interval is over', async () => {
  await Promise.all(Array.from({ length: 20 }, () => statistic()));
  expect(asked).toEqual(['everest', 'fuji']);
  site.advanceMs(INTERVAL_MS - 1);
  await statistic();
  expect(asked).toHaveLength(2);
  site.advanceMs(1);
  await Promise.all([statistic(), statistic()]);
  await site.deps.playerCounts.poll();
  expect(asked).toHaveLength(4);
});

test('L7 an answer is good for twice the interval, then the server is offline', async () => {
  expect(await online()).toEqual([120, false]);
  counts = { everest: 'fails' };
  site.advanceMs(2 * INTERVAL_MS - 1);
  await site.deps.playerCounts.poll();
  expect(await online()).toEqual([120, false]);
  site.advanceMs(1);
  expect(await online()).toEqual([false, false]);
  counts = { everest: 7 };
  await site.deps.playerCounts.poll();
  expect(await online()).toEqual([7, false]);
  // a server that lost its source is as unknown as one that never had any
  counts = {};
  await site.deps.playerCounts.poll();
  expect(await online()).toEqual([false, false]);
});

test('L7 a server that hangs does not delay the answers about others', async () => {
  await statistic();
  counts = { everest: 130, fuji: 'hangs' };
  site.advanceMs(INTERVAL_MS);
  expect(await online()).toEqual([120, false]);
  await expect.poll(online).toEqual([130, false]);
});

describe('L7 the record', () => {
  const record = async () => (await statistic()).record;
  const sampled = async () =>
    (await site.pool.query('SELECT at, online, by_server FROM online_samples ORDER BY at')).rows;

  test('is null until somebody answered, then the present or the highest sample', async () => {
    counts = { everest: 'fails' };
    expect(await record()).toBeNull();
    counts = { everest: 100, fuji: 50 };
    site.advanceMs(INTERVAL_MS);
    await site.deps.playerCounts.poll();
    const at = site.deps.now();
    expect(await record()).toEqual({ online: 150, at: at.toISOString() });
    await sampleOnline(site.deps);
    expect(await sampled()).toEqual([{ at, online: 150, by_server: { everest: 100, fuji: 50 } }]);
    // the peak gets neither lower nor later when fewer play
    counts = { everest: 150 };
    site.advanceMs(INTERVAL_MS);
    await site.deps.playerCounts.poll();
    expect(await record()).toEqual({ online: 150, at: at.toISOString() });
    counts = { everest: 10 };
    await site.deps.playerCounts.poll();
    expect(await record()).toEqual({ online: 150, at: at.toISOString() });
    // another process, and this one after a new start, know it from the history
    const sibling = await createSibling(site, { gameServers });
    const { record: theirs } = (await sibling.get('/api/v1/servers-statistic')).json();
    expect(theirs).toEqual({ online: 150, at: at.toISOString() });
    await sibling.app.close();
    await sibling.pool.end();
  });

  test('is sampled of the servers that answer; when none does, nothing is written', async () => {
    counts = { everest: 'fails' };
    await sampleOnline(site.deps);
    expect(await sampled()).toEqual([]);
    counts = { everest: 5, fuji: 'fails' };
    site.advanceMs(2 * INTERVAL_MS);
    await sampleOnline(site.deps);
    await sampleOnline(site.deps);
    expect(await sampled()).toMatchObject([{ online: 5, by_server: { everest: 5 } }]);
  });

  test('outlives the history, of which 90 days are kept', async () => {
    const at = (ageDays: number) => new Date(site.deps.now().getTime() - ageDays * DAY_MS);
    for (const [ageDays, players] of [
      [400, 7306],
      [399, 7306],
      [200, 7305],
      [91, 10],
      [90, 11],
      [1, 12],
    ] as const)
      await site.pool.query(`INSERT INTO online_samples VALUES ($1, $2, '{}')`, [at(ageDays), players]);
    await cleanUp(site.deps);
    expect((await sampled()).map((row) => row.at)).toEqual([at(400), at(90), at(1)]);
    expect(await record()).toEqual({ online: 7306, at: at(400).toISOString() });
  });
});

describe('L7 open pages', () => {
  const listen = async () => {
    await site.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = site.app.server.address() as AddressInfo;
    return openEventStream(`http://127.0.0.1:${port}${LIVE_PATH}?locale=en`);
  };

  test('are told what changed, and nothing when nothing did', async () => {
    const watch = watchServers(site.deps);
    const page = await listen();
    expect(await page.nextOf('servers')).toMatchObject({ servers: [{ online: 120 }, { isOnline: false }] });
    // to whoever is there at the start of the watch
    await watch();
    expect(await page.nextOf('servers')).toEqual(await statistic());
    await watch();
    counts = { everest: 121 };
    await watch();
    expect(await page.nextOf('servers')).toMatchObject({ servers: [{ online: 121, name: 'Everest' }, {}] });
    counts = { everest: 'fails' };
    site.advanceMs(2 * INTERVAL_MS);
    await watch();
    expect(await page.nextOf('servers')).toMatchObject({ servers: [{ online: 0, isOnline: false }, {}] });
    page.close();
  });

  test('are told by the background work, also while the disk is nearly full', async () => {
    const config = { ...site.deps.config, gameServers: { ...site.deps.config.gameServers, intervalMs: 20 } };
    const stop = startBackgroundWork({ ...site.deps, config, isReadOnly: () => true });
    const page = await listen();
    counts = { everest: 300 };
    const heard = async () => ((await page.nextOf('servers')) as ServersStatistic).servers[0]?.online;
    await expect.poll(heard).toBe(300);
    page.close();
    await stop();
  });
});
