import { expect, test } from 'vitest';
import { CONDITIONS, readConditions, writeConditions } from '#/client/areas/playground/state/conditions.ts';
import { rouletteTimes } from '#/client/areas/playground/state/rouletteTimes.ts';
import { formatSceneAddress, parseSceneAddress } from '#/client/areas/playground/state/sceneAddress.ts';
import { severalPrizes } from '#/client/areas/playground/state/severalPrizes.ts';
import {
  countSaved,
  readNumbers,
  tuningFields,
  withNumbers,
  writeNumbers,
  type TuningTree,
} from '#/client/areas/playground/state/tuningFields.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';

const fields = tuningFields(tuning);

const numbersIn = (tree: TuningTree): number =>
  Object.values(tree).reduce<number>(
    (sum, value) => sum + (typeof value === 'number' ? 1 : numbersIn(value)),
    0,
  );

test('RT12 every number of the tuning has a slider whose road holds it', () => {
  expect(fields).toHaveLength(numbersIn(tuning));
  expect(new Set(fields.map(({ path }) => path)).size).toBe(fields.length);
  for (const { path, value, min, max, step } of fields) {
    expect(min, path).toBeLessThanOrEqual(value);
    expect(max, path).toBeGreaterThanOrEqual(value);
    expect(max - min, path).toBeGreaterThanOrEqual(step * 5);
  }
});

test('RT12 a slider knows its unit by the name', () => {
  const unitOf = (path: string) => fields.find((field) => field.path === path)?.unit;
  expect(unitOf('roulette.spin.topSpeedPxPerMs')).toBe('px/ms');
  expect(unitOf('roulette.spin.decelerateMs')).toBe('ms');
  expect(unitOf('roulette.spin.tilePx')).toBe('px');
  expect(unitOf('roulette.needle.leanRad')).toBe('rad');
});

test('RT12 the address restores all of a scene', () => {
  const conditions = {
    ...CONDITIONS,
    items: 7,
    rarity: 'legendary' as const,
    draw: 'epoch 3:17 & more',
    delay: 1250,
    fails: true,
    pace: 'quick' as const,
    rate: 144,
    lane: 2,
    at: 4000,
  };
  const numbers = { 'roulette.spin.tilePx': 180, 'roulette.blur.spreadPx': 12 };
  const values = { ...writeConditions(conditions), ...writeNumbers(numbers) };
  const parsed = parseSceneAddress(formatSceneAddress({ scene: 'roulette', values }));
  expect(parsed.scene).toBe('roulette');
  expect(readConditions(parsed.values)).toEqual(conditions);
  expect(readNumbers(fields, parsed.values)).toEqual(numbers);
  expect(formatSceneAddress({ scene: 'roulette', values: writeConditions(CONDITIONS) })).toBe('#roulette');
});

test('RT12 an address that makes no sense shows the scene as usual', () => {
  const values = {
    items: '1e9',
    delay: '-4',
    rate: '17',
    rarity: 'golden',
    pace: 'x',
    crate: '../x',
    at: 'now',
  };
  expect(readConditions(values)).toEqual({ ...CONDITIONS, items: 24, delay: 0 });
  expect(readNumbers(fields, { '~roulette.spin.tilePx': '-3', '~no.such': '5', '~skipMs': 'x' })).toEqual({});
});

test('RT12 the address holds what is shown: a number that was typed too high goes as far as it may', () => {
  const typed = { ...CONDITIONS, items: 99, speed: 1, lane: 7 };
  expect(writeConditions(typed)).toEqual({ items: '24', speed: '5', lane: '3' });
});

test('RT12 changed numbers reach their place and nothing else', () => {
  const changed = withNumbers(tuning, { 'roulette.spin.tilePx': 180 });
  expect(changed.roulette.spin.tilePx).toBe(180);
  expect({ ...changed.roulette.spin, tilePx: tuning.roulette.spin.tilePx }).toEqual(tuning.roulette.spin);
  expect(changed.dom).toEqual(tuning.dom);
});

test('RT12 the marks of the time are those of the spin, in order', () => {
  for (const [delay, skip] of [
    [0, 0],
    [7000, 0],
    [500, 3000],
  ] as const) {
    const { marks, endMs } = rouletteTimes(tuning.roulette, { ...CONDITIONS, delay, skip });
    const times = marks.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(endMs).toBeGreaterThan(times.at(-1) ?? Infinity);
  }
});

test('RT12 an address says which of its numbers the file has by now', () => {
  const now = tuning.roulette.spin.tilePx;
  const values = writeNumbers({ 'roulette.spin.tilePx': now, 'dom.turnRarityMs': 1 });
  expect(countSaved(fields, values)).toBe(1);
  expect(countSaved(fields, {})).toBe(0);
});

test('RT12 the same draw brings the same several prizes, the common ones more often', () => {
  const items = (['simple', 'epic'] as const).map((color, at) => ({
    id: at,
    name: color,
    imageUrl: '',
    fallbackUrl: '',
    color,
    tickets: at === 0 ? 900 : 100,
    rarityLabel: color,
  }));
  const prizes = severalPrizes(items, 'night-1', 100);
  expect(severalPrizes(items, 'night-1', 100)).toEqual(prizes);
  expect(severalPrizes(items, 'night-2', 100).map(({ color }) => color)).not.toEqual(
    prizes.map(({ color }) => color),
  );
  const epic = prizes.filter(({ color }) => color === 'epic').length;
  expect(epic).toBeGreaterThan(2);
  expect(epic).toBeLessThan(25);
});
