/** A month of the calendar in a time zone. */
export interface ZonedMonth {
  /** Such as 2026-11. */
  month: string;
  /** Its first moment. */
  from: Date;
  /** The first moment of the next month. */
  until: Date;
}

const DEFAULT_ZONE = 'UTC';

/**
 * Finds the months that moments belong to, each once, in the order of the moments.
 * @param zone IANA name of a time zone. One that this server does not know, as a newer browser may have, counts as UTC.
 */
export function monthsOf(moments: readonly Date[], zone: string = DEFAULT_ZONE): ZonedMonth[] {
  if (moments.length === 0) return [];
  const clock = wallClock(zone);
  const months = new Map<string, ZonedMonth>();
  for (const at of moments) {
    const shown = new Date(at.getTime() + offsetMs(clock, at.getTime()));
    const [year, month] = [shown.getUTCFullYear(), shown.getUTCMonth()];
    const name = shown.toISOString().slice(0, 'YYYY-MM'.length);
    if (!months.has(name))
      months.set(name, {
        month: name,
        from: startOfMonth(clock, year, month),
        until: startOfMonth(clock, year, month + 1),
      });
  }
  return [...months.values()];
}

function wallClock(zone: string): Intl.DateTimeFormat {
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  try {
    return format(zone);
  } catch {
    return format(DEFAULT_ZONE);
  }
}

/** How far the zone's clock is ahead of UTC at a moment, in ms. */
function offsetMs(clock: Intl.DateTimeFormat, atMs: number): number {
  const parts = clock.formatToParts(atMs);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const shownMs = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return shownMs - Math.floor(atMs / 1000) * 1000;
}

/** @param month from 0; 12 is the January after */
function startOfMonth(clock: Intl.DateTimeFormat, year: number, month: number): Date {
  const shownMs = Date.UTC(year, month);
  // the offset at the very moment may differ from that hours away from it, where the clocks change in between
  const nearMs = shownMs - offsetMs(clock, shownMs);
  return new Date(shownMs - offsetMs(clock, nearMs));
}
