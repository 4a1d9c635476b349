import { expect, test } from 'vitest';
import {
  changeOf,
  daysIn,
  daysOf,
  lastDays,
  monthBefore,
  rangeBefore,
} from '#/contract/operator/figures/dayRange.ts';

test('O24 a range and the one before have the same length and touch', () => {
  const range = lastDays('2026-03-01', 30);
  expect(range).toEqual({ from: '2026-01-31', to: '2026-03-01' });
  expect(daysIn(range)).toBe(30);
  expect(rangeBefore(range)).toEqual({ from: '2026-01-01', to: '2026-01-30' });
  expect(rangeBefore(lastDays('2026-03-01', 1))).toEqual({ from: '2026-02-28', to: '2026-02-28' });
});

test('O26 the month before is a whole calendar month', () => {
  expect(monthBefore('2026-11-25')).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(monthBefore('2026-01-01')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(monthBefore('2024-03-31')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
});

test('O24 a range names each of its days once, over the change to summer time too', () => {
  expect(daysOf({ from: '2026-03-28', to: '2026-03-30' })).toEqual([
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
  ]);
  expect(daysOf({ from: '2024-02-28', to: '2024-03-01' })).toHaveLength(3);
});

test('O24 a change is shown only if the figure was not 0 before', () => {
  expect(changeOf(150, 100)).toBe(0.5);
  expect(changeOf(50, 100)).toBe(-0.5);
  expect(changeOf(-50, 100)).toBe(-1.5);
  // won disputes can make the sum of the lost ones negative
  expect(changeOf(0, -20)).toBeNull();
  expect(changeOf(5, 0)).toBeNull();
  expect(changeOf(null, 3)).toBeNull();
  expect(changeOf(3, null)).toBeNull();
});
