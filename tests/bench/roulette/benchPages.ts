import type { Browser, CDPSession, Page } from 'playwright';
import { cpu, quantile, sleep } from './measure.ts';

/** So small that the software rasteriser of a machine without a GPU does not share the main thread's time. */
const TINY_RESOLUTION = 0.1;

export interface PageSize {
  width: number;
  height: number;
}

/** A page of the bench that is ready to be started. `watch` sees it before anything is loaded. */
export type OpenPage = (
  query: string,
  viewport?: PageSize,
  watch?: (page: Page) => Promise<void>,
) => Promise<[Page, CDPSession]>;

/**
 * The pages are without the grain over the whole page: a machine without a GPU draws it so slowly that half of the
 * frames are missing, and each of the others has twice the work.
 */
export function pagesOf(browser: Browser, url: string): OpenPage {
  return async (query, viewport = { width: 1280, height: 720 }, watch) => {
    const page = await browser.newPage({ viewport, contrast: 'more' });
    await watch?.(page);
    await page.goto(`${url}/?${query}&resolution=${TINY_RESOLUTION}`);
    await page.waitForFunction(() => window.isReady);
    await sleep(500);
    return [page, await page.context().newCDPSession(page)];
  };
}

/** CPU for each frame over a while, from now. */
export async function cpuPerFrame(page: Page, session: CDPSession, durationMs: number) {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(() => (window.bench.frames.length = 0));
  const before = await cpu(session);
  await sleep(durationMs);
  const after = await cpu(session);
  const frames = await page.evaluate(() => window.bench.frames);
  const intervals = frames.slice(1).map((timestamp, at) => timestamp - (frames[at] ?? 0));
  return {
    taskMs: (after.taskMs - before.taskMs) / frames.length,
    scriptMs: (after.scriptMs - before.scriptMs) / frames.length,
    intervalP95Ms: quantile(intervals, 0.95),
  };
}

/** Bytes allocated for each frame while something happens, those that were collected included. */
export async function bytesPerFrame(
  page: Page,
  session: CDPSession,
  happen: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(() => (window.bench.frames.length = 0));
  await session.send('HeapProfiler.startSampling', {
    samplingInterval: 512,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await happen();
  const { profile } = await session.send('HeapProfiler.stopSampling');
  const frames = await page.evaluate(() => window.bench.frames.length);
  return profile.samples.reduce((sum, sample) => sum + sample.size, 0) / frames;
}
