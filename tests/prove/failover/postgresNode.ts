import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type QueryResultRow } from 'pg';
import { makeCluster } from '#/server/platform/db/initdb.ts';
import { findPostgres } from '#/server/platform/db/postgresBinaries.ts';
import { choosePostgresUser } from '#/server/platform/db/postgresUser.ts';
import { type DatabaseLine, openDatabaseLine } from '../../support/app/databaseLine.ts';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // the machine keeps its power: a killed process loses nothing that it has written
  fsync: 'off',
  wal_keep_size: '1GB',
  wal_receiver_timeout: '5s',
  wal_sender_timeout: '5s',
  log_min_messages: 'warning',
  jit: 'off',
};
/** Files that belong to a running server, not to its data. */
const NOT_COPIED =
  /^(?:postmaster\.(?:pid|opts)|postgresql\.auto\.conf|standby\.signal|backup_label|pg_wal|pg_replslot)$/;

/** A PostgreSQL of the streaming cluster. Others reach it through its line, which can drop everything. */
export interface PostgresNode {
  name: string;
  line: DatabaseLine;
  start: () => Promise<void>;
  /** Kills all its processes at once. */
  kill: () => Promise<void>;
  /** Stops it in order: standbys get all that was written. */
  shutDown: () => Promise<void>;
  isRunning: () => boolean;
  /** Runs a statement, past the line. */
  run: <R extends QueryResultRow>(statement: string) => Promise<R[]>;
  /** Address past the line. */
  url: (database: string) => string;
  /** Replaces the data by a copy of a running primary, which the node follows from then on. */
  copyFrom: (primary: PostgresNode) => Promise<void>;
  /** Folder of the data. */
  data: string;
  close: () => Promise<void>;
}

/** Makes a node without data. @param home its folder */
export async function postgresNode(name: string, home: string, port: number): Promise<PostgresNode> {
  const binaries = findPostgres();
  await mkdir(home, { recursive: true, mode: 0o700 });
  const user = choosePostgresUser(binaries.postgres, home);
  user.own(home);
  const data = join(home, 'cluster');
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const line = await openDatabaseLine(url('postgres'));
  let child: ChildProcess | undefined;
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const node: PostgresNode = {
    name,
    line,
    data,
    url,
    isRunning,
    run: (statement) => runOn(url('postgres'), statement),
    start: async () => {
      if (!existsSync(data)) {
        await makeCluster(home, binaries, user);
        user.own(data);
      }
      const log = openSync(join(home, 'postgres.log'), 'a', 0o600);
      const settings = Object.entries({ ...SETTINGS, port }).flatMap(([key, value]) => [
        '-c',
        `${key}=${value}`,
      ]);
      child = user.spawn(binaries.postgres, ['-D', data, ...settings], ['ignore', log, log]);
      closeSync(log);
      await answering(node);
    },
    kill: async () => {
      if (!child || !isRunning()) return;
      const ended = once(child, 'exit');
      const family = [child.pid!, ...childrenOf(child.pid!)];
      for (const pid of family) killQuietly(pid);
      await ended;
    },
    shutDown: async () => {
      if (!child || !isRunning()) return;
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    },
    copyFrom: async (primary) => {
      await node.kill();
      await rm(data, { recursive: true, force: true });
      await copyRunning(primary, data);
      await follow(data, primary, name);
      user.own(data);
      await node.start();
    },
    close: async () => {
      await node.kill();
      await line.close();
    },
  };
  return node;
}

/** Runs one statement on a connection of its own. */
export async function runOn<R extends QueryResultRow>(
  connectionString: string,
  statement: string,
): Promise<R[]> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2000, query_timeout: 30_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<R>(statement)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

async function answering(node: PostgresNode): Promise<void> {
  for (;;) {
    if (!node.isRunning()) throw new Error(`${node.name} did not start: see its postgres.log`);
    const isUp = await node.run('SELECT 1').then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await sleep(50);
  }
}

/** The backends have sessions of their own, so no signal to a group reaches them. */
function childrenOf(parent: number): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return Number(/\) \w (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]) === parent;
      } catch {
        return false;
      }
    })
    .map(Number);
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}

/** Copies the files of a running server, as pg_basebackup does, which is not among the binaries of the package. */
async function copyRunning(primary: PostgresNode, target: string): Promise<void> {
  const client = new Client({ connectionString: primary.url('postgres') });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('copy', true)`);
    await copyFolder(primary.data, target, true);
    for (const folder of ['pg_wal', 'pg_wal/archive_status', 'pg_wal/summaries', 'pg_replslot'])
      await mkdir(join(target, folder), { recursive: true, mode: 0o700 });
    const { rows } = await client.query<{ label: string }>(
      'SELECT labelfile AS label FROM pg_backup_stop(false)',
    );
    await writeFile(join(target, 'backup_label'), rows[0]!.label);
  } finally {
    await client.end();
  }
}

async function copyFolder(source: string, target: string, isTop: boolean): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(source, { withFileTypes: true })) {
    if (isTop && NOT_COPIED.test(entry.name)) continue;
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) await copyFolder(from, to, false);
    else
      await copyFile(from, to).catch((error: NodeJS.ErrnoException) => {
        // temporary files come and go
        if (error.code !== 'ENOENT') throw error;
      });
  }
}

async function follow(data: string, { line }: PostgresNode, name: string): Promise<void> {
  const { port } = new URL(line.url);
  await writeFile(join(data, 'standby.signal'), '');
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres application_name=${name}'\n`,
  );
}
