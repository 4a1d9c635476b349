import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { SUPERUSER } from '#/server/platform/db/initdb.ts';
import { isAlive, readPostmaster } from '#/server/platform/db/postmaster.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { dataDirs } from '../../support/app/dataDir.ts';
import { bundlePrograms } from '../../support/app/programs.ts';
import { lateCounters } from '../../support/tools/alarmCounters.ts';

const PORT = 4140;
const SERVER = 'tests/support/app/serverProcess.ts';
const MAIN = 'src/server/main.ts';

// real processes and real disks: on a busy machine a start takes seconds
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let prepared: Awaited<ReturnType<typeof dataDirs>>;
let programs: Awaited<ReturnType<typeof bundlePrograms<typeof SERVER | typeof MAIN>>>;
let folder: string;
let children: ChildProcess[];

beforeAll(async () => {
  prepared = await dataDirs();
  programs = await bundlePrograms(SERVER, MAIN);
});
afterAll(() => {
  prepared.remove();
  programs.remove();
});

beforeEach(() => {
  folder = prepared.make();
  children = [];
});
afterEach(async () => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
  const left = postmaster();
  if (left) process.kill(left, 'SIGQUIT');
  await expect.poll(() => left === undefined || !isAlive(left), { timeout: 60_000 }).toBe(true);
  rmSync(folder, { recursive: true, force: true });
});

const postmaster = () => readPostmaster(join(folder, 'postgres/cluster'))?.pid;

interface Server {
  child: ChildProcess;
  output: () => string;
  url: string;
}

const environment = (port: number) => ({
  PATH: process.env['PATH'] ?? '',
  DATA_DIR: folder,
  PORT: String(port),
  DEMO: '0',
  LOG_LEVEL: 'warn',
});

