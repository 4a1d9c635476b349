import { chromium, type Browser } from 'playwright';
import { benchLaunchOptions } from '../support/tools/chromium.ts';
import { bytesPerFrame, cpuPerFrame, pagesOf } from './roulette/benchPages.ts';
import { judge, LIMITS, SEVERAL_LIMITS, STACK_LIMITS, type Figures } from './roulette/gates.ts';
import { landingFigures } from './roulette/landingFigures.ts';
import { longTasks } from './roulette/longTasks.ts';
import { countCalls, idleTaskMs, median, quantile, sleep, usedHeap } from './roulette/measure.ts';
import { serveBench } from './roulette/serveBench.ts';
import { severalFigures, tenAtOnce } from './roulette/several.ts';

/**
 * Measures the roulette against an empty page, an empty Pixi stage and the package react-roulette-pro with the
 * same items, interleaved in one run. CPU figures are thread time by CDP; `--quick` takes fewer rounds.
 * Exit code 1 when a bound does not hold.
 */
const isQuick = process.argv.includes('--quick');
const KINDS = ['empty', 'pixi', 'ours', 'pro'] as const;
type Kind = (typeof KINDS)[number];

const site = await serveBench();
const browser: Browser = await chromium.launch(benchLaunchOptions);
const open = pagesOf(browser, site.url);

async function spinRound(kind: Kind, widthPx: number, heightPx: number, throttle: number) {
  const [page, session] = await open(`kind=${kind}`, { width: widthPx, height: heightPx });
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await page.evaluate(() => {
    window.bench.longTasks = 0;
    window.bench.start();
  });
  const spinning = await cpuPerFrame(page, session, 5000);
  const longTasks = await page.evaluate(() => window.bench.longTasks);
  // the spin, its landing and the afterglow are over then
  await sleep(kind === 'ours' && throttle === 1 ? 5000 : 0);
  const isIdleWanted = throttle === 1 && (kind === 'ours' || kind === 'empty');
  if (isIdleWanted) await page.evaluate(() => (window.bench.isCounting = false));
  const idleMs = isIdleWanted ? await idleTaskMs(session, 2000) : 0;
  await page.close();
  return { ...spinning, longTasks, idleTaskMs: idleMs };
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

/** Bytes allocated for each frame of a spin. */
async function allocation(kind: Kind): Promise<number> {
  const [page, session] = await open(`kind=${kind}`);
  await page.evaluate(() => window.bench.start());
  await sleep(600);
  const bytes = await bytesPerFrame(page, session, () => sleep(4000));
  await page.close();
  return bytes;
}

/** The allocation of both in turns, because a loaded machine draws fewer frames and compiles later. */
async function allocations(count: number): Promise<{ ours: number; pixi: number }[]> {
  const all: { ours: number; pixi: number }[] = [];
  for (let round = 0; round < count; round += 1)
    all.push({ ours: await allocation('ours'), pixi: await allocation('pixi') });
  return all;
}

/** Long tasks of a whole spin and its landing. */
async function spinTasks(): Promise<number> {
  const [page, session] = await open('kind=ours');
  const { count } = await longTasks(session, async () => {
    await page.evaluate(() => window.bench.start());
    await sleep(8500);
  });
  await page.close();
  return count;
}

/** Calls to the graphics driver for each frame of a spin. */
async function graphics() {
  const [page] = await open('kind=ours&steps', undefined, countCalls);
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
  const [page, session] = await open('kind=ours');
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
  const [page] = await open('kind=ours&sound');
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
  const main = await rounds(isQuick ? 2 : 7, 1280, 720, 1);
  if (!isQuick) {
    await rounds(1, 390, 844, 1);
    await rounds(1, 1280, 720, 4);
    await rounds(1, 390, 844, 4);
  }
  const ratio = (of: (round: Record<Kind, Round>) => number) => median(main.map(of));
  const allocated = await allocations(isQuick ? 1 : 5);
  const counted = await graphics();
  const several = { 10: await severalFigures(open, 10), 100: await severalFigures(open, 100) };
  const figures: Figures = {
    G1: ratio(({ ours, pro }) => ours.taskMs / pro.taskMs),
    G2: await tenAtOnce(open, isQuick ? 1 : 7),
    G3: ratio(({ ours, pixi }) => ours.taskMs / pixi.taskMs),
    G5: counted.stepErrorP95Px,
    G6draws: counted.drawsPerFrame,
    G6uploadBytes: counted.uploadBytesPerFrame,
    G7textureUploads: counted.textureUploads,
    G7longTasks: await spinTasks(),
    G8bytes: median(allocated.map(({ ours }) => ours)),
    G8ratio: median(allocated.map(({ ours, pixi }) => ours / pixi)),
    G9megabytes: await heapGrowth(),
    G10jitterMs: await tickJitter(),
    ...landingFigures(),
    G12kilobytes: site.stageKilobytes,
    G13idleMs: ratio(({ ours, empty }) => ours.idleTaskMs - empty.idleTaskMs),
  };
  const failed = [
    ...judge('one roulette', LIMITS, figures),
    ...judge('10 at once', STACK_LIMITS, several[10]),
    ...judge('100 at once', SEVERAL_LIMITS, several[100]),
  ];
  console.log(JSON.stringify({ quick: isQuick, figures, several, failed }));
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await site.close();
}
