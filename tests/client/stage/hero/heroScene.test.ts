import { describe, expect, test } from 'vitest';
import { createGaze, drift, type Point } from '#/client/stage/hero/gaze.ts';
import { createHeroPlan, layerShift, RAIN_ROWS, type Layer } from '#/client/stage/hero/heroPlan.ts';
import { neonLight, rise, tailLight } from '#/client/stage/hero/light.ts';
import { CAR_VALUES, CARS_EACH_WAY, traffic } from '#/client/stage/hero/traffic.ts';
import { coverCrop, positionShares, views } from '#/client/stage/hero/views.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';

const { hero } = tuning;
const still = (_: number, into: Point) => Object.assign(into, { x: 0, y: 0 });
const range = (to: number, step: number) =>
  Array.from({ length: Math.floor(to / step) }, (_, at) => at * step);

describe('L12 the hero', () => {
  test.each<[Layer, number]>([
    ['sky', 4],
    ['far', 14],
    ['near', 14],
    ['car', 16],
  ])('at 1440 px the %s never moves further than %d px', (layer, mostPx) => {
    const into = { x: 0, y: 0 };
    for (const x of [-1, -0.3, 0, 1])
      for (const y of [-1, 0.5, 1]) {
        layerShift(hero, layer, { x, y }, 1440, into);
        expect(Math.abs(into.x)).toBeLessThanOrEqual(mostPx);
        expect(Math.abs(into.y)).toBeLessThanOrEqual(mostPx);
      }
    layerShift(hero, layer, { x: 1, y: 0 }, 1440, into);
    expect(into.x).toBeLessThan(0);
  });

  test('what is nearer moves further', () => {
    const into = { x: 0, y: 0 };
    const moved = (['sky', 'far', 'near', 'car'] as const).map((layer) => {
      layerShift(hero, layer, { x: 1, y: 0 }, 1440, into);
      return -into.x;
    });
    expect(moved).toEqual(moved.toSorted((a, b) => a - b));
  });

  test('the shader gets those shifts as shares of the picture that it shows', () => {
    const look = (_: number, into: Point) => Object.assign(into, { x: 1, y: -1 });
    const plan = createHeroPlan(hero, views.wide, [0.66, 0.62], look);
    plan.resize(1440, 900);
    plan.paint(5000);
    // the picture covers 1600 x 900
    const [skyX = 0, skyY = 0] = plan.uniforms.uShift.value;
    const [, , carX = 0, carY = 0] = plan.uniforms.uShift.value.slice(4);
    expect(skyX * 1600).toBeCloseTo(-hero.skyPx, 4);
    expect(skyY * 900).toBeCloseTo(hero.skyPx * hero.verticalShare, 4);
    expect(carX * 1600).toBeCloseTo(-hero.carPx, 4);
    expect(carY * 900).toBeCloseTo(hero.carPx * hero.verticalShare, 4);
  });

  test('begins as the flat picture: nothing has moved, all lights are on, no rain and no steam', () => {
    const plan = createHeroPlan(hero, views.wide, [0.5, 0.5], still);
    plan.resize(1440, 900);
    plan.paint(0);
    expect([...plan.uniforms.uShift.value].every((shift) => Math.abs(shift) === 0)).toBe(true);
    expect([...plan.uniforms.uLight.value]).toEqual([1, 1, 0, 0]);
    for (let car = 0; car < 2 * CARS_EACH_WAY; car += 1)
      expect(plan.uniforms.uTraffic.value[car * CAR_VALUES + 3]).toBe(0);
  });

  test('a moment looks the same whenever it is shown', () => {
    const plan = createHeroPlan(hero, views.tall, [0.7, 1], (timeMs, into) =>
      drift(hero.drift, timeMs, into),
    );
    plan.resize(390, 676);
    const shown = (timeMs: number) => {
      plan.paint(timeMs);
      return Object.values(plan.uniforms).map(({ value }) => value.slice());
    };
    const first = shown(7777);
    shown(90_000);
    shown(12);
    expect(shown(7777)).toEqual(first);
  });

  test.each([
    ['wide', 1440, 852, '66% 62%'],
    ['wide', 768, 700, '66% 62%'],
    ['wide', 2560, 900, '66% 62%'],
    ['tall', 390, 676, '70% 100%'],
    ['tall', 767, 680, '70% 100%'],
  ] as const)('%s at %d x %d is cropped as object-fit: cover does', (name, widthPx, heightPx, position) => {
    const view = views[name];
    const [x, y] = positionShares(position);
    const { scaleX, scaleY, offsetX, offsetY, zoom } = coverCrop(view, widthPx, heightPx, x, y);
    expect(Math.max(scaleX, scaleY)).toBeCloseTo(1, 10);
    // pixels of the picture stay square
    expect((scaleX * view.widthPx) / widthPx).toBeCloseTo((scaleY * view.heightPx) / heightPx, 10);
    expect(offsetX * view.widthPx * zoom).toBeCloseTo((view.widthPx * zoom - widthPx) * x, 6);
    expect(offsetY * view.heightPx * zoom).toBeCloseTo((view.heightPx * zoom - heightPx) * y, 6);
    expect(offsetX + scaleX).toBeLessThanOrEqual(1 + 1e-9);
    expect(offsetY + scaleY).toBeLessThanOrEqual(1 + 1e-9);
  });

  test('a position that is no share counts as the middle', () => {
    expect(positionShares('12px 30%')).toEqual([0.5, 0.3]);
    expect(positionShares('')).toEqual([0.5, 0.5]);
  });

  test('the sign flickers the same every time, at most once in its stretch, never before the second', () => {
    const { everyMs, flickerMs, lowest } = hero.neon;
    const times = range(20 * everyMs, 10);
    const light = times.map((timeMs) => neonLight(hero.neon, timeMs));
    expect(times.map((timeMs) => neonLight(hero.neon, timeMs))).toEqual(light);
    expect(Math.min(...light)).toBe(lowest);
    expect(Math.max(...light)).toBeLessThanOrEqual(1);
    for (let stretch = 0; stretch < 20; stretch += 1) {
      const dark = times.filter((timeMs, at) => {
        const inStretch = timeMs >= stretch * everyMs && timeMs < (stretch + 1) * everyMs;
        return inStretch && light[at] === lowest;
      });
      if (stretch === 0) expect(dark).toEqual([]);
      else expect((dark.at(-1) ?? Infinity) - (dark[0] ?? 0)).toBeLessThanOrEqual(flickerMs);
    }
  });

  test('the sign goes out at most three times in a second (WCAG 2.3.1)', () => {
    const wentOut: number[] = [];
    let before = 1;
    for (const timeMs of range(120_000, 5)) {
      const light = neonLight(hero.neon, timeMs);
      if (before > 0.5 && light < 0.5) wentOut.push(timeMs);
      before = light;
    }
    expect(wentOut.length).toBeGreaterThan(20);
    for (const [at, timeMs] of wentOut.entries())
      expect(wentOut.slice(at).filter((later) => later < timeMs + 1000).length).toBeLessThanOrEqual(3);
  });

  test('the tail lamps pulse within their depth', () => {
    const light = range(20_000, 20).map((timeMs) => tailLight(hero.tail, timeMs));
    expect(Math.max(...light)).toBe(1);
    expect(Math.min(...light)).toBeGreaterThanOrEqual(1 - hero.tail.depth);
    expect(Math.min(...light)).toBeLessThan(1 - hero.tail.depth * 0.99);
  });

  test('rain and steam come up slowly and stay', () => {
    expect(rise(0, 4000)).toBe(0);
    expect(rise(2000, 4000)).toBe(0.5);
    expect(rise(99_999, 4000)).toBe(1);
  });

  test('the rain falls evenly, and begins anew only where it repeats itself', () => {
    const plan = createHeroPlan(hero, views.wide, [0.5, 0.5], still);
    const fallen = (timeMs: number) => {
      plan.paint(timeMs);
      return plan.uniforms.uDrift.value[0] ?? Number.NaN;
    };
    const turnMs = (RAIN_ROWS / hero.rain.rowsPerS) * 1000;
    expect(fallen(1000)).toBeCloseTo(hero.rain.rowsPerS, 4);
    expect(fallen(turnMs + 1000)).toBeCloseTo(hero.rain.rowsPerS, 3);
    // columns fall at eighths of that speed, rows repeat after 64
    expect((RAIN_ROWS / 8) % 64).toBe(0);
    expect(fallen(86_400_000)).toBeLessThan(RAIN_ROWS);
  });

  test.each(['wide', 'tall'] as const)(
    '%s: far cars stay on the road near its end, and begin in the dark',
    (name) => {
      const view = views[name];
      const lamps = new Float32Array(2 * CARS_EACH_WAY * CAR_VALUES);
      const most = { aside: 0, below: 0, light: 0, lightOfJump: 0 };
      const least = { aside: Infinity, below: Infinity, size: Infinity };
      for (const timeMs of range(30_000, 16)) {
        const before = lamps.slice();
        traffic(hero.traffic, view, timeMs, lamps);
        for (let car = 0; car < 2 * CARS_EACH_WAY; car += 1) {
          const [x = 0, y = 0, size = 0, light = 0] = lamps.subarray(car * CAR_VALUES);
          const aside = (x - view.vanishing[0]) * (car < CARS_EACH_WAY ? -1 : 1);
          const below = y - view.vanishing[1];
          most.aside = Math.max(most.aside, aside);
          least.aside = Math.min(least.aside, aside);
          most.below = Math.max(most.below, below);
          least.below = Math.min(least.below, below);
          least.size = Math.min(least.size, size);
          most.light = Math.max(most.light, light);
          const jump = Math.abs(y - (before[car * CAR_VALUES + 1] ?? 0));
          if (timeMs > 0 && jump > 0.002) most.lightOfJump = Math.max(most.lightOfJump, light);
        }
      }
      expect(least.aside).toBeGreaterThan(0);
      expect(most.aside).toBeLessThan(0.08);
      expect(least.below).toBeGreaterThan(0);
      expect(most.below).toBeLessThan(0.03);
      expect(least.size).toBeGreaterThan(0);
      expect(most.light).toBeCloseTo(hero.traffic.strength, 1);
      expect(most.lightOfJump).toBeGreaterThan(0);
      expect(most.lightOfJump).toBeLessThan(0.05);
    },
  );

  test('the look follows the pointer without a jump of place or speed, and never leaves the stage', () => {
    const gaze = createGaze(hero.gazeMs);
    const at = { x: 0, y: 0 };
    const read = (timeMs: number) => {
      gaze.read(timeMs, at);
      return at.x;
    };
    gaze.aim({ x: 1, y: 4 }, 1000);
    expect(read(900)).toBe(0);
    expect(read(1000)).toBe(0);
    const speedBefore = (read(1100) - read(1099)) / 1;
    const placeBefore = read(1100);
    gaze.aim({ x: -1, y: 0 }, 1100);
    expect(read(1100)).toBeCloseTo(placeBefore, 10);
    expect(read(1101) - read(1100)).toBeCloseTo(speedBefore, 3);
    expect(gaze.isAtRest(1200)).toBe(false);
    expect(gaze.isAtRest(9000)).toBe(true);
    expect(read(9000)).toBeCloseTo(-1, 6);
    gaze.aim({ x: 1, y: -1 }, 9000);
    for (const timeMs of range(3000, 7)) {
      gaze.read(9000 + timeMs, at);
      expect(Math.max(Math.abs(at.x), Math.abs(at.y))).toBeLessThanOrEqual(1);
    }
  });

  test('where there is no pointer the look drifts from the middle, within its share', () => {
    const at = { x: 1, y: 1 };
    drift(hero.drift, 0, at);
    expect(at).toEqual({ x: 0, y: 0 });
    let furthest = 0;
    for (const timeMs of range(120_000, 50)) {
      drift(hero.drift, timeMs, at);
      furthest = Math.max(furthest, Math.abs(at.x), Math.abs(at.y));
    }
    expect(furthest).toBeLessThanOrEqual(hero.drift.share);
    expect(furthest).toBeGreaterThan(hero.drift.share * 0.95);
  });

  test('no more pixels are drawn than the picture has', () => {
    const plan = createHeroPlan(hero, views.tall, [0.7, 1], still);
    expect(plan.density(390, 676)).toBeCloseTo(1200 / 676, 6);
    expect(createHeroPlan(hero, views.wide, [0.5, 0.5], still).density(1920, 1080)).toBe(1);
  });
});
