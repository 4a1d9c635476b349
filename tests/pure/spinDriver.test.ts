import { expect, test } from 'vitest';
import { manualClock } from '#/client/stage/clock.ts';
import { createSpinDriver } from '#/client/stage/roulette/spinDriver.ts';
import { pitchPx, SPIN_PHASES, type SpinPhase } from '#/client/stage/roulette/timeline.ts';
import { tuning } from '#/client/tuning.ts';

const ITEMS = [1, 2, 3, 4].map((id) => ({ id, tickets: 250_000 }));
const PITCH = pitchPx(tuning.roulette.spin);
const SPINNING = SPIN_PHASES.slice(1);

function newReel() {
  const clock = manualClock(5000);
  const driver = createSpinDriver(ITEMS, tuning.roulette, clock);
  const phases: SpinPhase[] = [];
  driver.subscribe((phase) => phases.push(phase));
  const stop = driver.run();
  return { clock, driver, phases, stop };
}

test.each([0, 2000, 7000, 49_000])('R1 an answer after %i ms wins under the pointer', (answerMs) => {
  const { clock, driver, phases } = newReel();
  expect(driver.start(1, 77, false)).toBe(true);
  expect(driver.start(1, 77, false)).toBe(false);
  expect(phases).toEqual(['accelerating']);
  clock.seek(5000 + answerMs);
  driver.answer(2, 1000);
  clock.seek(5000 + Math.max(answerMs, 2000) + 4000 + 400 + 158);
  expect(phases).toEqual(SPINNING);
  const landed = driver.landedIndex();
  expect(driver.itemAt(landed)).toBe(2);
  const frame = driver.sample(clock.nowMs());
  expect(frame.positionPx).toBe(landed * PITCH);
  expect(frame.winnerIndex).toBe(landed);
});

test('R7 one jump over the whole spin still reports every phase in order', () => {
  const { clock, driver, phases } = newReel();
  driver.start(1, 1, false);
  driver.answer(0, 1000);
  clock.seek(5000 + 100_000);
  expect(phases).toEqual(SPINNING);
  expect(driver.isLive(clock.nowMs())).toBe(false);
});

test('only the first answer counts', () => {
  const { clock, driver } = newReel();
  driver.start(1, 1, false);
  driver.answer(3, 1000);
  driver.answer(1, 1000);
  clock.seek(20_000);
  expect(driver.itemAt(driver.landedIndex())).toBe(3);
});

test('a stopped reel waits, and goes on where the time is', () => {
  const { clock, driver, phases, stop } = newReel();
  driver.start(1, 1, false);
  stop();
  clock.seek(9000);
  expect(phases).toEqual(['accelerating']);
  driver.run();
  expect(phases).toEqual(['accelerating', 'constant']);
});

test('a second spin begins with the same tiles around the pointer', () => {
  const { clock, driver } = newReel();
  driver.start(1, 1, false);
  driver.answer(3, 1000);
  clock.seek(20_000);
  const landed = driver.landedIndex();
  const before = Array.from({ length: 11 }, (_, at) => driver.itemAt(landed + at - 5));
  driver.start(2, 99, false);
  const start = Math.round(driver.sample(clock.nowMs()).positionPx / PITCH);
  expect(start).toBe(tuning.roulette.startIndex);
  expect(Array.from({ length: 11 }, (_, at) => driver.itemAt(start + at - 5))).toEqual(before);
});

test('R3 the plan knows the ticks before and after the answer, and ends with the spin', () => {
  const { clock, driver } = newReel();
  driver.start(1, 1, false);
  const plan = driver.plan();
  if (!plan) throw new Error('no plan');
  expect(plan.endsAtMs()).toBe(Infinity);
  const early = plan.ticksBetween(5000, 7000);
  clock.seek(7000);
  driver.answer(0, 1000);
  const all = plan.ticksBetween(5000, Infinity);
  expect(all.slice(0, early.length)).toEqual(early);
  expect(all).toHaveLength(21);
  expect(all.at(-1)?.atMs).toBeLessThan(plan.endsAtMs());
  clock.seek(30_000);
  driver.start(2, 2, false);
  expect(plan.ticksBetween(0, Infinity)).toEqual([]);
});

test('R6 reduced motion: the strip stands until the prize fades in, within 1.2 s of the answer', () => {
  const { clock, driver, phases } = newReel();
  driver.start(1, 1, true);
  expect(driver.plan()).toBeNull();
  const stillPx = driver.sample(5000).positionPx;
  clock.seek(5600);
  driver.answer(1, 1000);
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
