import { describe, expect, test } from 'vitest';
import { createPromoPlan, STRIPES_PX, sweepAt } from '#/client/stage/panels/promoPlan.ts';
import { createLane, type LaneFrame } from '#/client/stage/panels/lane.ts';
import { createLanePlan, LANE_ROOM_PX } from '#/client/stage/panels/lanePlan.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';

const { banner, indicators } = tuning;
const range = (to: number, step: number) =>
  Array.from({ length: Math.floor(to / step) }, (_, at) => at * step);

describe('L5 the strip of the promotion', () => {
  test('the stripes roll evenly by whole stripes, the sweep crosses all of the strip once in its time', () => {
    const plan = createPromoPlan(banner, [1, 0.6, 0.18], [0.1, 0.06, 0]);
    plan.resize(1440, 48);
    plan.paint(0);
    expect([...plan.uniforms.uMotion.value].slice(0, 3)).toEqual([0, -160, 0]);
    plan.paint((STRIPES_PX / banner.stripesPxPerS) * 1000 + 500);
    expect(plan.uniforms.uMotion.value[0]).toBeCloseTo(banner.stripesPxPerS / 2, 4);
    const places = range(banner.sweepEveryMs, 10).map((timeMs) => sweepAt(banner, timeMs));
    const seen = places.filter((place) => place !== null);
    expect(places[0]).toBeNull();
    expect(seen.length).toBeCloseTo(banner.sweepMs / 10, -1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen[0]).toBeLessThan(0.01);
    expect(seen.at(-1)).toBeGreaterThan(0.99);
  });
});

describe('L6 the lane under the servers', () => {
  const frame: LaneFrame = { from: 0, to: 0, travel: 0, light: 0, glow: 0 };
  const restMs = Math.max(indicators.slideMs, indicators.leadMs + indicators.afterglowMs);

  test('the first choice is there at once and nothing moves', () => {
    const lane = createLane(indicators);
    lane.choose(2, 4, 100);
    lane.read(100, frame);
    expect(frame).toEqual({ from: 0.5, to: 0.75, travel: 0, light: 0.75, glow: 0 });
    expect(lane.isLive(100)).toBe(false);
  });

  test('another choice slides there behind its light, and comes to rest', () => {
    const lane = createLane(indicators);
    let calls = 0;
    lane.subscribe(() => (calls += 1));
    lane.choose(0, 4, 0);
    lane.choose(3, 4, 1000);
    lane.choose(3, 4, 1050);
    expect(calls).toBe(2);
    lane.read(1000, frame);
    expect(frame).toEqual({ from: 0, to: 0.25, travel: -1, light: 0.25, glow: 0 });
    let before = 0;
    for (const timeMs of range(indicators.slideMs, 8)) {
      lane.read(1000 + timeMs, frame);
      expect(frame.from).toBeGreaterThanOrEqual(before);
      expect(frame.to - frame.from).toBeCloseTo(0.25, 10);
      expect(frame.light).toBeGreaterThanOrEqual(frame.to);
      before = frame.from;
    }
    expect(lane.isCalm(1000 + indicators.slideMs - 1)).toBe(false);
    expect(lane.isCalm(1000 + indicators.slideMs + 1)).toBe(true);
    expect(lane.isLive(1000 + restMs - 1)).toBe(true);
    expect(lane.isLive(1000 + restMs)).toBe(false);
    lane.read(1000 + restMs, frame);
    expect(frame.from).toBe(0.75);
    expect(Math.abs(frame.travel)).toBe(0);
    expect(frame.glow).toBe(0);
  });

  test('a choice on the way goes on from where everything is; dashes move by whole ones', () => {
    const lane = createLane(indicators);
    lane.choose(0, 4, 0);
    lane.choose(3, 4, 0);
    lane.read(150, frame);
    const before = { ...frame };
    lane.choose(1, 4, 150);
    lane.read(150, frame);
    expect(frame.from).toBeCloseTo(before.from, 10);
    expect(frame.light).toBeCloseTo(before.light, 10);
    expect(frame.glow).toBeCloseTo(before.glow, 10);
    expect(Math.abs((frame.travel - before.travel) % 1)).toBeCloseTo(0, 10);
    lane.read(150 + restMs, frame);
    expect(frame.from).toBe(0.25);
  });

  test('another number of tabs is another lane', () => {
    const lane = createLane(indicators);
    lane.choose(0, 4, 0);
    lane.choose(0, 2, 0);
    lane.read(restMs, frame);
    expect([frame.from, frame.to]).toEqual([0, 0.5]);
  });

  test('lies in its stage with room for the glow', () => {
    const lane = createLane(indicators);
    lane.choose(1, 4, 0);
    const plan = createLanePlan(indicators, lane, [1, 1, 0]);
    plan.resize(400 + 2 * LANE_ROOM_PX.x, 3 + 2 * LANE_ROOM_PX.y);
    plan.paint(0);
    expect([...plan.uniforms.uLit.value].slice(0, 3)).toEqual([112, 212, 112]);
  });
});
