import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { startEmbedded } from '#/server/platform/db/embedded.ts';
import { START_OPTIONS } from '../support/tools/startOptions.ts';

const outDir = join(projectRoot, 'dist/bench');

/** Builds the server as `npm start` runs it, so that nothing is compiled while it is measured. */
export const buildServer = (): Promise<unknown> =>
  build({
    root: projectRoot,
    logLevel: 'error',
    build: { ssr: join(import.meta.dirname, 'openServer.ts'), outDir },
  });

/** Starts a process of the server that was built. */
export async function startServer(
  url: URL,
  port: number,
  poolSize: number,
  secretKey: Buffer,
): Promise<ChildProcess> {
  const server = fork(
    join(outDir, 'openServer.js'),
    [url.href, String(port), String(poolSize), secretKey.toString('hex')],
    { execArgv: [...START_OPTIONS], env: { ...process.env, NODE_ENV: 'production' } },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('message', () => resolve());
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return server;
}

/**
 * Runs with TEST_DATABASE_URL, else with our own PostgreSQL in a temporary folder, which is removed afterwards.
 * @param keptFolder is used instead, and stays
 */
export async function withDatabase<T>(
  use: (admin: URL, folder: string) => Promise<T>,
  keptFolder?: string,
): Promise<T> {
  const folder = keptFolder ?? mkdtempSync(join(tmpdir(), 'one-rp-bench-'));
  const given = process.env['TEST_DATABASE_URL'];
  const embedded = given ? undefined : await startEmbedded(folder, { info: () => {}, warn: console.warn });
  try {
    return await use(new URL(given ?? urlOf(embedded?.connection)), folder);
  } finally {
    await embedded?.stop();
    if (keptFolder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function urlOf(
  connection: { host: string; port: number; user: string; database: string } | undefined,
): string {
  if (!connection) throw new Error('no database');
  const { host, port, user, database } = connection;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
