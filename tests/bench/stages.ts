import { chromium, type CDPSession, type Page } from 'playwright';
import { launchOptions } from '../support/chromium.ts';
import { countCalls, cpu, median, sleep, usedHeap } from './roulette/measure.ts';
import { serveBench } from './roulette/serveBench.ts';

/**
 * Measures all scenes of the landing page, in sight and in motion at once, against an empty Pixi stage and against
 * the same page without scenes, interleaved in one run. CPU figures are thread time by CDP; `--quick` takes fewer
 * rounds. Says everything in one line of JSON; exit code 1 when a bound of STAGE.md does not hold.
 */
const isQuick = process.argv.includes('--quick');
const QUERIES = {
  bare: 'kind=scenes&bare',
  pixi: 'kind=pixi',
  scenes: 'kind=scenes',
} as const;
type Kind = keyof typeof QUERIES;
const KINDS = Object.keys(QUERIES) as Kind[];
/** So small that the software rasteriser of a machine without a GPU does not share the main thread's time. */
const TINY_RESOLUTION = 0.1;
/** For the same reason: what is put together for the screen is small. The main thread's part does not depend on it. */
const VIEWPORT = { width: 480, height: 420 };
const FRAME_MS = 1000 / 60;
/** A visitor who goes through the servers chooses another one this often. */
const CHOOSE_MS = 3000;

const BOUNDS = {
  /** Time of the main thread of the page with all scenes, in that of an empty Pixi stage, each for a second. */
  taskRatio: 1.6,
  /** Share of the frames of the empty stage that the page with all scenes misses; else the ratio tells nothing. */
  missedFrames: 0.1,
  /** Time of the main thread once all scenes are off screen, more than a page without scenes, for a frame at 60 Hz. */
  offScreenTaskMs: 0.05,
  offScreenDraws: 0,
  /** In one frame, of all canvases. */
  draws: 4,
  uploadBytesPerFrame: 2048,
  textureUploads: 0,
  /** More than the empty stage has: a loaded machine makes them too. */
  longTasks: 0,
  /** What mounts 16 to 30 leave behind. */
  heapMegabytes: 0.3,
};
type Figures = Record<keyof typeof BOUNDS, number>;

const site = await serveBench(new URL('stages/', import.meta.url));
const browser = await chromium.launch(launchOptions);

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
  await page.evaluate(() => {
    window.stages.frames.length = 0;
    window.stages.longTasks = 0;
  });
  const before = await cpu(session);
  await sleep(durationMs);
  const after = await cpu(session);
  const { frames, longTasks } = await page.evaluate(() => ({
    frames: window.stages.frames.length,
    longTasks: window.stages.longTasks,
  }));
  const lengths = durationMs / FRAME_MS;
  return {
    taskMs: (after.taskMs - before.taskMs) / lengths,
    scriptMs: (after.scriptMs - before.scriptMs) / lengths,
    framesPerSecond: (1000 * frames) / durationMs,
    longTasks,
  };
}

async function measure(kind: Kind, throttle: number) {
  const [page, session] = await open(kind);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  const stop = await keepChoosing(page);
  const seen = await cpuPerFrame(page, session, 6000);
  await stop();
  await leave(page);
  const unseen = throttle === 1 && kind !== 'pixi' ? await cpuPerFrame(page, session, 3000) : null;
  await page.close();
  return { ...seen, unseenTaskMs: unseen?.taskMs ?? 0 };
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
  const plain = await rounds(isQuick ? 2 : 5, 1);
  const throttled = await rounds(isQuick ? 1 : 2, 4);
  const ratio = (of: (round: Round) => number) => median(plain.map(of));
  const { seen, unseen } = await graphics();
  const figures: Figures = {
    taskRatio: ratio(({ scenes, pixi }) => scenes.taskMs / pixi.taskMs),
    missedFrames: ratio(({ scenes, pixi }) => 1 - scenes.framesPerSecond / pixi.framesPerSecond),
    offScreenTaskMs: ratio(({ scenes, bare }) => scenes.unseenTaskMs - bare.unseenTaskMs),
    offScreenDraws: unseen.draws,
    draws: seen.maxDraws,
    uploadBytesPerFrame: seen.bytes / seen.frames,
    textureUploads: seen.textures,
    longTasks: ratio(({ scenes, pixi }) => scenes.longTasks - pixi.longTasks),
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
