import type { Page } from 'playwright';
import { bytesPerFrame, cpuPerFrame, type OpenPage } from './benchPages.ts';
import { longTasks } from './longTasks.ts';
import { countCalls, median, sleep, usedHeap } from './measure.ts';

const isAllSeen = (page: Page) =>
  page.waitForFunction(() => window.bench.allSeen > 0, undefined, { timeout: 60_000 });

/** From the click until the last prize lies face up. */
async function openAll(page: Page): Promise<void> {
  await page.evaluate(() => window.bench.start());
  await isAllSeen(page);
  // the last card turns
  await sleep(1000);
}

/** MB that 15 more openings leave behind. */
async function heapGrowth(open: OpenPage, query: string): Promise<number> {
  const [page, session] = await open(query);
  const heldAfter = async () => {
    for (let round = 0; round < 15; round += 1) {
      await page.evaluate(() => {
        window.bench.allSeen = 0;
        window.bench.deal?.(true);
      });
      await page.getByTestId('results').waitFor();
      await page.keyboard.press('Escape');
      await isAllSeen(page);
      await page.evaluate(() => window.bench.deal?.(false));
      // while the dialog leaves, its cards are still held
      await page.locator('[role=dialog]').waitFor({ state: 'detached' });
    }
    return usedHeap(session);
  };
  const first = await heldAfter();
  const second = await heldAfter();
  await page.close();
  return second - first;
}

/** What an opening of so many pieces costs, from the click until all prizes are seen. */
export async function severalFigures(open: OpenPage, count: number) {
  const query = `kind=several&count=${count}`;
  const [counted] = await open(query, undefined, countCalls);
  await counted.evaluate(() => {
    Object.assign(window.calls, { draws: 0, maxDraws: 0, bytes: 0, textures: 0 });
    window.bench.frames.length = 0;
  });
  await openAll(counted);
  const { calls, frames } = await counted.evaluate(() => ({
    calls: window.calls,
    frames: window.bench.frames.length,
  }));
  await counted.close();

  const [traced, tracedSession] = await open(query);
  const tasks = await longTasks(tracedSession, () => openAll(traced));
  await traced.close();

  const [sampled, sampledSession] = await open(query);
  await sampled.evaluate(() => window.bench.start());
  await sleep(600);
  const bytes = await bytesPerFrame(sampled, sampledSession, () => sleep(4000));
  await sampled.close();
  return {
    draws: calls.maxDraws,
    uploadBytes: calls.bytes / frames,
    textureUploads: calls.textures,
    longTasks: tasks.count,
    longestTaskMs: tasks.longestMs,
    bytes,
    megabytes: await heapGrowth(open, query),
  };
}

/**
 * Main-thread time of a frame of ten at once, as a multiple of that of ten roulettes of react-roulette-pro (G2).
 */
export async function tenAtOnce(open: OpenPage, rounds: number): Promise<number> {
  const spin = async (query: string) => {
    const [page, session] = await open(query);
    await page.evaluate(() => window.bench.start());
    const { taskMs } = await cpuPerFrame(page, session, 5000);
    await page.close();
    return taskMs;
  };
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ours = await spin('kind=several&count=10');
    ratios.push(ours / (await spin('kind=pro&reels=10')));
  }
  return median(ratios);
}
