import { expect, test } from 'vitest';
import {
  continued,
  itemAt,
  newStrip,
  pinned,
  seededRandom,
  seedOf,
  shifted,
} from '#/client/stage/roulette/spin/strip.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { chiSquare } from '../../../../support/fairness/chiSquare.ts';

const { startIndex, stripLength } = tuning.roulette;

const ITEMS = [
  { id: 1, tickets: 600_000 },
  { id: 2, tickets: 390_000 },
  { id: 3, tickets: 10_000 },
];

test('R2 the strip has 150 tiles that repeat, the same for the same seed', () => {
  const strip = newStrip(ITEMS, 42, stripLength);
  expect(strip.order.length).toBeGreaterThanOrEqual(150);
  expect(newStrip(ITEMS, 42, stripLength)).toEqual(strip);
  expect(newStrip(ITEMS, 43, stripLength)).not.toEqual(strip);
  expect(itemAt(strip, 150 + 7)).toBe(itemAt(strip, 7));
  expect(itemAt(strip, -1)).toBe(itemAt(strip, 149));
});

test('T17 the neighbours of the winner are as frequent as the declared odds, over 10,000 spins', () => {
  const counts = [0, 0, 0];
  const random = seededRandom(4);
  for (let spin = 0; spin < 10_000; spin += 1) {
    const strip = pinned(newStrip(ITEMS, Math.floor(random() * 2 ** 32), stripLength), 150, 2);
    for (const index of [149, 151]) {
      const place = itemAt(strip, index);
      counts[place] = (counts[place] ?? 0) + 1;
    }
  }
  // the 0.1 % point of chi-square with 2 degrees of freedom
  expect(chiSquare(counts, (place) => (ITEMS[place]?.tickets ?? 0) / 1_000_000)).toBeLessThan(13.82);
});

test('items without odds still fill the strip', () => {
  const strip = newStrip(
    [
      { id: 1, tickets: 0 },
      { id: 2, tickets: 0 },
    ],
    1,
    stripLength,
  );
  expect(new Set(strip.order)).toEqual(new Set([0, 1]));
});

test('the winner is pinned to its tile and to no other', () => {
  const strip = newStrip(ITEMS, 1, stripLength);
  const won = pinned(strip, 150, 2);
  expect(itemAt(won, 150)).toBe(2);
  for (let index = 100; index < 150; index += 1) expect(itemAt(won, index)).toBe(itemAt(strip, index));
});

test('a new spin begins with the tiles that are in sight, and a new draw changes none of them', () => {
  const previous = pinned(newStrip(ITEMS, 1, stripLength), 150, 2);
  const begun = shifted(previous, startIndex - 150);
  const next = continued(newStrip(ITEMS, 2, stripLength), begun, startIndex, 16);
  for (let step = -16; step <= 16; step += 1) {
    expect(itemAt(begun, startIndex + step)).toBe(itemAt(previous, 150 + step));
    expect(itemAt(next, startIndex + step)).toBe(itemAt(previous, 150 + step));
  }
});

test('the seeds of neighbouring draws have nothing in common', () => {
  const seeds = Array.from({ length: 10_000 }, (_, nonce) => seedOf(`epoch:${nonce}`));
  expect(new Set(seeds).size).toBe(10_000);
  const counts = Array.from({ length: 16 }, () => 0);
  for (const seed of seeds) {
    const bin = Math.floor(seededRandom(seed)() * 16);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  // the 0.1 % point of chi-square with 15 degrees of freedom
  expect(chiSquare(counts, () => 1 / 16)).toBeLessThan(37.7);
});
