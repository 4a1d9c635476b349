/** Days in UTC, as 2026-01-15, both included. */
export interface DayRange {
  from: string;
  to: string;
}

const DAY_MS = 24 * 60 * 60_000;
/** Longest range, in days. */
export const MOST_DAYS = 400;

/** The day that comes a number of days later; earlier for a negative number. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Number of days in a range. */
export const daysIn = ({ from, to }: DayRange): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** The range of the same length just before this one. */
export const rangeBefore = (range: DayRange): DayRange => ({
  from: addDays(range.from, -daysIn(range)),
  to: addDays(range.from, -1),
});

/** The last days up to `today`, today included. */
export const lastDays = (today: string, days: number): DayRange => ({
  from: addDays(today, 1 - days),
  to: today,
});

/** The calendar month before that of `today`, for a month's accounts. */
export function monthBefore(today: string): DayRange {
  const to = addDays(`${today.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/** The days of a range, the oldest first. */
export const daysOf = (range: DayRange): string[] =>
  Array.from({ length: daysIn(range) }, (_, at) => addDays(range.from, at));

/** Relative growth of a figure: 0.1 is a tenth. Null if the figure was 0 or less before: there is no share of that. */
export const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before <= 0 ? null : (now - before) / before;
