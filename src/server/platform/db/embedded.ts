import { createHash } from 'node:crypto';
import { closeSync, lstatSync, mkdirSync, openSync, readFileSync, realpathSync, renameSync } from 'node:fs';
import { rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type DatabaseError } from 'pg';
import { clusterPassword, hasCluster, makeCluster, SUPERUSER } from './initdb.ts';
import { findPostgres, type PostgresBinaries } from './postgresBinaries.ts';
import { choosePostgresUser, type PostgresUser } from './postgresUser.ts';
import { isPostmasterOf, readPostmaster, type Postmaster } from './postmaster.ts';

const DATABASE = 'one_rp';
/**
 * Advisory lock that every server on the cluster holds in shared mode. A server that gets it exclusively is the last
 * one.
 */
const USERS_LOCK = 7_241_001;
/** Time limit of the start: recovery after a crash may take a while. */
const START_TIMEOUT_MS = 60_000;
const MAX_STARTS = 20;
const STOP_TIMEOUT_MS = 15_000;
/** Deadline of a query, so that a silent PostgreSQL does not hold the start or the stop of the server for ever. */
const KEEPER_TIMEOUT_MS = 20_000;
const LET_GO_TIMEOUT_MS = 3000;
/** `sun_path` holds 104 bytes on macOS and 108 on Linux, including the NUL. */
const MAX_SOCKET_PATH_BYTES = 103;
const MAX_LOG_BYTES = 5_000_000;
const IS_WINDOWS = process.platform === 'win32';

export interface EmbeddedPostgres {
  connection: { host: string; port: number; user: string; database: string; password?: string };
  /** Releases the cluster. The last server to do so stops it. */
  stop: () => Promise<void>;
}

/** The part of Fastify's logger that is used here. */
export interface EmbeddedLog {
  info: (text: string) => void;
  warn: (text: string) => void;
}

interface Cluster {
  home: string;
  folder: string;
  binaries: PostgresBinaries;
  user: PostgresUser;
  log: EmbeddedLog;
  /** Address of the first start. A restart keeps it, because the pool knows no other. */
  address?: { host: string; port: number };
  isStopping: boolean;
}

const homeIn = (dataDir: string) => join(dataDir, 'postgres');
/** Whether the site's own PostgreSQL was started in this data folder before. */
export const hasEmbedded = (dataDir: string): boolean => hasCluster(homeIn(dataDir));

/**
 * Starts the site's own PostgreSQL in the data folder, or joins one that already runs there, started by another server
 * or left by a killed one. A connection, the keeper, marks the cluster as used and notices its death; then it is
 * started again.
 * @throws Error with a sentence for the operator
 */
export async function startEmbedded(dataDir: string, log: EmbeddedLog): Promise<EmbeddedPostgres> {
  const home = homeIn(dataDir);
  const folder = join(home, 'cluster');
  const binaries = findPostgres();
  mkdirSync(dataDir, { recursive: true });
  const user = choosePostgresUser(binaries.postgres, home);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  user.own(home);
  await makeCluster(home, binaries, user);
  user.own(folder);
  checkVersion(folder);

  const cluster: Cluster = { home, folder, binaries, user, log, isStopping: false };
  let keeper = await keep(cluster);
  let revival: Promise<void> | undefined;
  const watch = () => {
    keeper.once('end', () => {
      if (cluster.isStopping) return;
      log.warn('PostgreSQL is gone; starting it again');
      revival = revive();
    });
  };
  const revive = async () => {
    while (!cluster.isStopping)
      try {
        keeper = await keep(cluster);
        watch();
        return;
      } catch (error) {
        log.warn(`PostgreSQL does not start: ${String(error)}`);
        await sleep(1000);
      }
  };
  watch();

  return {
    connection: {
      ...addressOf(cluster),
      user: SUPERUSER,
      database: DATABASE,
      ...clusterPassword(home),
    },
    stop: async () => {
      cluster.isStopping = true;
      await revival;
      await letGo(cluster, keeper);
    },
  };
}

function addressOf({ address }: Cluster): { host: string; port: number } {
  if (!address) throw new Error('PostgreSQL has no address yet');
  return address;
}

/** Connects to the cluster and starts it first if it does not run. */
async function keep(cluster: Cluster): Promise<Client> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  let child: { isRunning: boolean } | undefined;
  let starts = 0;
  let trouble: unknown;
  while (performance.now() < deadline && starts <= MAX_STARTS && !cluster.isStopping) {
    const postmaster = readPostmaster(cluster.folder);
    if (postmaster && (await isPostmasterOf(postmaster.pid, cluster.folder))) {
      try {
        return await openKeeper(cluster, postmaster);
      } catch (error) {
        trouble = error;
      }
    } else if (!child?.isRunning) {
      if (child) await sleep(250);
      forgetForeign(cluster, postmaster);
      child = await spawnPostgres(cluster);
      starts++;
    }
    await sleep(30);
  }
  const log = join(cluster.home, 'postgres.log');
  throw new Error(`PostgreSQL in ${cluster.home} does not answer; ${log} says why.`, { cause: trouble });
}

