import { expect, test } from 'vitest';
import { stopOffsetPx } from '#/client/stage/roulette/spin/spinDriver.ts';
import { blurAt, blurLevel, BLURS } from '#/client/stage/roulette/speedBlur.ts';
import { seededRandom } from '#/client/stage/roulette/spin/strip.ts';
import {
  crossingsBetween,
  endAtMs,
  indexAt,
  land,
  newSpin,
  phaseAt,
  pitchPx,
  positionAt,
  restAtMs,
  SPIN_PHASES,
  timeAt,
  velocityAt,
  type Spin,
} from '#/client/stage/roulette/spin/timeline.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { chiSquare } from '../../../support/fairness/chiSquare.ts';

const { spin: spinTuning, startIndex, maxOffsetPx } = tuning.roulette;
const PITCH = pitchPx(spinTuning);
const ANSWERS_MS = [0, 2000, 7000, 49_000];
const RATES_HZ = [30, 60, 120, 144];

const landed = (answerMs: number, offsetPx: number) =>
  land(newSpin(spinTuning, startIndex), answerMs, offsetPx);
const landingOf = (spin: Spin) => {
  if (!spin.landing) throw new Error('the spin has no winner');
  return spin.landing;
};

/** 20,000 spins: the times of `ANSWERS_MS` and random ones, stops on either side of the centre. */
const cases = (() => {
  const random = seededRandom(20_261);
  return Array.from({ length: 20_000 }, (_, at) => {
    const answerMs = at % 2 ? random() * 50_000 : (ANSWERS_MS[(at / 2) % 4] ?? 0);
    return { answerMs, offsetPx: (random() * 2 - 1) * maxOffsetPx };
  });
})();

test('R2 tile 220, gap 16, 25 px a frame at 60 Hz', () => {
  expect(spinTuning).toMatchObject({ tilePx: 220, gapPx: 16 });
  expect((spinTuning.topSpeedPxPerMs * 1000) / 60).toBeCloseTo(25, 9);
  expect((tuning.roulette.quickSpin.topSpeedPxPerMs * 1000) / 60).toBeCloseTo(25, 9);
});

test('R1 the phases come in order, at 800, at least 2000 and 4000 ms', () => {
  for (const { answerMs, offsetPx } of cases) {
    const spin = landed(answerMs, offsetPx);
    const { brakeAtMs } = landingOf(spin);
    expect(brakeAtMs).toBeGreaterThanOrEqual(2000);
    expect(phaseAt(spin, -1)).toBe('initial');
    expect(phaseAt(spin, 0)).toBe('accelerating');
    expect(phaseAt(spin, 800)).toBe('constant');
    expect(phaseAt(spin, brakeAtMs)).toBe('decelerating');
    expect(phaseAt(spin, brakeAtMs + 4000)).toBe('final');
    expect(phaseAt(spin, endAtMs(spin))).toBe('finished');
  }
  expect(SPIN_PHASES).toEqual(['initial', 'accelerating', 'constant', 'decelerating', 'final', 'finished']);
});

test('R1 speed is continuous at every joint and is the slope of the way', () => {
  let worstJump = 0;
  let worstSlope = 0;
  for (const { answerMs, offsetPx } of cases) {
    const spin = landed(answerMs, offsetPx);
    const { brakeAtMs } = landingOf(spin);
    for (const joint of [0, 800, brakeAtMs, restAtMs(spin), endAtMs(spin)]) {
      const step = 1e-7;
      worstJump = Math.max(
        worstJump,
        Math.abs(velocityAt(spin, joint + step) - velocityAt(spin, joint - step)),
      );
      const slope = (positionAt(spin, joint + 0.01) - positionAt(spin, joint - 0.01)) / 0.02;
      worstSlope = Math.max(worstSlope, Math.abs(slope - velocityAt(spin, joint)));
    }
  }
  expect(worstJump).toBeLessThanOrEqual(1e-6);
  expect(worstSlope).toBeLessThanOrEqual(1e-4);
});

test('R1 the strip never moves backwards, not even to show the prize', () => {
  for (const { answerMs, offsetPx } of cases) {
    const spin = landed(answerMs, offsetPx);
    const end = endAtMs(spin) + 100;
    let beforePx = positionAt(spin, 0);
    for (let at = 1; at <= 60; at += 1) {
      const timeMs = (end * at) / 60;
      const positionPx = positionAt(spin, timeMs);
      if (velocityAt(spin, timeMs) < 0 || positionPx < beforePx) throw new Error(`backwards at ${timeMs}`);
      beforePx = positionPx;
    }
  }
});

