import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { START_OPTIONS } from '../../support/tools/startOptions.ts';

const START_TRIES = 240;
/** APP_SECRET of every site that is measured. */
export const SITE_SECRET = 'only for the benchmarks of the site: 32 characters and more';

/** A process of the built site. */
export interface BuiltSite {
  port: number;
  pid: number;
  stop: () => Promise<void>;
}

/** Whether a site is ready on a port. */
const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Starts the built site as operators run it, with its log in a file.
 * @param settings of its environment, beside those that every benchmark needs
 */
export async function startSite(
  url: URL,
  port: number,
  folder: string,
  settings: Record<string, string> = {},
): Promise<BuiltSite> {
  if (await answers(port))
    throw new Error(`another program answers on port ${port}: BENCH_PORT names another one`);
  const log = openSync(join(folder, `site-${port}.log`), 'a');
  const inspected = process.env['SITE_NODE_OPTIONS']?.split(' ') ?? [];
  const args = [...inspected, ...START_OPTIONS, join(projectRoot, 'dist/server/main.js')];
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    stdio: ['ignore', log, 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: url.href,
      DEMO: '0',
      PAYMENTS_SANDBOX: '1',
      RATE_LIMIT_SCALE: '1000000',
      APP_SECRET: SITE_SECRET,
      ...settings,
    },
  });
  let isStopping = false;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      if (!isStopping) console.error(`the site on port ${port} ended by itself: ${code ?? signal}`);
      resolve();
    });
  });
  const stop = () => {
    isStopping = true;
    child.kill('SIGTERM');
    return ended;
  };
  for (let triesLeft = START_TRIES; triesLeft > 0; triesLeft--) {
    if (child.exitCode !== null) break;
    if (await answers(port)) return { port, pid: child.pid!, stop };
    await sleep(250);
  }
  await stop();
  throw new Error('the site did not start: is it built (npm run build)?');
}
