import { describe, expect, test } from 'vitest';
import { growthOf, isQuiet, limitsOf, percentiles, type Point, slowGroups } from './curve.ts';
import { CORES, NEXT_STATEMENT } from './machine.ts';
import { drawing, MIX, nextAct } from './mix.ts';
import type { Seen } from './visitors.ts';

const seen = (latenciesMs: Seen['latenciesMs'], generatorLagMs = 5): Seen => ({
  latenciesMs,
  errors: {},
  donePerSecond: 100,
  generatorLagMs,
});
const point = (changes: Partial<Point> = {}): Point => ({
  rate: 100,
  seen: seen({}),
  cpu: { sites: [0.3], postgres: 0.2, load: 0.1, others: 0 },
  memoryMb: [200],
  loopLagMs: 10,
  waiting: 0,
  waits: {},
  ...changes,
});
const answers = (count: number, ms: number) => Array.from({ length: count }, () => ms);

describe('T22 people wait too long', () => {
  test('once one in a hundred of a group does, whatever the other groups do', () => {
    const fine = seen({ page: answers(10_000, 3), open: [...answers(199, 20), 900] });
    expect(slowGroups(fine)).toEqual([]);
    const slow = seen({ page: answers(10_000, 3), open: [...answers(190, 20), ...answers(10, 900)] });
    expect(slowGroups(slow)).toEqual(['effects']);
    expect(percentiles(slow, ['open', 'buy'])).toEqual({ count: 200, p50: 20, p99: 900 });
  });

  test('but a handful of answers proves nothing', () => {
    expect(slowGroups(seen({ signIn: answers(20, 900) }))).toEqual([]);
    expect(slowGroups(seen({ signIn: answers(100, 900) }))).toEqual(['signIns']);
  });
});

describe('T22 what was at its limit', () => {
  test.each<[string, Partial<Point>, RegExp]>([
    [
      'the processors',
      { cpu: { sites: [0.5], postgres: 0.3, load: 0.1, others: CORES - 0.9 } },
      /^the \d+ processors: site 50 %, PostgreSQL 30 %, load and streams 10 %, others \d+ %/,
    ],
    [
      'one thread',
      { cpu: { sites: [0.95, 0.2], postgres: 0, load: 0, others: 0 } },
      /^the processor of 1 of 2/,
    ],
    [
      'a lock',
      { waits: { CPU: 5, 'Lock tuple in UPDATE goods': 20 } },
      /80 % .* Lock tuple in UPDATE goods$/,
    ],
    [
      'the site itself',
      { waits: { [NEXT_STATEMENT]: 9, CPU: 1 } },
      /90 % .* the next statement of the site$/,
    ],
    ['connections', { waiting: 7 }, /7 requests waited for one$/],
    ['the load', { seen: seen({}, 300) }, /^the load itself, which was 300 ms late$/],
    ['nothing', { waits: { CPU: 5, 'IO WalSync': 1 } }, /^nothing that is measured here$/],
  ])('%s', (_, changes, sentence) => {
    expect(limitsOf(point(changes))).toEqual([expect.stringMatching(sentence)]);
  });

  test('a figure is quiet while others leave the machine alone', () => {
    expect(isQuiet(point())).toBe(true);
    expect(isQuiet(point({ cpu: { sites: [0], postgres: 0, load: 0, others: 0.5 } }))).toBe(false);
  });
});

test('T21 memory grows if its lowest points rise, not if its highest do', () => {
  const saw = [90, 150, 120, 100, 180, 101, 130, 100, 220, 104];
  expect(growthOf(saw)).toBeCloseTo(1, 1);
  expect(growthOf([100, 110, 120, 130, 140, 150, 160, 170, 180])).toBeCloseTo(160 / 130);
});

test('T22 the mix is a hundred, and is drawn alike in every run', () => {
  expect(Object.values(MIX).reduce((sum, share) => sum + share, 0)).toBe(100);
  const [one, two] = [drawing(1), drawing(1)];
  const acts = Array.from({ length: 10_000 }, () => nextAct(one()));
  expect(acts).toEqual(Array.from({ length: 10_000 }, () => nextAct(two())));
  for (const [act, share] of Object.entries(MIX))
    expect(acts.filter((each) => each === act).length / 100).toBeGreaterThan(share * 0.6);
});