test('R1 the spin ends exactly where it stopped in the won tile, whose winner was far ahead when it was applied', () => {
  let longestHoldMs = 0;
  for (const { answerMs, offsetPx } of cases) {
    const spin = landed(answerMs, offsetPx);
    const { index, appliedAtMs, brakeAtMs, restPx } = landingOf(spin);
    expect(appliedAtMs).toBe(Math.max(answerMs, 2000));
    expect(restPx).toBe(index * PITCH + offsetPx);
    for (const timeMs of [restAtMs(spin), endAtMs(spin), 1e9]) expect(positionAt(spin, timeMs)).toBe(restPx);
    expect(indexAt(spinTuning, restPx)).toBe(index);
    expect(Math.abs(restPx - index * PITCH)).toBeLessThan(spinTuning.tilePx / 2);
    expect(index * PITCH - positionAt(spin, appliedAtMs)).toBeGreaterThanOrEqual(2896 - 1e-9);
    longestHoldMs = Math.max(longestHoldMs, brakeAtMs - appliedAtMs);
    expect(brakeAtMs).toBeGreaterThanOrEqual(appliedAtMs - 1e-9);
  }
  expect(longestHoldMs).toBeLessThanOrEqual(PITCH / spinTuning.topSpeedPxPerMs + 1e-6);
  expect(longestHoldMs).toBeGreaterThan(150);
});

