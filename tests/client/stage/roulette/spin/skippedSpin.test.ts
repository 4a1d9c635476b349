import { describe, expect, test } from 'vitest';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { newReel, SPINNING } from './newReel.ts';

describe('R3 skip', () => {
  const cutMs = tuning.roulette.skip.fadeMs + tuning.roulette.skip.finalMs;

  test('R3 a skip ends the spin within 300 ms, in the light of the prize too', () => {
    // the rest of the time is for the page, which has to draw the result
    expect(cutMs).toBeLessThanOrEqual(250);
    const { clock, driver } = newReel();
    driver.start(1, 'full');
    driver.answer(2, 1000, 'draw');
    while (driver.phase() !== 'final') clock.seek(clock.nowMs() + 5);
    driver.skip();
    clock.seek(clock.nowMs() + tuning.roulette.skip.finalMs);
    expect(driver.phase()).toBe('finished');
  });

  /** The end of a spin that is not skipped. */
  const untouched = (seed: number) => {
    const { clock, driver } = newReel();
    driver.start(1, 'full');
    clock.seek(5300);
    driver.answer(seed % 4, 1000, `draw ${seed}`);
    clock.seek(30_000);
    return { place: driver.itemAt(driver.landedIndex()), ...driver.sample(clock.nowMs()) };
  };

  test('R3 a skip at any time after the answer ends on the same spot of the same tile, at once', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const skipMs = 300 + ((seed * 911) % 5600);
      const { clock, driver, phases } = newReel();
      driver.start(1, 'full');
      clock.seek(5300);
      driver.answer(seed % 4, 1000, `draw ${seed}`);
      clock.seek(5000 + skipMs);
      driver.skip();
      driver.skip();
      clock.seek(5000 + skipMs + cutMs);
      expect(phases).toEqual(SPINNING);
      const end = driver.sample(clock.nowMs());
      const { place, positionPx, winnerIndex } = untouched(seed);
      expect(driver.itemAt(driver.landedIndex())).toBe(place);
      expect(end).toMatchObject({ positionPx, winnerIndex, alpha: 1 });
    }
  });

  test('R3 a skip before the answer waits for it, and for nothing else', () => {
    const { clock, driver, phases } = newReel();
    driver.start(1, 'full');
    clock.seek(5100);
    driver.skip();
    clock.seek(5400);
    expect(phases).toEqual(['accelerating']);
    expect(driver.sample(5400).speed).toBeGreaterThan(0);
    driver.answer(3, 1000, 'draw');
    clock.seek(5400 + cutMs);
    expect(phases).toEqual(SPINNING);
    expect(driver.itemAt(driver.landedIndex())).toBe(3);
  });

  test('R3 nothing ticks after a skip, and the strip never moves backwards', () => {
    const { clock, driver } = newReel();
    driver.start(1, 'full');
    clock.seek(5200);
    driver.answer(0, 1000, 'draw');
    const plan = driver.plan();
    if (!plan) throw new Error('no plan');
    clock.seek(7000);
    const before = plan.ticksBetween(5000, 7000);
    driver.skip();
    expect(plan.endsAtMs()).toBeLessThanOrEqual(7000 + tuning.roulette.skip.fadeMs);
    expect(plan.ticksBetween(5000, 7000)).toEqual(before);
    expect(plan.ticksBetween(7000 + tuning.roulette.skip.fadeMs, Infinity)).toEqual([]);
    let beforePx = 0;
    for (let timeMs = 5000; timeMs < 9000; timeMs += 8) {
      const { positionPx, alpha } = driver.sample(timeMs);
      expect(positionPx).toBeGreaterThanOrEqual(beforePx);
      expect(alpha).toBeGreaterThanOrEqual(0);
      beforePx = positionPx;
    }
  });

  test('a spin at rest has nothing to skip', () => {
    const { clock, driver, phases } = newReel();
    driver.skip();
    driver.start(1, 'full');
    driver.answer(0, 1000, 'draw');
    clock.seek(20_000);
    const end = { ...driver.sample(clock.nowMs()) };
    driver.skip();
    expect(driver.sample(clock.nowMs())).toEqual(end);
    expect(phases).toEqual(SPINNING);
  });
});
