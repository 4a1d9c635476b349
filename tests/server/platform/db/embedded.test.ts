import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { chownSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startEmbedded, type EmbeddedPostgres } from '#/server/platform/db/embedded.ts';
import { openPool } from '#/server/platform/db/open.ts';
import { completeLibraries } from '#/server/platform/db/postgresBinaries.ts';
import { isAlive, readPostmaster } from '#/server/platform/db/postmaster.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { dataDirs } from '../../../support/app/dataDir.ts';
import { bundlePrograms } from '../../../support/app/programs.ts';

const quiet = { info: () => {}, warn: () => {} };
const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
const WRITER = 'tests/support/app/embeddedWriter.ts';

// real processes and real disks: on a busy machine a start takes seconds
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let prepared: Awaited<ReturnType<typeof dataDirs>>;
let programs: Awaited<ReturnType<typeof bundlePrograms<typeof WRITER>>>;
let folder: string;
let running: EmbeddedPostgres[];
let children: ChildProcess[];

beforeAll(async () => {
  prepared = await dataDirs();
  programs = await bundlePrograms(WRITER);
});
afterAll(() => {
  prepared.remove();
  programs.remove();
});

beforeEach(() => {
  folder = prepared.make();
  running = [];
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const embedded of running) await embedded.stop();
  const left = postmasterOf(folder);
  if (left) process.kill(left, 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true });
});

const postmasterOf = (dataDir: string) => readPostmaster(join(dataDir, 'postgres/cluster'))?.pid;

async function start(dataDir = folder): Promise<EmbeddedPostgres> {
  const embedded = await startEmbedded(dataDir, quiet);
  running.push(embedded);
  return embedded;
}

async function ask(embedded: EmbeddedPostgres, statement: string): Promise<unknown[]> {
  const client = new Client(embedded.connection);
  await client.connect();
  try {
    const { rows } = await client.query({ text: statement, rowMode: 'array' });
    return rows.flat();
  } finally {
    await client.end();
  }
}

/** Starts the writer, optionally as another user, and waits until it has written some rows. */
async function startWriter(
  dataDir: string,
  ids: object = {},
): Promise<{ child: ChildProcess; acknowledged: number[] }> {
  const child = spawn(process.execPath, [programs.pathOf(WRITER), dataDir], {
    ...ids,
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const acknowledged: number[] = [];
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  lines.on('line', (line) => acknowledged.push(Number(line)));
  await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20);
  return { child, acknowledged };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'close');
}

test('N7 is a durable PostgreSQL on a private socket, without a port', async () => {
  const embedded = await start();
  const settings = await ask(
    embedded,
    `SELECT current_setting('fsync'), current_setting('listen_addresses'), current_setting('server_encoding'),
       (SELECT datcollate FROM pg_database WHERE datname = current_database()), current_database()`,
  );
  expect(settings).toEqual(['on', '', 'UTF8', 'C', 'one_rp']);
  expect(lstatSync(join(folder, 'postgres')).mode & 0o777).toBe(0o700);
  expect(lstatSync(join(folder, 'postgres')).uid).toBe(isRoot ? NOBODY.uid : process.getuid?.());
});

test('N7 runs for a normal user', async () => {
  rmSync(join(folder, 'postgres'), { recursive: true });
  if (isRoot) chownSync(folder, NOBODY.uid, NOBODY.gid);
  const { child, acknowledged } = await startWriter(folder, isRoot ? NOBODY : {});
  await kill(child);
  const embedded = await start();
  expect(await ask(embedded, 'SELECT id FROM written')).toEqual(expect.arrayContaining(acknowledged));
});

test('N7 runs in a folder that nobody else can reach', async () => {
  chmodSync(folder, 0o700);
  const embedded = await start();
  expect(await ask(embedded, 'SELECT 1')).toEqual([1]);
  expect(lstatSync(join(folder, 'postgres')).uid).toBe(process.getuid?.());
});

test('N7 runs in a folder whose path is too long for a socket', async () => {
  const deep = join(folder, 'x'.repeat(60), 'y'.repeat(60));
  const embedded = await start(deep);
  expect(embedded.connection.host.startsWith(tmpdir())).toBe(true);
  expect(lstatSync(embedded.connection.host).mode & 0o777).toBe(0o700);
  expect(await ask(embedded, 'SELECT 1')).toEqual([1]);
  await embedded.stop();
  rmSync(embedded.connection.host, { recursive: true });
});

