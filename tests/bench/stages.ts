import { chromium, type CDPSession, type Page } from 'playwright';
import { benchLaunchOptions } from '../support/tools/chromium.ts';
import { longTasks } from './roulette/longTasks.ts';
import { countCalls, cpu, idleTaskMs, median, sleep, usedHeap } from './roulette/measure.ts';
import { serveBench } from './roulette/serveBench.ts';

/**
 * Measures all scenes of the landing page, in sight and in motion at once, against an empty Pixi stage and against
 * the same page without scenes, interleaved in one run. CPU figures are thread time by CDP; `--quick` takes fewer
 * rounds. Says everything in one line of JSON; exit code 1 when a bound does not hold.
 */
const isQuick = process.argv.includes('--quick');
const QUERIES = {
  bare: 'kind=scenes&bare',
  pixi: 'kind=pixi',
  scenes: 'kind=scenes',
} as const;
type Kind = keyof typeof QUERIES;
const KINDS = Object.keys(QUERIES) as Kind[];
/**
 * Resolution of the canvas, so small that the software rasteriser of a machine without a GPU does not share the
 * main thread's time.
 */
const TINY_RESOLUTION = 0.1;
/** Small for the same reason. The main thread's part does not depend on it. */
const VIEWPORT = { width: 480, height: 420 };
const FRAME_MS = 1000 / 60;
/** A visitor who goes through the servers chooses another one this often. */
const CHOOSE_MS = 3000;

const BOUNDS = {
  /**
   * Main-thread time of the page with all scenes, as a multiple of that of an empty Pixi stage, each for a
   * second.
   */
  taskRatio: 1.6,
  /**
   * Share of the empty stage's frames that the page with all scenes may miss, or `taskRatio` tells nothing. Each
   * side counts in its best round, because other work of the machine only takes frames away.
   */
  missedFrames: 0.1,
  /**
   * Main-thread time for a frame at 60 Hz once all scenes are off screen, beyond that of a page without scenes.
   */
  offScreenTaskMs: 0.05,
  offScreenDraws: 0,
  /** In one frame, of all canvases. */
  draws: 4,
  uploadBytesPerFrame: 2048,
  textureUploads: 0,
  longTasks: 0,
  /** What mounts 16 to 30 leave behind. */
  heapMegabytes: 0.3,
};
type Figures = Record<keyof typeof BOUNDS, number>;

const site = await serveBench(new URL('stages/', import.meta.url));
const browser = await chromium.launch(benchLaunchOptions);

async function open(kind: Kind, watch?: (page: Page) => Promise<void>): Promise<[Page, CDPSession]> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await watch?.(page);
  await page.goto(`${site.url}/?${QUERIES[kind]}&resolution=${TINY_RESOLUTION}`);
  await page.waitForFunction(() => window.isShown);
  // the scenes have faded in
  await sleep(1200);
  return [page, await page.context().newCDPSession(page)];
}

/** Chooses the servers by turns; returns how to stop that. */
async function keepChoosing(page: Page): Promise<() => Promise<void>> {
  const timer = await page.evaluate((everyMs) => {
    let index = 0;
    return Number(setInterval(() => window.stages.choose?.((index = (index + 1) % 4)), everyMs));
  }, CHOOSE_MS);
  return () => page.evaluate((running) => clearInterval(running), timer);
}

/** Scrolls until no scene is in sight, and waits for the rest of the motion. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 3000));
  await sleep(500);
}

/** CPU over a while, from now, for as long as a frame at 60 Hz: calm scenes leave frames out. */
async function cpuPerFrame(page: Page, session: CDPSession, durationMs: number) {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(() => (window.stages.frames.length = 0));
  const before = await cpu(session);
  await sleep(durationMs);
  const after = await cpu(session);
  const frames = await page.evaluate(() => window.stages.frames.length);
  const lengths = durationMs / FRAME_MS;
  return {
    taskMs: (after.taskMs - before.taskMs) / lengths,
    scriptMs: (after.scriptMs - before.scriptMs) / lengths,
    framesPerSecond: (1000 * frames) / durationMs,
  };
}

