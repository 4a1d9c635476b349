import { chromium, type Browser, type CDPSession, type Page } from 'playwright';
import { launchOptions } from '../support/chromium.ts';
import { gates, type Figures } from './roulette/gates.ts';
import { landingFigures } from './roulette/landingFigures.ts';
import { countCalls, cpu, median, quantile, sleep, usedHeap } from './roulette/measure.ts';
import { serveBench } from './roulette/serveBench.ts';

/**
 * Measures the roulette against an empty page, an empty Pixi stage and the package react-roulette-pro with the
 * same items, interleaved in one run. CPU figures are thread time by CDP; `--quick` takes fewer rounds.
 * Exit code 1 when a gate of STAGE.md does not hold.
 */
const isQuick = process.argv.includes('--quick');
const KINDS = ['empty', 'pixi', 'ours', 'pro'] as const;
type Kind = (typeof KINDS)[number];
/** So small that the software rasteriser of a machine without a GPU does not share the main thread's time. */
const TINY_RESOLUTION = 0.1;

const site = await serveBench();
const browser: Browser = await chromium.launch(launchOptions);

async function open(kind: Kind, widthPx: number, heightPx: number, query = ''): Promise<[Page, CDPSession]> {
  const page = await browser.newPage({ viewport: { width: widthPx, height: heightPx } });
  await page.goto(`${site.url}/?kind=${kind}&resolution=${TINY_RESOLUTION}${query}`);
  await page.waitForFunction(() => window.isReady);
  await sleep(500);
  return [page, await page.context().newCDPSession(page)];
}