test('N7 survives kill -9 of the server: found again, still running, with every acknowledged row', async () => {
  const { child, acknowledged } = await startWriter(folder);
  const pid = postmasterOf(folder);
  await kill(child);
  const embedded = await start();
  expect(postmasterOf(folder)).toBe(pid);
  const ids = await ask(embedded, 'SELECT id FROM written');
  expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([]);
});

test('N7 survives kill -9 of the server and of PostgreSQL together', async () => {
  const { child, acknowledged } = await startWriter(folder);
  const pid = postmasterOf(folder) ?? 0;
  // kills the server first, because it would start PostgreSQL again
  const killed = kill(child);
  process.kill(pid, 'SIGKILL');
  await killed;
  expect(existsSync(join(folder, 'postgres/cluster/postmaster.pid'))).toBe(true);
  const embedded = await start();
  expect(postmasterOf(folder)).not.toBe(pid);
  const ids = await ask(embedded, 'SELECT id FROM written');
  expect(acknowledged.length).toBeGreaterThan(20);
  expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([]);
});

test('N7 starts again when it is killed under a running server, and the pool connects again', async () => {
  const embedded = await start();
  const pool = openPool(embedded.connection, 4, quiet);
  await pool.query('CREATE TABLE kept (id int)');
  const acknowledged: number[] = [];
  const pid = postmasterOf(folder) ?? 0;
  for (let id = 0; id < 200; id++) {
    if (id === 50) process.kill(pid, 'SIGKILL');
    try {
      await pool.query('INSERT INTO kept VALUES ($1)', [id]);
      acknowledged.push(id);
    } catch {
      // this row was lost with its connection, so nothing was promised
    }
    if (acknowledged.length < id) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await expect
    .poll(
      () =>
        pool.query('SELECT 1').then(
          () => 'answers',
          () => 'gone',
        ),
      { timeout: 60_000 },
    )
    .toBe('answers');
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM kept');
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
  expect(acknowledged.length).toBeGreaterThanOrEqual(50);
  expect(postmasterOf(folder)).not.toBe(pid);
  await pool.end();
});

test('N7 two servers that start on one folder at the same moment share one PostgreSQL; the last one stops it', async () => {
  rmSync(join(folder, 'postgres'), { recursive: true });
  const [a, b] = await Promise.all([start(), start()]);
  const pid = postmasterOf(folder) ?? 0;
  const [startOfA] = await ask(a, 'SELECT pg_postmaster_start_time()');
  expect(await ask(b, 'SELECT pg_postmaster_start_time()')).toEqual([startOfA]);
  await a.stop();
  expect(isAlive(pid)).toBe(true);
  expect(await ask(b, 'SELECT 1')).toEqual([1]);
  await b.stop();
  expect(postmasterOf(folder)).toBeUndefined();
});

test('N7 a server that stops leaves the PostgreSQL to another process that uses it', async () => {
  const embedded = await start();
  const { acknowledged } = await startWriter(folder);
  await embedded.stop();
  const before = acknowledged.length;
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 10);
});

test('N7 is not fooled by a pid file that names another living process', async () => {
  const embedded = await start();
  const pidFile = join(folder, 'postgres/cluster/postmaster.pid');
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  await embedded.stop();
  writeFileSync(pidFile, [process.pid, ...lines.slice(1)].join('\n'));
  const again = await start();
  expect(await ask(again, 'SELECT 1')).toEqual([1]);
  expect(postmasterOf(folder)).not.toBe(process.pid);
});

test('N7 a half made cluster of a killed server is thrown away', async () => {
  mkdirSync(join(folder, 'postgres/new-999999-ab'), { recursive: true });
  const embedded = await start();
  expect(await ask(embedded, 'SELECT 1')).toEqual([1]);
  expect(existsSync(join(folder, 'postgres/new-999999-ab'))).toBe(false);
});

test('N7 makes the library links that a blocked install script left out', () => {
  const native = join(folder, 'native');
  mkdirSync(join(native, 'lib'), { recursive: true });
  writeFileSync(join(native, 'lib/libpq.so.5.18'), 'library');
  writeFileSync(
    join(native, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  );
  completeLibraries(native);
  completeLibraries(native);
  expect(readFileSync(join(native, 'lib/libpq.so.5'), 'utf8')).toBe('library');
});