async function measure(kind: Kind, throttle: number) {
  const [page, session] = await open(kind);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  const stop = await keepChoosing(page);
  const seen = await cpuPerFrame(page, session, 6000);
  await stop();
  await leave(page);
  await page.evaluate(() => (window.stages.isCounting = false));
  const unseenTaskMs = throttle === 1 && kind !== 'pixi' ? await idleTaskMs(session, 3000) : 0;
  await page.close();
  return { ...seen, unseenTaskMs };
}
type Round = Record<Kind, Awaited<ReturnType<typeof measure>>>;

async function rounds(count: number, throttle: number): Promise<Round[]> {
  const all: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    const result: Partial<Round> = {};
    for (const kind of round % 2 ? KINDS.toReversed() : KINDS) result[kind] = await measure(kind, throttle);
    all.push(result as Round);
  }
  return all;
}

/** What the scenes ask of the graphics driver: in sight, and off screen. */
async function graphics() {
  const [page] = await open('scenes', countCalls);
  const over = async (durationMs: number) => {
    await page.evaluate(() => {
      Object.assign(window.calls, { draws: 0, maxDraws: 0, bytes: 0, textures: 0 });
      window.stages.frames.length = 0;
    });
    await sleep(durationMs);
    return page.evaluate(() => ({ ...window.calls, frames: window.stages.frames.length }));
  };
  const stop = await keepChoosing(page);
  const seen = await over(6000);
  await stop();
  await leave(page);
  const unseen = await over(3000);
  await page.close();
  return { seen, unseen };
}

/** Long tasks of the scenes in sight, while the servers are chosen by turns. */
async function sceneTasks(): Promise<number> {
  const [page, session] = await open('scenes');
  const stop = await keepChoosing(page);
  const { count } = await longTasks(session, () => sleep(6500));
  await stop();
  await page.close();
  return count;
}

async function heapGrowth(): Promise<number> {
  const [page, session] = await open('scenes');
  const usedAfter = async (times: number) => {
    await page.evaluate((count) => window.stages.remount?.(count), times);
    return usedHeap(session);
  };
  const first = await usedAfter(15);
  const second = await usedAfter(15);
  await page.close();
  return second - first;
}

try {
  const plain = await rounds(isQuick ? 2 : 4, 1);
  const throttled = await rounds(1, 4);
  const ratio = (of: (round: Round) => number) => median(plain.map(of));
  const best = (kind: Kind) => Math.max(...plain.map((round) => round[kind].framesPerSecond));
  const { seen, unseen } = await graphics();
  const figures: Figures = {
    taskRatio: ratio(({ scenes, pixi }) => scenes.taskMs / pixi.taskMs),
    missedFrames: 1 - best('scenes') / best('pixi'),
    offScreenTaskMs: ratio(({ scenes, bare }) => scenes.unseenTaskMs - bare.unseenTaskMs),
    offScreenDraws: unseen.draws,
    draws: seen.maxDraws,
    uploadBytesPerFrame: seen.bytes / seen.frames,
    textureUploads: seen.textures,
    longTasks: await sceneTasks(),
    heapMegabytes: await heapGrowth(),
  };
  const perFrame = (all: Round[]) =>
    Object.fromEntries(
      KINDS.map((kind) => [
        kind,
        {
          taskMs: Number(median(all.map((round) => round[kind].taskMs)).toFixed(3)),
          scriptMs: Number(median(all.map((round) => round[kind].scriptMs)).toFixed(3)),
          framesPerSecond: Math.round(median(all.map((round) => round[kind].framesPerSecond))),
        },
      ]),
    );
  const failed = Object.entries(BOUNDS).flatMap(([figure, atMost]) =>
    figures[figure as keyof Figures] <= atMost ? [] : [figure],
  );
  const reported = { perFrame: perFrame(plain), perFrameThrottled: perFrame(throttled) };
  console.log(JSON.stringify({ quick: isQuick, figures, bounds: BOUNDS, ...reported, failed }));
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await site.close();
}