async function openKeeper(cluster: Cluster, { host, port }: Postmaster): Promise<Client> {
  const client = new Client({
    host,
    port,
    user: SUPERUSER,
    database: 'postgres',
    ...clusterPassword(cluster.home),
    application_name: 'one-rp keeper',
    connectionTimeoutMillis: 5000,
    // may wait for another server that is stopping the cluster
    query_timeout: KEEPER_TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    if (realpathSync(rows[0]?.data_directory ?? '') !== realpathSync(cluster.folder))
      throw new Error(`another PostgreSQL answers at ${host}:${port}`);
    await client.query(`SELECT pg_advisory_lock_shared(${USERS_LOCK})`);
    await makeDatabase(client);
    cluster.address ??= { host, port };
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

async function makeDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount) return;
  try {
    await client.query(`CREATE DATABASE ${DATABASE} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`);
  } catch (error) {
    // duplicate_database, unique_violation: another server created it at the same moment
    if (!['42P04', '23505'].includes((error as DatabaseError).code ?? '')) throw error;
  }
}

/** Stops the cluster if no other server holds the lock. A server that joins at this moment starts it again. */
async function letGo(cluster: Cluster, keeper: Client): Promise<void> {
  try {
    const query_timeout = LET_GO_TIMEOUT_MS;
    await keeper.query({ text: `SELECT pg_advisory_unlock_shared(${USERS_LOCK})`, query_timeout });
    const { rows } = await keeper.query<{ isLast: boolean }>({
      text: `SELECT pg_try_advisory_lock(${USERS_LOCK}) AS "isLast"`,
      query_timeout,
    });
    if (rows[0]?.isLast) await stopPostgres(cluster);
  } catch (error) {
    cluster.log.warn(`PostgreSQL was gone before it was stopped: ${String(error)}`);
  } finally {
    await keeper.end().catch(() => {});
  }
}

async function stopPostgres({ folder, home, binaries, user }: Cluster): Promise<void> {
  const postmaster = readPostmaster(folder);
  if (!postmaster) return;
  // fast shutdown: ends the sessions and writes everything to disk
  if (IS_WINDOWS) user.spawn(binaries.pgCtl, ['stop', '-D', folder, '-m', 'fast'], 'ignore');
  else process.kill(postmaster.pid, 'SIGINT');
  const deadline = performance.now() + STOP_TIMEOUT_MS;
  while (readPostmaster(folder)?.pid === postmaster.pid) {
    if (performance.now() > deadline) throw new Error(`PostgreSQL in ${home} takes too long to stop`);
    await sleep(20);
  }
}

/**
 * Removes a stale pid file. PostgreSQL believes one whose process lives, but after a restart of the machine that may be
 * any process.
 */
function forgetForeign({ folder }: Cluster, seen: Postmaster | null): void {
  if (seen && readPostmaster(folder)?.pid === seen.pid)
    rmSync(join(folder, 'postmaster.pid'), { force: true });
}

async function spawnPostgres(cluster: Cluster): Promise<{ isRunning: boolean }> {
  const { home, folder, binaries, user, log } = cluster;
  const logFile = join(home, 'postgres.log');
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES)
    renameSync(logFile, `${logFile}.1`);
  const output = openSync(logFile, 'a', 0o600);
  const settings = {
    ...(await listenSettings(cluster)),
    max_connections: 200,
    log_min_messages: 'warning',
    log_timezone: 'UTC',
    timezone: 'UTC',
    jit: 'off',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // output goes to a file, because a pipe would end with this process and the database may outlive it
  const child = user.spawn(binaries.postgres, ['-D', folder, ...args], ['ignore', output, output]);
  closeSync(output);
  const state = { isRunning: true };
  child.once('exit', () => {
    state.isRunning = false;
  });
  child.once('error', (error) => {
    state.isRunning = false;
    log.warn(`PostgreSQL cannot be started: ${error.message}`);
  });
  child.unref();
  log.info(`starting PostgreSQL in ${home} as ${user.name}`);
  return state;
}

async function listenSettings(cluster: Cluster): Promise<Record<string, string | number>> {
  if (IS_WINDOWS) return { listen_addresses: '127.0.0.1', port: cluster.address?.port ?? (await freePort()) };
  return {
    listen_addresses: '',
    unix_socket_directories: socketFolder(cluster),
    unix_socket_permissions: '0700',
    port: 5432,
  };
}

/** Folder of the socket: the home folder, or a private temporary folder if that path is too long. */
function socketFolder({ home, user }: Cluster): string {
  if (Buffer.byteLength(join(home, '.s.PGSQL.5432')) <= MAX_SOCKET_PATH_BYTES) return home;
  const folder = join(tmpdir(), `one-rp-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  user.own(folder);
  const { mode, uid } = lstatSync(folder);
  if (uid !== statSync(home).uid || (mode & 0o170_777) !== 0o040_700)
    throw new Error(`${folder} is not a private folder of the database's user; remove it.`);
  return folder;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

function checkVersion(folder: string): void {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version !== '18')
    throw new Error(
      `The database in ${folder} is of PostgreSQL ${version}, not 18; it must be upgraded first.`,
    );
}
