import { newReel, SPINNING } from './newReel.ts';
import { expect, test } from 'vitest';
import { needleLean, needleLight } from '#/client/stage/roulette/needle.ts';
import { pitchPx } from '#/client/stage/roulette/spin/timeline.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';

const PITCH = pitchPx(tuning.roulette.spin);

test.each([0, 2000, 7000, 49_000])('R1 an answer after %i ms wins under the pointer', (answerMs) => {
  const { clock, driver, phases } = newReel();
  expect(driver.start(1, 'full')).toBe(true);
  expect(driver.start(1, 'full')).toBe(false);
  expect(phases).toEqual(['accelerating']);
  clock.seek(5000 + answerMs);
  driver.answer(2, 1000, 'draw');
  clock.seek(5000 + Math.max(answerMs, 2000) + 4000 + 800 + 158);
  expect(phases).toEqual(SPINNING);
  const landed = driver.landedIndex();
  expect(driver.itemAt(landed)).toBe(2);
  const frame = driver.sample(clock.nowMs());
  expect(Math.abs(frame.positionPx - landed * PITCH)).toBeLessThanOrEqual(tuning.roulette.maxOffsetPx);
  expect(frame.winnerIndex).toBe(landed);
});

test('R4 a strip that won nothing stops in the middle of a tile', () => {
  const { clock, driver } = newReel();
  driver.start(1, 'full');
  driver.answer(2, 1000, 'a draw that stops far from the centre', false);
  clock.seek(30_000);
  expect(driver.sample(clock.nowMs()).positionPx).toBe(driver.landedIndex() * PITCH);
});

test('R7 one jump over the whole spin still reports every phase in order', () => {
  const { clock, driver, phases } = newReel();
  driver.start(1, 'full');
  driver.answer(0, 1000, 'draw');
  clock.seek(5000 + 100_000);
  expect(phases).toEqual(SPINNING);
  expect(driver.isLive(clock.nowMs())).toBe(false);
});

test('R6 without motion no frame is drawn until the answer has come', () => {
  const { clock, driver } = newReel();
  driver.start(1, 'still');
  clock.seek(5000 + 3000);
  expect(driver.phase()).toBe('constant');
  expect(driver.isLive(clock.nowMs())).toBe(false);
  const lives: boolean[] = [];
  driver.subscribe(() => lives.push(driver.isLive(clock.nowMs())));
  driver.answer(2, 0, 'draw');
  clock.play(5000 + 3000 + 2000);
  expect(lives).toEqual([true, true, true]);
  expect(driver.phase()).toBe('finished');
});

test('only the first answer counts', () => {
  const { clock, driver } = newReel();
  driver.start(1, 'full');
  driver.answer(3, 1000, 'draw');
  driver.answer(1, 1000, 'draw');
  clock.seek(20_000);
  expect(driver.itemAt(driver.landedIndex())).toBe(3);
});

test('a stopped reel waits, and goes on where the time is', () => {
  const { clock, driver, phases, stop } = newReel();
  driver.start(1, 'full');
  stop();
  clock.seek(9000);
  expect(phases).toEqual(['accelerating']);
  driver.run();
  expect(phases).toEqual(['accelerating', 'constant']);
});

test('a second spin begins with the same tiles around the pointer', () => {
  const { clock, driver } = newReel();
  driver.start(1, 'full');
  driver.answer(3, 1000, 'draw');
  clock.seek(20_000);
  const landed = driver.landedIndex();
  const before = Array.from({ length: 11 }, (_, at) => driver.itemAt(landed + at - 5));
  const stoppedPx = driver.sample(clock.nowMs()).positionPx - landed * PITCH;
  driver.start(2, 'full');
  const { positionPx } = driver.sample(clock.nowMs());
  const start = Math.round(positionPx / PITCH);
  expect(start).toBe(tuning.roulette.startIndex);
  expect(positionPx - start * PITCH).toBeCloseTo(stoppedPx, 9);
  expect(Array.from({ length: 11 }, (_, at) => driver.itemAt(start + at - 5))).toEqual(before);
});

test('R3 the plan knows the ticks before and after the answer, and ends with the spin', () => {
  const { clock, driver } = newReel();
  driver.start(1, 'full');
  const plan = driver.plan();
  if (!plan) throw new Error('no plan');
  expect(plan.endsAtMs()).toBe(Infinity);
  const early = plan.ticksBetween(5000, 7000);
  clock.seek(7000);
  driver.answer(0, 1000, 'draw');
  const all = plan.ticksBetween(5000, Infinity);
  expect(all.slice(0, early.length)).toEqual(early);
  expect([23, 24]).toContain(all.length);
  expect(all.at(-1)?.atMs).toBeLessThan(plan.endsAtMs());
  clock.seek(30_000);
  driver.start(2, 'full');
  expect(plan.ticksBetween(0, Infinity)).toEqual([]);
});

