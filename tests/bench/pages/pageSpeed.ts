import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright';

/** How many times slower a middling phone is than this machine. */
const CPU_RATE = 4;

export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** The built site on a port and a data folder of its own. @returns its address and how to end it */
export async function serveSite(port: number): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'one-rp-speed-'));
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: '',
      DEMO: '1',
      DEMO_HISTORY: '0',
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_SCALE: '1000',
    },
  });
  const url = `http://localhost:${port}`;
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    if (server.exitCode === null && server.kill('SIGTERM')) await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let triesLeft = 120; triesLeft > 0; triesLeft--) {
    // another program may answer on the port
    if (server.exitCode !== null) break;
    const isUp = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return { url, stop };
    await pause(500);
  }
  await stop();
  throw new Error('the site did not start: is it built (npm run build), and the port free?');
}

export const pause = (durationMs: number) =>
  new Promise<void>((resolve) => void setTimeout(resolve, durationMs));

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** A page with an empty cache on a slow processor; the slow line is `slowLine`. */
export async function openSlowPage(browser: Browser): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext(PHONE);
  // what tsx writes into functions that are handed to the page
  await context.addInitScript({ content: 'globalThis.__name = (named) => named' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
  return { page, session };
}
