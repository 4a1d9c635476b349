import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { stop, until } from '../deployPrograms.ts';

export const SITE_SECRET = 'only for the proof of failovers: 32 characters and more';
const FIRST_PORT = 4351;
const PROCESSES = 3;

/** The processes of the site, which no fault of the database may end. */
export interface Sites {
  urls: string[];
  /** Processes that have ended. */
  ended: () => number;
  stop: () => Promise<void>;
}

/** Starts three processes of the built site on one database, each with a log in the folder. */
export async function startSites(databaseUrl: string, replicaUrl: string, folder: string): Promise<Sites> {
  const ports = Array.from({ length: PROCESSES }, (_, at) => FIRST_PORT + at);
  const children = ports.map((port) => startSite({ databaseUrl, replicaUrl }, folder, port));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const isGone = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
  const sites: Sites = {
    urls,
    ended: () => children.filter(isGone).length,
    stop: async () => {
      for (const child of children) if (!isGone(child)) await stop(child);
    },
  };
  for (const url of urls)
    await until(`the start of ${url}`, async () => sites.ended() > 0 || (await fetch(`${url}/readyz`)).ok);
  if (sites.ended() > 0) throw new Error(`a process of the site has ended, see ${folder}: is it built?`);
  return sites;
}

function startSite(
  { databaseUrl, replicaUrl }: Record<'databaseUrl' | 'replicaUrl', string>,
  folder: string,
  port: number,
): ChildProcess {
  const data = join(folder, `site-${port}`);
  mkdirSync(data, { recursive: true });
  const log = openSync(join(folder, `site-${port}.log`), 'a');
  const child = spawn(process.execPath, [join(projectRoot, 'dist/server/main.js')], {
    cwd: projectRoot,
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${FIRST_PORT}`,
      DATA_DIR: data,
      DATABASE_URL: databaseUrl,
      DATABASE_REPLICA_URL: replicaUrl,
      APP_SECRET: SITE_SECRET,
      DEMO: '0',
      POOL_SIZE: '10',
      PAYMENTS_SANDBOX: '1',
      CAPTCHA_WORK: '1',
      RATE_LIMIT_SCALE: '1000000',
      LOG_LEVEL: 'warn',
    },
  });
  closeSync(log);
  return child;
}
