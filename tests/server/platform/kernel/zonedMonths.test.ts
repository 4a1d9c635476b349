import { expect, test } from 'vitest';
import { monthsOf } from '#/server/platform/kernel/zonedMonths.ts';

const monthOf = (iso: string, zone?: string) => {
  const [found] = monthsOf([new Date(iso)], zone);
  return [found!.month, found!.from.toISOString(), found!.until.toISOString()];
};

test('S24 a month begins at midnight where the reader is, in summer time and in winter time', () => {
  const november = ['2026-11', '2026-10-31T22:00:00.000Z', '2026-11-30T22:00:00.000Z'];
  expect(monthOf('2026-10-31T22:00:00Z', 'Europe/Kyiv')).toEqual(november);
  expect(monthOf('2026-11-30T21:59:59.999Z', 'Europe/Kyiv')).toEqual(november);
  // the clocks change on the 25th
  const october = ['2026-10', '2026-09-30T21:00:00.000Z', '2026-10-31T22:00:00.000Z'];
  expect(monthOf('2026-10-31T21:59:59Z', 'Europe/Kyiv')).toEqual(october);
  expect(monthOf('2026-12-31T20:00:00Z', 'America/Los_Angeles')).toEqual([
    '2026-12',
    '2026-12-01T08:00:00.000Z',
    '2027-01-01T08:00:00.000Z',
  ]);
});

test('S24 the clocks may change within hours of the month, or by half an hour', () => {
  // they change on the first of November, two hours after its midnight
  expect(monthOf('2026-11-15T00:00:00Z', 'America/New_York')).toEqual([
    '2026-11',
    '2026-11-01T04:00:00.000Z',
    '2026-12-01T05:00:00.000Z',
  ]);
  expect(monthOf('2026-05-31T18:30:00Z', 'Asia/Kolkata')[0]).toBe('2026-06');
});

test('S24 a zone that the server does not know counts as UTC', () => {
  const utc = ['2026-02', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'];
  for (const zone of [undefined, 'UTC', 'Mars/Olympus', 'Etc/Unknown'])
    expect(monthOf('2026-02-28T23:59:59Z', zone)).toEqual(utc);
});

test('S24 each month is listed once, and moments of a month lie within it', () => {
  const dayMs = 24 * 60 * 60 * 1000;
  for (const zone of ['Europe/Kyiv', 'Pacific/Auckland', 'America/St_Johns', 'Africa/Cairo']) {
    const days = Array.from({ length: 800 }, (_, day) => new Date(Date.UTC(2025, 0, 1, 12) + day * dayMs));
    const months = monthsOf(days, zone);
    expect(new Set(months.map(({ month }) => month)).size).toBe(months.length);
    for (const [at, { from }] of months.entries()) if (at > 0) expect(from).toEqual(months[at - 1]!.until);
    for (const day of days)
      expect(months.filter(({ from, until }) => from <= day && day < until)).toHaveLength(1);
  }
});