test('T17 the stop is uniform inside the tile, on both sides, over 10,000 spins', () => {
  const BINS = 40;
  const counts = Array.from({ length: BINS }, () => 0);
  const random = seededRandom(17);
  for (let at = 0; at < 10_000; at += 1) {
    const offsetPx = stopOffsetPx(Math.floor(random() * 2 ** 32), maxOffsetPx);
    expect(Math.abs(offsetPx)).toBeLessThan(spinTuning.tilePx / 2);
    const bin = Math.floor(((offsetPx + maxOffsetPx) / (2 * maxOffsetPx)) * BINS);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  // the 0.1 % point of chi-square with 39 degrees of freedom
  expect(chiSquare(counts, () => 1 / BINS)).toBeLessThan(72.05);
  // all of the tile but a border that the needle stays clear of
  expect(maxOffsetPx).toBeGreaterThan((spinTuning.tilePx / 2) * 0.9);
});

test('R3 the last five gaps between ticks are 200 to 900 ms and grow, wherever in the tile the strip stops', () => {
  let shortestMs = Infinity;
  let longestMs = 0;
  let leastGrowthMs = Infinity;
  for (const { answerMs, offsetPx } of cases.slice(0, 10_000)) {
    const spin = landed(answerMs, offsetPx);
    const last = crossingsBetween(spin, restAtMs(spin) - 3500, Infinity).slice(-6);
    if (last.length < 6) throw new Error('too few ticks');
    let beforeMs = 0;
    for (const [at, { atMs }] of last.entries()) {
      const gapMs = atMs - (last[at - 1]?.atMs ?? Infinity);
      if (at === 0) continue;
      shortestMs = Math.min(shortestMs, gapMs);
      longestMs = Math.max(longestMs, gapMs);
      if (at > 1) leastGrowthMs = Math.min(leastGrowthMs, gapMs - beforeMs);
      beforeMs = gapMs;
    }
  }
  expect(shortestMs).toBeGreaterThanOrEqual(200);
  expect(longestMs).toBeLessThanOrEqual(900);
  expect(leastGrowthMs).toBeGreaterThan(0);
});

test('R1 a quick spin takes about 3 seconds in all', () => {
  const quick = { ...spinTuning, ...tuning.roulette.quickSpin };
  const ends = cases
    .slice(0, 2000)
    .map(({ offsetPx }) => endAtMs(land(newSpin(quick, startIndex), 150, offsetPx, 956)));
  expect(Math.min(...ends)).toBeGreaterThan(2500);
  expect(Math.max(...ends)).toBeLessThanOrEqual(3000);
});

test('R2 a strip blurs with its speed, from each picture of its tiles to the next', () => {
  const { blur } = tuning.roulette;
  const speeds = Array.from({ length: 101 }, (_, at) => at / 100);
  const blurs = speeds.map((speed) => blurAt(blur, speed));
  expect(blurs).toEqual(blurs.toSorted((a, b) => a - b));
  expect(blurs[0]).toBe(0);
  expect(blurs.at(-1)).toBe(BLURS.length - 1);
  expect(blurAt(blur, blur.fromSpeed)).toBe(0);
  expect(blurAt(blur, blur.fullSpeed)).toBe(BLURS.length - 1);
  for (const now of blurs) {
    const level = blurLevel(now);
    expect(BLURS[level + 1], 'there is a picture to fade to').toBeDefined();
    expect(now - level).toBeGreaterThanOrEqual(0);
    expect(now - level).toBeLessThanOrEqual(1);
  }
});

test('R2 a prompt answer lands on tile 149 or 150', () => {
  const random = seededRandom(7);
  for (let at = 0; at < 2000; at += 1) {
    const offsetPx = (2 * random() - 1) * maxOffsetPx;
    expect([149, 150]).toContain(landingOf(landed(random() * 2000, offsetPx)).index);
  }
});

test('R1 any frame rate shows the same way and ends on the same tile; ticks do not depend on frames', () => {
  for (const answerMs of ANSWERS_MS) {
    const spin = landed(answerMs, 40);
    const { restPx } = landingOf(spin);
    const expected = crossingsBetween(spin, 0, Infinity);
    for (const rate of RATES_HZ) {
      const ticks = [];
      let beforeMs = 0;
      let beforePx = positionAt(spin, 0);
      for (let frame = 1; beforeMs < endAtMs(spin); frame += 1) {
        const timeMs = (frame * 1000) / rate;
        const positionPx = positionAt(spin, timeMs);
        const stepPx = positionPx - beforePx;
        expect(stepPx).toBeGreaterThanOrEqual(0);
        expect(stepPx).toBeLessThanOrEqual((spinTuning.topSpeedPxPerMs * 1000) / rate + 1e-6);
        ticks.push(...crossingsBetween(spin, beforeMs, timeMs));
        beforeMs = timeMs;
        beforePx = positionPx;
      }
      expect(beforePx).toBe(restPx);
      expect(ticks).toEqual(expected);
    }
  }
});

test('R7 a tab hidden for 100 seconds comes back on the won tile with the same ticks', () => {
  for (const answerMs of ANSWERS_MS) {
    const spin = landed(answerMs, 88);
    expect(positionAt(spin, 100_000)).toBe(landingOf(spin).restPx);
    expect(phaseAt(spin, 100_000)).toBe('finished');
    expect(crossingsBetween(spin, 0, 100_000)).toEqual(crossingsBetween(spin, 0, Infinity));
  }
});

test('R3 crossing times are where the pointer is on an edge, never closer than a tile at top speed', () => {
  for (const { answerMs, offsetPx } of cases.slice(0, 500)) {
    const spin = landed(answerMs, offsetPx);
    const crossings = crossingsBetween(spin, 0, Infinity);
    expect(crossings).toHaveLength(landingOf(spin).index - startIndex);
    for (const [at, { index, atMs }] of crossings.entries()) {
      expect(positionAt(spin, atMs)).toBeCloseTo((index - 0.5) * PITCH, 6);
      const gapMs = atMs - (crossings[at - 1]?.atMs ?? -Infinity);
      expect(gapMs).toBeGreaterThanOrEqual(PITCH / spinTuning.topSpeedPxPerMs - 1e-6);
    }
  }
});

test('R3 no edge is passed before the spin, wherever in its tile the pointer stands', () => {
  for (const { answerMs, offsetPx } of cases.slice(0, 500)) {
    const spin = land(newSpin(spinTuning, startIndex, offsetPx), answerMs, 0);
    expect(crossingsBetween(spin, -100, Infinity)).toEqual(crossingsBetween(spin, 0, Infinity));
  }
});

test('R1 without an answer the strip keeps turning', () => {
  const spin = newSpin(spinTuning, startIndex);
  expect(phaseAt(spin, 120_000)).toBe('constant');
  expect(velocityAt(spin, 120_000)).toBe(1.5);
  expect(endAtMs(spin)).toBe(Infinity);
  expect(crossingsBetween(spin, 60_000, 61_000).length).toBeGreaterThanOrEqual(6);
});

test('the inverse of the way is exact', () => {
  for (const { answerMs, offsetPx } of cases.slice(0, 2000)) {
    const spin = landed(answerMs, offsetPx);
    const timeMs = (answerMs * 7) % (restAtMs(spin) - 200);
    expect(timeAt(spin, positionAt(spin, timeMs))).toBeCloseTo(timeMs, 4);
    expect(timeAt(spin, landingOf(spin).restPx + 1)).toBe(Infinity);
  }
});

test('a very wide screen holds the spin until the winner is out of sight', () => {
  for (const { answerMs, offsetPx } of cases.slice(0, 2000)) {
    const spin = land(newSpin(spinTuning, startIndex), answerMs, offsetPx, 4000);
    const { index, appliedAtMs, brakeAtMs } = landingOf(spin);
    expect(index * PITCH - positionAt(spin, appliedAtMs)).toBeGreaterThanOrEqual(4000 - 1e-9);
    expect(positionAt(spin, restAtMs(spin))).toBe(index * PITCH + offsetPx);
    expect(brakeAtMs).toBeGreaterThanOrEqual(appliedAtMs);
  }
});
