import { appendFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { Client, type Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbedded } from '#/server/platform/db/embedded.ts';
import { DATABASE_LIMITS, openDatabase, openPool } from '#/server/platform/db/open.ts';
import { followPrimary, hostUrls } from '#/server/platform/db/primary.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { toAppError } from '#/server/platform/kernel/errors.ts';
import { dataDirs } from '../../../support/app/dataDir.ts';
import { type DatabaseLine, openDatabaseLine } from '../../../support/app/databaseLine.ts';

const quiet = { info: () => {}, warn: () => {} };
const LIMITS = { ...DATABASE_LIMITS, statementMs: 1500, queryMs: 2000, connectMs: 3000 };

// real clusters on real disks: on a busy machine a start takes seconds
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe('N11 an address with several hosts', () => {
  test.each([
    ['postgres://a:5432/site', ['postgres://a:5432/site']],
    [
      'postgres://user:p%40ss@a:5432,b,c:6000/site?sslmode=require',
      [
        'postgres://user:p%40ss@a:5432/site?sslmode=require',
        'postgres://user:p%40ss@b/site?sslmode=require',
        'postgres://user:p%40ss@c:6000/site?sslmode=require',
      ],
    ],
    ['postgresql://[::1]:5432,[::2]/site', ['postgresql://[::1]:5432/site', 'postgresql://[::2]/site']],
    [
      'postgres://user@localhost/site?host=/run/postgresql',
      ['postgres://user@localhost/site?host=/run/postgresql'],
    ],
  ])('%s is one address for each', (url, urls) => {
    expect(hostUrls(url)).toEqual(urls);
  });
});

describe('N11 a host that is lost while it is asked', () => {
  /** Messages of PostgreSQL to a client that needs no password: it is in, and may ask. */
  const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

  test('fails the query that needed it, and nothing else', async () => {
    const server = createServer((socket) => {
      socket.once('data', () => {
        socket.write(WELCOME);
        socket.once('data', () => socket.destroy());
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `postgres://site@127.0.0.1:${(server.address() as AddressInfo).port}/site`;
    const uncaught = vi.fn();
    process.on('uncaughtException', uncaught);
    const pool = openPool({}, 1, quiet, LIMITS, { primary: followPrimary([url], quiet) });
    await expect(pool.query('SELECT 1')).rejects.toThrow('Connection terminated unexpectedly');
    await new Promise((resolve) => setImmediate(resolve));
    expect(uncaught).not.toHaveBeenCalled();
    process.off('uncaughtException', uncaught);
    await pool.end();
    server.close();
  });
});

describe('N11 a primary and its standby', () => {
  let prepared: Awaited<ReturnType<typeof dataDirs>>;
  let folders: string[];
  let clusters: EmbeddedPostgres[];
  let lines: DatabaseLine[];
  let pools: Pool[];

  beforeAll(async () => {
    prepared = await dataDirs();
  });
  afterAll(() => prepared.remove());

  const socketUrl = ({ connection: { host, port, user, database } }: EmbeddedPostgres) =>
    `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

  const run = async (cluster: EmbeddedPostgres, statement: string) => {
    const client = new Client({ connectionString: socketUrl(cluster) });
    await client.connect();
    await client.query(statement);
    await client.end();
  };

  beforeEach(async () => {
    folders = [prepared.make()];
    const primary = await startEmbedded(folders[0]!, quiet);
    await run(primary, 'CREATE TABLE written (id int PRIMARY KEY)');
    await primary.stop();
    // a copy of a stopped cluster that follows the original is a standby
    const copy = prepared.make();
    folders.push(copy);
    const cluster = join(copy, 'postgres/cluster');
    rmSync(cluster, { recursive: true });
    cpSync(join(folders[0]!, 'postgres/cluster'), cluster, { recursive: true });
    clusters = [await startEmbedded(folders[0]!, quiet)];
    const { host, port, user } = clusters[0]!.connection;
    writeFileSync(join(cluster, 'standby.signal'), '');
    appendFileSync(
      join(cluster, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${host} port=${port} user=${user}'\n`,
    );
    clusters.push(await startEmbedded(copy, quiet));
    pools = [];
    lines = [];
    for (const each of clusters) lines.push(await openDatabaseLine(socketUrl(each)));
  });
  afterEach(async () => {
    for (const pool of pools) await pool.end();
    for (const line of lines) await line.close();
    for (const cluster of clusters.toReversed()) await cluster.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  const urlsOf = (...order: number[]) => order.map((at) => lines[at]!.url);
  const follow = (urls: readonly string[]) => {
    const pool = openPool({}, 4, quiet, LIMITS, { primary: followPrimary(urls, quiet) });
    pools.push(pool);
    return pool;
  };
  const write = (pool: Pool, id: number) => pool.query('INSERT INTO written VALUES ($1)', [id]);
  const standbyKnows = (id: number) =>
    vi.waitUntil(
      async () => {
        const client = new Client({ connectionString: lines[1]!.url });
        client.on('error', () => {});
        await client.connect();
        const { rowCount } = await client.query('SELECT FROM written WHERE id = $1', [id]);
        await client.end();
        return rowCount === 1;
      },
      { timeout: 60_000, interval: 50 },
    );

  test('a standby that stands first in the list gets no writes', async () => {
    const pool = follow(urlsOf(1, 0));
    await expect.poll(() => write(pool, 1).then(() => 'written', String)).toBe('written');
    await standbyKnows(1);
  });

  test('after the primary falls silent and the standby is promoted, writes go to the new one, in order', async () => {
    const pool = follow(urlsOf(0, 1));
    await write(pool, 1);
    await standbyKnows(1);
    lines[0]!.silenceAll();
    await run(clusters[1]!, 'SELECT pg_promote()');
    const attempt = () =>
      withTx(pool, (_, client) => client.query('INSERT INTO written VALUES (2) ON CONFLICT DO NOTHING'));
    await expect.poll(() => attempt().then(() => 'written', String), { timeout: 60_000 }).toBe('written');
    await standbyKnows(2);
    // the former primary is back and believes that it still is one: the newer timeline is right
    lines[0]!.resumeAll();
    const primary = followPrimary(urlsOf(0, 1), quiet);
    expect(await primary.find()).toBe(true);
    expect(primary.url()).toBe(lines[1]!.url);
  });

  test('one address whose node has become a standby: a write is to be tried again, and its connections are left', async () => {
    let target = 1;
    const ends: Socket[] = [];
    const address = createServer((site) => {
      const database = connect(Number(new URL(lines[target]!.url).port), '127.0.0.1');
      ends.push(site, database);
      for (const [end, other] of [
        [site, database],
        [database, site],
      ] as const)
        end.on('error', () => {}).pipe(other);
    });
    await new Promise<void>((resolve) => address.listen(0, '127.0.0.1', resolve));
    const url = new URL(lines[1]!.url);
    url.port = String((address.address() as AddressInfo).port);
    const pool = openPool({ connectionString: url.href }, 4, quiet, LIMITS);
    try {
      await Promise.all([1, 2, 3].map(() => pool.query('SELECT pg_sleep(0.1)')));
      // three idle connections lead to the standby; new ones to the primary
      target = 0;
      const attempt = () => withTx(pool, (_, client) => client.query('INSERT INTO written VALUES (1)'));
      expect(toAppError(await attempt().catch((error: unknown) => error)).code).toBe('busy');
      await attempt();
      await Promise.all([2, 3, 4, 5].map((id) => write(pool, id)));
    } finally {
      await pool.end();
      for (const end of ends) end.destroy();
      address.close();
    }
  });

  test('a list without a primary is a sentence at the start', async () => {
    lines[0]!.silenceAll();
    const databaseUrl = urlsOf(0, 1)
      .map((url) => new URL(url).host)
      .join(',');
    const { username, pathname } = new URL(lines[1]!.url);
    const opened = openDatabase(
      {
        databaseUrl: `postgres://${username}@${databaseUrl}${pathname}`,
        isDatabasePooled: false,
        dataDir: '',
        poolSize: 2,
      },
      quiet,
      LIMITS,
    );
    await expect(opened).rejects.toThrow(/None of the 2 hosts in DATABASE_URL is a primary/);
  });
});
