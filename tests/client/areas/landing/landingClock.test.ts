import { expect, test } from 'vitest';
import { reconnectMs } from '#/client/platform/api/live.ts';
import { countdown } from '#/client/areas/landing/state/usePromo.ts';

const END = Date.UTC(2026, 10, 24, 22);
const SECOND = 1000;
const DAY = 86_400 * SECOND;

test('L5 what is left is counted in days, hours, minutes and seconds', () => {
  const before = 2 * DAY + 14 * 3600 * SECOND + 7 * 60 * SECOND + 33 * SECOND;
  expect(countdown(END, END - before)).toEqual({ days: 2, hours: 14, minutes: 7, seconds: 33 });
  expect(countdown(END, END - DAY)).toEqual({ days: 1, hours: 0, minutes: 0, seconds: 0 });
  expect(countdown(END, END - DAY + SECOND)).toEqual({ days: 0, hours: 23, minutes: 59, seconds: 59 });
});

test('L5 a second that has begun still counts, and nothing is left at the end and after it', () => {
  expect(countdown(END, END - 1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 });
  for (const now of [END, END + 1, END + DAY])
    expect(countdown(END, now)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
});

test('the stream is tried again later after each failure, never later than the longest wait, never all at once', () => {
  const patience = { firstMs: 1000, growth: 2, lastMs: 60_000 };
  const waits = [0, 1, 2, 3, 10, 1000].map((failures) => reconnectMs(failures, 1, patience));
  expect(waits).toEqual([1000, 2000, 4000, 8000, 60_000, 60_000]);
  expect(reconnectMs(3, 0, patience)).toBe(4000);
});
