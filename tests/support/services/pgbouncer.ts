import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { vi } from 'vitest';
import { openDatabaseLine } from '../app/databaseLine.ts';

const NOBODY = 65_534;

/** Whether the machine has PgBouncer. */
export const hasPgbouncer = spawnSync('pgbouncer', ['--version']).status === 0;

export interface Pgbouncer {
  /** Address of the database through PgBouncer. */
  url: string;
  stop: () => Promise<void>;
}

/**
 * Starts PgBouncer in transaction mode in front of a database.
 * @param databaseUrl where PostgreSQL listens, on TCP or with `?host=` on a socket
 * @param serverConnections its connections to PostgreSQL
 * @param more further lines of its settings
 */
export async function startPgbouncer(
  databaseUrl: string,
  serverConnections: number,
  more = '',
): Promise<Pgbouncer> {
  // it refuses to run as root, so it may not reach the socket of the tests' PostgreSQL itself
  const line = await openDatabaseLine(databaseUrl);
  const target = new URL(line.url);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'one-rp-pgbouncer-'));
  chmodSync(folder, 0o755);
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${serverConnections}
max_client_conn = 300
${more}
`,
  );
  const isRoot = process.getuid?.() === 0;
  const child = spawn('pgbouncer', ['-q', settings], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(isRoot && { uid: NOBODY }),
  });
  const url = new URL(target);
  url.port = String(port);
  await vi.waitUntil(() => answers(url.href), { timeout: 30_000 });
  return {
    url: url.href,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      await line.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  return client.connect().then(
    async () => {
      await client.end();
      return true;
    },
    () => false,
  );
}

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