async function startServer(port = PORT, settings: Record<string, string> = {}): Promise<Server> {
  const child = spawn(process.execPath, [programs.pathOf(SERVER)], {
    cwd: projectRoot,
    env: { ...environment(port), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const url = `http://localhost:${port}`;
  await expect.poll(() => output, { timeout: 60_000 }).toContain(url);
  return { child, output: () => output, url };
}

async function stop({ child }: Server, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

const statusOf = async (url: string) => (await fetch(url)).status;

/** Waits until the server takes no more connections: it has heard the signal. */
const refuses = ({ url }: Server) =>
  expect
    .poll(
      () =>
        fetch(url).then(
          () => 'open',
          () => 'closed',
        ),
      { timeout: 60_000 },
    )
    .toBe('closed');

test('N7 starts, says where it is, serves, and a signal stops it with its PostgreSQL', async () => {
  const server = await startServer(PORT, { PAYMENTS_SANDBOX: '1' });
  expect(server.output()).toContain(folder);
  expect(await statusOf(`${server.url}/`)).toBe(200);
  expect(await statusOf(`${server.url}/readyz`)).toBe(200);
  // N12: alarms see the first event
  expect(lateCounters(await (await fetch(`${server.url}/metrics`)).text())).toEqual([]);
  const secret = join(folder, 'secret.key');
  expect(statSync(secret).mode & 0o777).toBe(0o600);
  expect(readFileSync(secret, 'utf8')).toMatch(/^[0-9a-f]{64}$/);
  expect(postmaster()).toBeGreaterThan(0);
  expect(await stop(server, 'SIGTERM')).toBe(0);
  expect(postmaster()).toBeUndefined();
});

/** Blocks requests for a session until it commits. */
async function lockSessions(): Promise<pg.Client> {
  const { host, port } = readPostmaster(join(folder, 'postgres/cluster'))!;
  const client = new pg.Client({ host, port, user: SUPERUSER, database: 'one_rp' });
  // PostgreSQL ends with its server
  client.on('error', () => {});
  await client.connect();
  await client.query('BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
  return client;
}

/** Sends a whole request that waits for the lock. */
async function askWhileLocked(locked: pg.Client): Promise<{ answer: () => string }> {
  const socket = connect(PORT, '127.0.0.1');
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.on('error', () => {});
  socket.write('GET /api/v1/user HTTP/1.1\r\nhost: x\r\nauthorization: Bearer unknown\r\n\r\n');
  // the session is asked for on a second connection, too, when the first stays silent
  const waiting = `SELECT count(*) > 0 AS "isWaiting" FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE NOT granted AND datname = current_database()`;
  await expect
    .poll(async () => (await locked.query(waiting)).rows, { timeout: 60_000 })
    .toEqual([{ isWaiting: true }]);
  return { answer: () => answer };
}

test.runIf(process.platform === 'linux')('SE17 a full disk under the log stops nothing', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [programs.pathOf(SERVER)], {
    cwd: projectRoot,
    env: { ...environment(PORT), LOG_LEVEL: 'info' },
    stdio: ['ignore', full, 'ignore'],
  });
  closeSync(full);
  children.push(child);
  const statusNow = () => statusOf(`http://localhost:${PORT}/readyz`).catch(() => child.exitCode);
  await expect.poll(statusNow, { timeout: 60_000 }).toBe(200);
  for (let asked = 0; asked < 20; asked++) expect(await statusOf(`http://localhost:${PORT}/`)).toBe(200);
  child.kill('SIGTERM');
  expect((await once(child, 'exit')) as unknown[]).toEqual([0, null]);
});

test('N7 a signal during the start stops the server with its PostgreSQL', async () => {
  const child = spawn(process.execPath, [programs.pathOf(SERVER)], {
    cwd: projectRoot,
    env: environment(PORT),
    stdio: 'ignore',
  });
  children.push(child);
  await expect.poll(postmaster, { timeout: 60_000, interval: 5 }).toBeDefined();
  const started = postmaster()!;
  child.kill('SIGTERM');
  expect((await once(child, 'exit')) as unknown[]).toEqual([0, null]);
  // it removes its file a moment before its process is gone
  await expect.poll(() => isAlive(started)).toBe(false);
});

test('N7 finishes what is in flight before it stops; a second signal does not wait', async () => {
  const slow = await startServer();
  const locked = await lockSessions();
  const working = await askWhileLocked(locked);
  // half a request is no work in flight
  const half = connect(PORT, '127.0.0.1');
  await once(half, 'connect');
  half.write(
    'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{',
  );
  // closed by the server with or without a reset
  half.on('error', () => {});
  const halfClosed = new Promise((resolve) => half.resume().once('close', resolve));
  const stopped = stop(slow, 'SIGINT');
  await refuses(slow);
  await halfClosed;
  await locked.query('COMMIT');
  await locked.end();
  expect(await stopped).toBe(0);
  expect(working.answer()).toMatch(/^HTTP\/1.1 401 /);

  const hurried = await startServer();
  const stuck = await lockSessions();
  await askWhileLocked(stuck);
  hurried.child.kill('SIGTERM');
  await refuses(hurried);
  expect(hurried.child.exitCode).toBeNull();
  expect(await stop(hurried, 'SIGTERM')).toBe(1);
  await stuck.end();
});

test('N7 is not ready after a signal but serves on for a while, so that a load balancer loses no request', async () => {
  const server = await startServer(PORT, { DRAIN_SECONDS: '300' });
  server.child.kill('SIGTERM');
  await expect.poll(() => statusOf(`${server.url}/readyz`), { timeout: 60_000 }).toBe(503);
  expect(await statusOf(`${server.url}/readyz?exclude=database`)).toBe(503);
  expect(await statusOf(`${server.url}/healthz`)).toBe(200);
  expect(await statusOf(`${server.url}/`)).toBe(200);
  expect(server.child.exitCode).toBeNull();
  expect(await stop(server, 'SIGTERM')).toBe(1);
});

test('N7 two servers on one data folder share the PostgreSQL; the last one stops it', async () => {
  const first = await startServer(PORT);
  const second = await startServer(PORT + 1);
  const pid = postmaster();
  expect(await stop(first, 'SIGTERM')).toBe(0);
  expect(postmaster()).toBe(pid);
  expect(await statusOf(`${second.url}/api/v1/servers`)).toBe(200);
  expect(await stop(second, 'SIGTERM')).toBe(0);
  expect(postmaster()).toBeUndefined();
});

test('N7 survives kill -9 of its PostgreSQL: says to try again, then answers as before', async () => {
  const server = await startServer();
  process.kill(postmaster() ?? 0, 'SIGKILL');
  const seen = new Set<number>();
  await expect
    .poll(
      async () => {
        const status = await statusOf(`${server.url}/api/v1/servers-statistic`);
        seen.add(status);
        return (await statusOf(`${server.url}/readyz`)) === 200 && status === 200;
      },
      { timeout: 60_000, interval: 30 },
    )
    .toBe(true);
  expect([...seen].every((status) => status === 200 || status === 503)).toBe(true);
  expect(server.child.exitCode).toBeNull();
  expect(await stop(server, 'SIGTERM')).toBe(0);
});

test('N7 a database whose warnings cannot be read ends the start before anybody is served', async () => {
  const settings = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', LOG_LEVEL: 'info' };
  const server = await startServer(PORT, settings);
  expect(server.output()).toContain('Server listening');
  const client = await lockSessions();
  await client.query('COMMIT; ALTER TABLE orders RENAME granted_at TO hidden_at');
  await client.end();
  expect(await stop(server, 'SIGTERM')).toBe(0);
  const { status, stdout, stderr } = spawnSync(process.execPath, [programs.pathOf(SERVER)], {
    cwd: projectRoot,
    env: { ...environment(PORT), ...settings },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('granted_at')]);
  expect(stdout).not.toContain('Server listening');
});

test('N7 settings that cannot work are a sentence and exit code 1', () => {
  const settings = { NODE_ENV: 'production', PORT: 'web', DEMO: 'yes' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [programs.pathOf(MAIN)], {
    cwd: projectRoot,
    env: { ...environment(PORT), ...settings },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toBe('PORT must be a whole number.\nDEMO must be 0 or 1.\n');
});

test('N7 a database that does not answer is a sentence and exit code 1', () => {
  const settings = {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    APP_SECRET: 'only for tests: 32 characters and more',
  };
  const { status, stderr } = spawnSync(process.execPath, [programs.pathOf(MAIN)], {
    cwd: projectRoot,
    env: { ...environment(PORT), NODE_ENV: 'production', ...settings },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('does not answer')]);
  expect(stderr).not.toContain('    at ');
});

test('N7 another secret than the one of the site is a sentence and exit code 1', async () => {
  const server = await startServer();
  expect(await stop(server, 'SIGTERM')).toBe(0);
  const settings = { APP_SECRET: 'only for tests: 32 characters and more' };
  const { status, stderr } = spawnSync(process.execPath, [programs.pathOf(MAIN)], {
    cwd: projectRoot,
    env: { ...environment(PORT), ...settings },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('APP_SECRET is not the secret of this site')]);
});