/** CPU for each frame over a while, from now. */
async function cpuPerFrame(page: Page, session: CDPSession, durationMs: number) {
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

async function spinRound(kind: Kind, widthPx: number, heightPx: number, throttle: number) {
  const [page, session] = await open(kind, widthPx, heightPx);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await page.evaluate(() => {
    window.bench.longTasks = 0;
    window.bench.start();
  });
  const spinning = await cpuPerFrame(page, session, 5000);
  const { longTasks } = await page.evaluate(() => window.bench);
  // the spin, its landing and the afterglow are over then
  await sleep(kind === 'ours' && throttle === 1 ? 5000 : 0);
  const isIdleWanted = throttle === 1 && (kind === 'ours' || kind === 'empty');
  const idle = isIdleWanted ? await cpuPerFrame(page, session, 2000) : null;
  await page.close();
  return { ...spinning, longTasks, idleTaskMs: idle?.taskMs ?? 0 };
}

type Round = Awaited<ReturnType<typeof spinRound>>;

async function rounds(count: number, widthPx: number, heightPx: number, throttle: number) {
  const all: Record<Kind, Round>[] = [];
  for (let round = 0; round < count; round += 1) {
    const order = round % 2 ? KINDS.toReversed() : KINDS;
    const result: Partial<Record<Kind, Round>> = {};
    for (const kind of order) result[kind] = await spinRound(kind, widthPx, heightPx, throttle);
    all.push(result as Record<Kind, Round>);
  }
  const of = (kind: Kind, figure: keyof Round) => median(all.map((round) => round[kind][figure]));
  const label = `${widthPx}x${heightPx} ${throttle}x`;
  for (const kind of KINDS) {
    console.log(
      `${label.padEnd(14)} ${kind.padEnd(6)} task ${of(kind, 'taskMs').toFixed(3)} ms  script ${of(kind, 'scriptMs').toFixed(3)} ms  interval p95 ${of(kind, 'intervalP95Ms').toFixed(1)} ms  long tasks ${of(kind, 'longTasks')}`,
    );
  }
  return all;
}

/** Bytes allocated for each frame of a spin, those that were collected included. */
async function allocation(kind: Kind): Promise<number> {
  const [page, session] = await open(kind, 1280, 720);
  await page.evaluate(() => window.bench.start());
  await sleep(600);
  await page.evaluate(() => (window.bench.frames.length = 0));
  await session.send('HeapProfiler.startSampling', {
    samplingInterval: 512,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await sleep(4000);
  const { profile } = await session.send('HeapProfiler.stopSampling');
  const frames = await page.evaluate(() => window.bench.frames.length);
  await page.close();
  const bytes = profile.samples.reduce((sum, sample) => sum + sample.size, 0);
  return bytes / frames;
}

/** Calls to the graphics driver for each frame of a spin. */
async function graphics() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await countCalls(page);
  await page.goto(`${site.url}/?kind=ours&resolution=${TINY_RESOLUTION}&steps`);
  await page.waitForFunction(() => window.isReady);
  await sleep(500);
  await page.evaluate(() => {
    Object.assign(window.calls, { draws: 0, maxDraws: 0, bytes: 0, textures: 0 });
    window.bench.frames.length = 0;
    window.bench.start();
  });
  await sleep(7500);
  const result = await page.evaluate(() => ({
    calls: window.calls,
    frames: window.bench.frames.length,
    errorsMs: window.bench.stepErrorsMs,
  }));
  await page.close();
  const steps = result.errorsMs
    .slice(1)
    .map((error, at) => Math.abs(error - (result.errorsMs[at] ?? 0)) * 1.5);
  return {
    drawsPerFrame: result.calls.maxDraws,
    uploadBytesPerFrame: result.calls.bytes / result.frames,
    textureUploads: result.calls.textures,
    stepErrorP95Px: quantile(steps, 0.95),
  };
}

/** MB that 15 more mounts leave behind. */
async function heapGrowth(): Promise<number> {
  const [page, session] = await open('ours', 1280, 720);
  const heldAfter = async (times: number) => {
    await page.evaluate((count) => window.bench.remount?.(count), times);
    return usedHeap(session);
  };
  const first = await heldAfter(15);
  const second = await heldAfter(15);
  await page.close();
  return second - first;
}

async function tickJitter(): Promise<number> {
  const [page] = await open('ours', 1280, 720, '&sound');
  await page.click('button');
  await sleep(1500);
  await page.evaluate(() => window.bench.start());
  await sleep(7000);
  const { planned, sounded } = await page.evaluate(() => window.bench);
  await page.close();
  if (sounded.length < 15) return Number.NaN;
  const late = sounded.map((atMs, at) => atMs - (planned[at + planned.length - sounded.length] ?? 0));
  return quantile(
    late.map((value) => Math.abs(value - median(late))),
    0.95,
  );
}

try {
  const main = await rounds(isQuick ? 2 : 5, 1280, 720, 1);
  if (!isQuick) {
    await rounds(1, 390, 844, 1);
    await rounds(1, 1280, 720, 4);
    await rounds(1, 390, 844, 4);
  }
  const ratio = (of: (round: Record<Kind, Round>) => number) => median(main.map(of));
  const [oursBytes, pixiBytes] = [await allocation('ours'), await allocation('pixi')];
  const counted = await graphics();
  const figures: Figures = {
    G1: ratio(({ ours, pro }) => ours.taskMs / pro.taskMs),
    G3: ratio(({ ours, pixi }) => ours.taskMs / pixi.taskMs),
    G5: counted.stepErrorP95Px,
    G6draws: counted.drawsPerFrame,
    G6uploadBytes: counted.uploadBytesPerFrame,
    G7textureUploads: counted.textureUploads,
    G7longTasks: median(main.map(({ ours }) => ours.longTasks)),
    G8bytes: oursBytes,
    G8ratio: oursBytes / pixiBytes,
    G9megabytes: await heapGrowth(),
    G10jitterMs: await tickJitter(),
    ...landingFigures(),
    G12kilobytes: site.stageKilobytes,
    G13idleMs: ratio(({ ours, empty }) => ours.idleTaskMs - empty.idleTaskMs),
  };
  const failed = gates.filter(({ figure, atMost }) => !(figures[figure] <= atMost));
  for (const { figure, atMost } of gates) {
    const value = figures[figure];
    console.log(
      `${figure.padEnd(18)} ${value.toPrecision(3).padStart(10)}  at most ${atMost}${value <= atMost ? '' : '  FAILED'}`,
    );
  }
  console.log(JSON.stringify({ quick: isQuick, figures, failed: failed.map(({ figure }) => figure) }));
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await site.close();
}
