import { describe, expect, test } from 'vitest';
import { type BookRow, nextBook, pauseLeftMs } from '#/server/domain/books/nextBook.ts';

describe('the next book', () => {
  const now = new Date(Date.UTC(2026, 0, 15));
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const row = (name: string, changes: Partial<BookRow> = {}): BookRow => ({
    name,
    sliceAfter: 0,
    found: 0,
    violations: 0,
    accepted: 0,
    brokenSince: null,
    checkedAt: ago(60_000),
    durationMs: 5,
    wholeAt: ago(60_000),
    lastError: null,
    ...changes,
  });

  test.each([
    ['one that was never checked', [row('a'), row('b', { checkedAt: null, wholeAt: null })], 'b'],
    [
      'one whose pass is under way',
      [row('a', { wholeAt: ago(11 * 60_000) }), row('b', { sliceAfter: 9, checkedAt: ago(90_000) })],
      'b',
    ],
    ['a broken one after a minute', [row('a'), row('b', { violations: 1 })], 'b'],
    ['a sound one after ten minutes', [row('a', { wholeAt: ago(600_000) }), row('b')], 'a'],
    ['none while all were checked just now', [row('a'), row('b')], undefined],
    [
      'one that could not be checked after ten minutes',
      [row('a', { lastError: 'timeout', wholeAt: null })],
      undefined,
    ],
    [
      'one that could not be checked, whose next pass is under way',
      [row('a', { lastError: 'timeout', sliceAfter: 9, wholeAt: null })],
      'a',
    ],
  ])('is %s', (_, rows, name) => expect(nextBook(rows, now)?.name).toBe(name));

  test('waits nineteen times as long as the last check took', () => {
    const rows = [row('a', { checkedAt: ago(1000), durationMs: 100 }), row('b', { durationMs: 9000 })];
    expect(pauseLeftMs(rows, now)).toBe(900);
    expect(pauseLeftMs([row('a', { checkedAt: null })], now)).toBe(0);
  });
});
