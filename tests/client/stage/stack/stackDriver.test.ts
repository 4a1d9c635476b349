import { expect, test } from 'vitest';
import { manualClock } from '#/client/stage/host/clock.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { pitchPx } from '#/client/stage/roulette/spin/timeline.ts';
import type { SpinPace } from '#/client/stage/roulette/spin/spinDriver.ts';
import { createStackDriver, gapBefore } from '#/client/stage/stack/stackDriver.ts';
import { createStackPlan, MOST_TILES, stackGeometry } from '#/client/stage/stack/stackPlan.ts';

const ITEMS = [1, 2, 3, 4].map((id) => ({ id, tickets: 250_000 }));
const STARTED_MS = 5000;

/** A stack on a manual clock, with the rows in the order in which they landed. */
function newStack(rows: number, pace: SpinPace = 'full') {
  const clock = manualClock(STARTED_MS);
  const driver = createStackDriver(ITEMS, rows, tuning.roulette, clock);
  const landed: { row: number; atMs: number }[] = [];
  driver.subscribe((row, phase) => {
    if (phase === 'final') landed.push({ row, atMs: clock.nowMs() });
  });
  driver.run();
  driver.start(1, pace);
  const landings = Array.from({ length: rows }, (_, row) => ({
    place: row % ITEMS.length,
    draw: `e:${row}`,
  }));
  return { clock, driver, landed, landings };
}
const inOrder = (rows: number) => Array.from({ length: rows }, (_, row) => row);

test.each([
  [5, 'full', 300],
  [10, 'full', 300],
  [10, 'full', 30_000],
  [5, 'quick', 300],
  [10, 'quick', 3000],
] as const)(
  'R5 %i rows in a %s spin land from the first to the last, each on its item',
  (rows, pace, answerMs) => {
    for (let draw = 0; draw < 40; draw += 1) {
      const { clock, driver, landed, landings } = newStack(rows, pace);
      clock.seek(STARTED_MS + answerMs);
      driver.answer(
        landings.map((landing) => ({ ...landing, draw: `${draw}:${landing.draw}` })),
        1400,
      );
      clock.play(STARTED_MS + answerMs + 30_000);
      expect(landed.map(({ row }) => row)).toEqual(inOrder(rows));
      for (const [row, { atMs }] of landed.entries()) {
        const gapMs = atMs - (landed[row - 1]?.atMs ?? -Infinity);
        expect(gapMs).toBeGreaterThanOrEqual(gapBefore(row, rows, pace, tuning.roulette.stack) - 1);
      }
      expect(driver.rows.map((row) => row.itemAt(row.landedIndex()))).toEqual(
        landings.map(({ place }) => place),
      );
      expect(driver.phase()).toBe('finished');
    }
  },
);

test('R1 every row of a stack spins at once, and none stands where its neighbour stands', () => {
  const { clock, driver } = newStack(10);
  const at = driver.rows.map((row) => row.sample(clock.nowMs()).positionPx);
  expect(new Set(at).size).toBe(10);
  clock.seek(STARTED_MS + 400);
  for (const row of driver.rows) expect(row.sample(clock.nowMs()).speed).toBeGreaterThan(0);
});

test('R3 a skip shows every row within 300 ms, and a skip before the answer waits for it', () => {
  const { clock, driver, landed, landings } = newStack(10);
  driver.skip();
  clock.play(STARTED_MS + 2000);
  expect(landed).toEqual([]);
  driver.answer(landings, 1400);
  clock.play(STARTED_MS + 2300);
  expect(driver.phase()).toBe('finished');
  expect(landed.map(({ row }) => row).toSorted((a, b) => a - b)).toEqual(inOrder(10));
});

test('R3 a skip while some rows have landed ends the others and keeps every prize', () => {
  const { clock, driver, landed, landings } = newStack(10);
  driver.answer(landings, 1400);
  clock.play(STARTED_MS + 7000);
  expect(landed.length).toBeGreaterThan(0);
  expect(landed.length).toBeLessThan(10);
  driver.skip();
  clock.play(STARTED_MS + 7300);
  expect(driver.phase()).toBe('finished');
  expect(driver.rows.map((row) => row.itemAt(row.landedIndex()))).toEqual(landings.map(({ place }) => place));
});

