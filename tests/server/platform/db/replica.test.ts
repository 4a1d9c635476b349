import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { ServersStatistic } from '#/contract/landing.ts';
import type { DonateData, Good } from '#/contract/shop.ts';
import { sampleOnline } from '#/server/areas/landing/sampleOnline.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { DATABASE_LIMITS } from '#/server/platform/db/open.ts';
import { openReplica, type Replica } from '#/server/platform/db/replica.ts';
import { replicaReadsTotal } from '#/server/platform/watch/readForAll.ts';
import type { GameServers } from '#/server/ports/gameServers.ts';
import { type DatabaseLine, openDatabaseLine } from '../../../support/app/databaseLine.ts';
import { createPlayer, open } from '../../../support/app/factories.ts';
import { cloneDatabase, databaseUrl, dropDatabase, query } from '../../../support/app/postgres.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { testCatalogue } from '../../../support/catalogue/testCatalogue.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';

const LIMITS = { ...DATABASE_LIMITS, statementMs: 1500, queryMs: 2000, connectMs: 1000 };
const english = { 'accept-language': 'en' };
let app: TestApp;
/** A database with the same versions: a replica that stands still. */
let copy: { name: string; url: string };
let toPrimary: DatabaseLine;
let toReplica: DatabaseLine;
let replica: Replica;
let site: TestApp;
let log: string[];
let copies = 0;
/** Players on each game server. */
let players = 7;
const serversWith = (of: () => TestApp): GameServers => ({
  source: 'the test',
  ask: () => Promise.resolve({ online: players, slots: 100, at: of().deps.now() }),
});

beforeAll(async () => {
  app = await createTestApp({ gameServers: serversWith(() => app) });
});
afterAll(() => app.close());

beforeEach(async () => {
  await importCatalogue(app.pool, testCatalogue);
  const name = `one_rp_replica_${process.pid}_${copies++}`;
  copy = { name, url: databaseUrl(inject('adminUrl'), name) };
  await cloneDatabase(inject('adminUrl'), name, inject('templates').catalogue);
  await catchUp();
  toPrimary = await openDatabaseLine(app.databaseUrl);
  toReplica = await openDatabaseLine(copy.url);
  log = [];
  players = 7;
  replicaReadsTotal.reset();
  site = await siteWith({});
});
afterEach(async () => {
  await replica.close();
  await site.close();
  await toPrimary.close();
  await toReplica.close();
  await dropDatabase(inject('adminUrl'), copy.name);
});

/** Starts the site with the replica. */
async function siteWith({ restMs = 60_000 }, isPooled = false): Promise<TestApp> {
  const note = (message: string) => void log.push(message);
  replica = openReplica(toReplica.url, { info: note, warn: note }, { isPooled, restMs });
  const options = {
    replica,
    isPooled,
    gameServers: serversWith(() => site),
    config: { logLevel: 'info' },
    databaseLimits: LIMITS,
    logStream: { write: (line: string) => void log.push((JSON.parse(line) as { msg: string }).msg) },
  };
  return createSibling(app, options, toPrimary.url);
}

/** Changes rows of the replica as replication does: without triggers, so that its versions stay. */
const onReplica = (...statements: string[]) =>
  query(copy.url, ['SET session_replication_role = replica', ...statements].join('; '));
const sellOne = `UPDATE goods SET sold = sold + 1 WHERE id = ${GOOD.limited}`;
const priceIs = (cents: number) => `UPDATE products SET base_price_cents = ${cents}`;
/** Gives the replica the versions of the primary. */
async function catchUp(): Promise<void> {
  const { rows } = await app.pool.query<{ name: string; version: string }>(
    'SELECT * FROM catalogue_versions',
  );
  await onReplica(
    'DELETE FROM catalogue_versions',
    ...rows.map(({ name, version }) => `INSERT INTO catalogue_versions VALUES ('${name}', '${version}')`),
  );
}

const price = async (language = 'en') => {
  const reply = await site.get('/api/donate-data', { 'accept-language': language });
  return reply.statusCode === 200 ? reply.json<DonateData>().products[0]?.base_price : reply.statusCode;
};
const changePrice = (basePriceCents: number) => {
  const changed = structuredClone(testCatalogue);
  Object.assign(changed.products[0]!, { basePriceCents });
  return importCatalogue(app.pool, changed);
};
const reads = async () => {
  const { values } = await replicaReadsTotal.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels['result'], value]));
};