test('R6 reduced motion: the strip stands until the prize fades in, within 1.2 s of the answer', () => {
  const { clock, driver, phases } = newReel();
  driver.start(1, 'still');
  expect(driver.plan()).toBeNull();
  const stillPx = driver.sample(5000).positionPx;
  clock.seek(5600);
  driver.answer(1, 1000, 'draw');
  expect(driver.sample(5900).positionPx).toBe(stillPx);
  expect(driver.sample(5900).alpha).toBeLessThan(1);
  clock.seek(5600 + 1200);
  expect(phases).toEqual(SPINNING);
  expect(driver.itemAt(driver.landedIndex())).toBe(1);
  expect(driver.sample(clock.nowMs())).toMatchObject({
    positionPx: driver.landedIndex() * PITCH,
    alpha: 1,
  });
});

test('R1 a quick spin has all phases and ends on the prize in 3 seconds', () => {
  const { clock, driver, phases } = newReel();
  driver.start(1, 'quick');
  clock.seek(5100);
  driver.answer(2, 1000, 'draw');
  clock.seek(5000 + 3000);
  expect(phases).toEqual(SPINNING);
  expect(driver.itemAt(driver.landedIndex())).toBe(2);
});

test('R4 a stop without a prize says so', () => {
  const { clock, driver } = newReel();
  driver.start(1, 'full');
  driver.answer(1, 1000, 'draw', false);
  clock.seek(30_000);
  expect(driver.sample(clock.nowMs())).toMatchObject({ isPrize: false, winnerIndex: driver.landedIndex() });
});

test('the needle is pushed by the next tile, slips over its edge and swings', () => {
  const { clock, driver } = newReel();
  const { needle, spin } = tuning.roulette;
  driver.start(1, 'full');
  clock.seek(5100);
  driver.answer(1, 1000, 'draw');
  const crossings = driver.plan()?.ticksBetween(5000, Infinity) ?? [];
  for (const { atMs } of crossings.slice(2)) {
    const lean = (timeMs: number) => needleLean(needle, spin, driver.sample(timeMs));
    expect(lean(atMs - 0.01)).toBeGreaterThan(0.8);
    expect(lean(atMs + 0.01)).toBeGreaterThan(0.8);
    expect(lean(atMs + needle.swingMs / 2)).toBeLessThan(0);
    expect(needleLight(needle, driver.sample(atMs + 1))).toBeGreaterThan(0.95);
  }
});

test('PF1 the picture of a draw follows from the draw: neither what was spun before nor the wait changes it', () => {
  const around = (answerMs: number, draw: string, spunBefore: number) => {
    const { clock, driver } = newReel();
    for (let id = 1; id <= spunBefore; id += 1) {
      driver.start(id, 'full');
      driver.answer(0, 1000, `before ${id}`);
      clock.seek(clock.nowMs() + 20_000);
    }
    driver.start(99, 'full');
    clock.seek(clock.nowMs() + answerMs);
    driver.answer(2, 1000, draw);
    clock.seek(clock.nowMs() + 20_000);
    const { positionPx, winnerIndex, seed } = driver.sample(clock.nowMs());
    const tiles = Array.from({ length: 9 }, (_, at) => driver.itemAt(winnerIndex + at - 4));
    return { tiles, seed, offsetPx: Math.round((positionPx - winnerIndex * PITCH) * 1e6) };
  };
  const first = around(0, 'epoch:7', 0);
  for (const [answerMs, spunBefore] of [
    [900, 0],
    [2500, 2],
    [31_000, 1],
  ] as const)
    expect(around(answerMs, 'epoch:7', spunBefore)).toEqual(first);
  expect(around(0, 'epoch:8', 0)).not.toEqual(first);
});

test('a fresh spin repeats itself to the pixel, whatever stood there before', () => {
  const { clock, driver } = newReel();
  const spun = (id: number) => {
    driver.start(id, 'full', true);
    const startedMs = clock.nowMs();
    clock.seek(startedMs + 400);
    driver.answer(1, 1000, 'draw');
    clock.seek(startedMs + 20_000);
    return Array.from({ length: 200 }, (_, at) => {
      const { positionPx } = driver.sample(startedMs + at * 40);
      const under = Math.round(positionPx / PITCH);
      return [positionPx, ...[-3, -1, 0, 1, 3].map((step) => driver.itemAt(under + step))];
    });
  };
  const first = spun(1);
  expect(spun(2)).toEqual(first);
});