test('R4 rows that won nothing stop together in the middle of a tile, and have no prize', () => {
  const { clock, driver, landed, landings } = newStack(5);
  driver.answer(landings, 1400, false);
  clock.play(STARTED_MS + 20_000);
  const times = landed.map(({ atMs }) => atMs);
  // a tile's time apart at the most
  expect(Math.max(...times) - Math.min(...times)).toBeLessThan(158);
  for (const row of driver.rows) {
    const { positionPx, isPrize } = row.sample(clock.nowMs());
    expect(positionPx).toBe(row.landedIndex() * pitchPx(tuning.roulette.spin));
    expect(isPrize).toBe(false);
  }
});

test('R6 with reduced motion all rows fade to their prizes at the same time', () => {
  const { clock, driver, landings } = newStack(10, 'still');
  clock.seek(STARTED_MS + 500);
  expect(driver.isLive(clock.nowMs())).toBe(false);
  expect(driver.plan()).toBeNull();
  driver.answer(landings, 1400);
  clock.seek(STARTED_MS + 500 + 1200);
  expect(driver.phase()).toBe('finished');
});

test('R3 the ticks are those of the last row alone', () => {
  const { driver, landings } = newStack(10);
  driver.answer(landings, 1400);
  const ticks = driver.plan()?.ticksBetween(STARTED_MS, Infinity) ?? [];
  expect(ticks).toEqual(driver.rows.at(-1)?.plan()?.ticksBetween(STARTED_MS, Infinity));
  // about as many as a single spin that lasts as long
  expect(ticks.length).toBeLessThan(50);
});

test('R7 a jump over the whole spin lands every row', () => {
  const { clock, driver, landed, landings } = newStack(10);
  driver.answer(landings, 1400);
  clock.seek(STARTED_MS + 100_000);
  expect(landed).toHaveLength(10);
  expect(driver.isLive(clock.nowMs())).toBe(false);
});

// a usual window, a phone held across, a laptop, and a wide window that is low or tells of a waiting prize
test.each([
  [640, 640],
  [899, 300],
  [1536, 440],
  [1920, 440],
])(
  'R2 the shader gets the tiles under a window of %i x %i, and none where the winner stands',
  (widthPx, heightPx) => {
    const { clock, driver, landings } = newStack(10);
    const geometry = stackGeometry(tuning.roulette.spin, 10, widthPx, heightPx);
    const plan = createStackPlan(tuning.roulette.spin, 30);
    plan.resize(geometry);
    const light = { neighbourAlpha: 1, edgeShare: 0.2 };
    const write = () => {
      for (const [at, row] of driver.rows.entries()) {
        plan.writeRow(at, row.sample(clock.nowMs()), row.itemAt, light);
      }
    };
    const tilesOf = (row: number) =>
      [...plan.uniforms.uItems.value].slice(row * MOST_TILES, row * MOST_TILES + geometry.row.tiles);
    write();
    expect(tilesOf(3)).not.toContain(-1);
    // the first tile begins at or before the left edge, the last one ends behind the right edge
    const { scale } = geometry.row;
    const stepPx = pitchPx(tuning.roulette.spin) * scale;
    const leftPx = plan.uniforms.uRows.value[3 * 4] ?? Number.NaN;
    expect(leftPx - stepPx / 2).toBeLessThanOrEqual(0);
    expect(leftPx + (geometry.row.tiles - 0.5) * stepPx).toBeGreaterThanOrEqual(widthPx);
    driver.answer(landings, 1400);
    clock.seek(STARTED_MS + 100_000);
    write();
    for (const row of inOrder(10)) expect(tilesOf(row).filter((item) => item === -1)).toHaveLength(1);
  },
);