const SHARED = Object.values<Endpoint>(endpoints).filter(({ shared }) => shared);
/** The feed of drops tells of this minute, so the primary alone is asked for it. */
const OF_REPLICA = SHARED.filter((endpoint) => endpoint !== endpoints.drops);
const addressOf = async ({ path }: Endpoint) => {
  const { rows } = await app.pool.query<{ hash: string }>('SELECT hash FROM case_odds LIMIT 1');
  const filled = path.replace('{id}', '1').replace('{hash}', rows[0]!.hash);
  return filled.endsWith('/goods') ? `${filled}?server=everest` : filled;
};

describe('N9 a replica', () => {
  test('N9 is read as long as it shows the version of the primary', async () => {
    await onReplica(priceIs(77));
    expect(await price()).toBe(0.77);
    expect(await reads()).toEqual({ replica: 1 });
  });

  test('N9 gives every answer that is the same for everybody, while the primary only tells the version', async () => {
    const urls = await Promise.all(OF_REPLICA.map(addressOf));
    const expected = await Promise.all(urls.map((url) => app.get(url, english)));
    await site.deps.playerCounts.current();
    const asked: string[] = [];
    toPrimary.onRequest = (text) => void asked.push(text);
    for (const [at, url] of urls.entries()) {
      const { statusCode, body } = await site.get(url, english);
      expect([url, statusCode, body]).toEqual([url, 200, expected[at]!.body]);
    }
    expect(urls.length).toBeGreaterThan(7);
    // and the times at which the banner of the landing page changes
    expect(await reads()).toEqual({ replica: urls.length + 1 });
    const others = asked.filter(
      (text) => /\bfrom\b/i.test(text) && !/catalogue_versions|siteVersion/.test(text),
    );
    expect(others).toEqual([]);
  });

  test('N9 that is behind is not read: a new price shows at once', async () => {
    expect(await price()).toBe(0.1);
    await changePrice(12);
    expect(await price()).toBe(0.12);
    await changePrice(13);
    expect(await price()).toBe(0.13);
    expect(await reads()).toEqual({ replica: 1, behind: 2 });
    expect(log.filter((line) => line.startsWith('the replica'))).toEqual([
      'the replica is behind, so what everybody sees is read from the primary',
    ]);
    await onReplica(priceIs(77));
    await catchUp();
    expect([await price('en'), await price('uk')]).toEqual([0.13, 0.77]);
    expect(log).toContain('the replica has caught up');
  });

  test('N9 that follows within milliseconds is waited for', async () => {
    await changePrice(12);
    await onReplica(priceIs(77));
    const { read } = replica;
    let asked = 0;
    replica.read = async (work) => {
      const outcome = await read(work);
      if (++asked === 1) await catchUp();
      return outcome;
    };
    expect(await price()).toBe(0.77);
    expect([asked, await reads()]).toEqual([2, { replica: 1 }]);
  });

  test('N9 that shows other pieces, as during every rush, is neither read nor waited for nor called late', async () => {
    const asked = vi.spyOn(replica, 'read');
    await onReplica(sellOne);
    const { goods } = (await site.get('/api/v1/goods?server=everest', english)).json<{ goods: Good[] }>();
    expect(goods.find(({ id }) => id === GOOD.limited)?.count).toBe(3);
    expect([asked.mock.calls.length, await reads()]).toEqual([1, { behind: 1 }]);
    expect(log.filter((line) => line.startsWith('the replica'))).toEqual([]);
  });

  test('N9 that falls silent is left alone for a while, and nobody misses it', async () => {
    toReplica.silenceAll();
    expect(await price()).toBe(0.1);
    await changePrice(12);
    const linesSoFar = toReplica.lines.length;
    expect(await price()).toBe(0.12);
    expect([toReplica.lines.length, await reads()]).toEqual([linesSoFar, { failed: 2 }]);
    expect(log.filter((line) => line.startsWith('the replica'))).toEqual([
      expect.stringMatching(
        /^the replica does not answer, so what everybody sees is read from the primary: /,
      ),
    ]);
  });

  test('N9 that was lost is read again after its rest', async () => {
    await replica.close();
    await site.close();
    site = await siteWith({ restMs: 0 });
    expect(await price()).toBe(0.1);
    for (const line of toReplica.lines) line.cut();
    await changePrice(77);
    await onReplica(priceIs(77));
    await catchUp();
    expect(await price()).toBe(0.77);
    expect(log).toContain('the replica answers again');
  });

  test('N9 N10 is read through a pooler in transaction mode', async () => {
    await replica.close();
    await site.close();
    site = await siteWith({}, true);
    await onReplica(priceIs(77));
    let sent = '';
    toReplica.onRequest = (text) => (sent += text);
    expect([await price(), await reads()]).toEqual([0.77, { replica: 1 }]);
    // the time limits are those of a transaction, and no statement has a name
    expect([sent.includes('SET LOCAL statement_timeout'), sent.includes('siteVersion')]).toEqual([
      true,
      false,
    ]);
  });

  test('N9 whose tables are older than the code is not read', async () => {
    await onReplica('ALTER TABLE products DROP COLUMN price_to_cents');
    expect([await price(), await reads()]).toEqual([0.1, { failed: 1 }]);
  });

  test('N9 says what there is not, too', async () => {
    expect((await site.get('/api/one-rp/cases/show/99')).statusCode).toBe(404);
    expect(await reads()).toEqual({ replica: 1 });
  });
});

describe('N9 a primary that is lost', () => {
  /** Every connection breaks with its next request. */
  const losePrimary = () => (toPrimary.onRequest = (_text, line) => line.cut());

  test('N9 everybody sees what was shown last, from the memory and from the replica, and nothing is bought', async () => {
    const player = await createPlayer(app.deps, { 1: 1 });
    expect(await price()).toBe(0.1);
    // a piece that was sold last does not matter to prices
    await onReplica(priceIs(77), sellOne);
    losePrimary();
    expect([await price('en'), await price('uk')]).toEqual([0.1, 0.77]);
    expect((await open(site, player, { case_id: 1 })).statusCode).toBe(503);
    await changePrice(12);
    toPrimary.onRequest = undefined;
    // the first request may meet a connection that broke just before
    await expect.poll(() => price()).toBe(0.12);
  });

  test('N9 every answer for everybody stays, and so do the players online', async () => {
    const urls = await Promise.all(OF_REPLICA.map(addressOf));
    const online = async () =>
      (await site.get('/api/v1/servers-statistic', english)).json<ServersStatistic>().servers[0]?.online;
    expect(await online()).toBe(7);
    players = 8;
    losePrimary();
    site.advanceMs(3 * site.deps.config.gameServers.intervalMs);
    // all but one are asked for the first time
    for (const url of urls) expect([url, (await site.get(url, english)).statusCode]).toEqual([url, 200]);
    expect([await online(), await online()]).toEqual([7, 7]);
    const unanswered = () => log.filter((line) => line === 'the game servers could not be asked');
    expect(unanswered()).toHaveLength(1);
    site.advanceMs(site.deps.config.gameServers.intervalMs);
    expect(await Promise.all([online(), online(), online()])).toEqual([7, 7, 7]);
    await expect.poll(unanswered).toHaveLength(2);
    toPrimary.onRequest = undefined;
    // what is stored is never what was shown during the outage
    await sampleOnline(site.deps);
    const { rows } = await app.pool.query('SELECT online FROM online_samples');
    expect([await online(), rows]).toEqual([8, [{ online: 2 * 8 }]]);
  });

  test('N9 a replica that shows another version is not believed', async () => {
    expect(await price()).toBe(0.1);
    await changePrice(12);
    await onReplica(priceIs(12));
    await catchUp();
    losePrimary();
    expect([await price('en'), await price('uk')]).toEqual([0.1, 503]);
  });

  test('N9 and then falls silent is hardly waited for', async () => {
    expect([await price('en'), await price('uk')]).toEqual([0.1, 0.1]);
    losePrimary();
    expect(await price()).toBe(0.1);
    toPrimary.onRequest = undefined;
    toPrimary.silenceAll();
    const answers = Promise.all([price('en'), price('uk')]);
    const timeLimit = site.pool.query('SELECT 1').catch(() => 'the time limit of a statement');
    expect(await Promise.race([answers, timeLimit])).toEqual([0.1, 0.1]);
  });

  test('N9 a process that has seen no version yet says to try again', async () => {
    toPrimary.silenceAll();
    expect(await price()).toBe(503);
  });
});
