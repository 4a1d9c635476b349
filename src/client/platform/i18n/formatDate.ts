import { dateLocale } from '#/contract/kernel/locale.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { cachedByLocale, withoutBreaks } from '#/client/ui/display/formatPrice.ts';

/** Dates, times and waiting times in the page's language. Times are ISO 8601. */

const dates = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' }),
);
const days = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: 'long', timeZone: 'UTC' }),
);
const months = cachedByLocale(
  (locale) =>
    new Intl.DateTimeFormat(dateLocale(locale), { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
const dateTimes = {
  medium: cachedByLocale(
    (locale) => new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: 'medium', timeStyle: 'short' }),
  ),
  short: cachedByLocale(
    (locale) =>
      new Intl.DateTimeFormat(locale, {
        day: '2-digit',
        month: '2-digit',
        // the short style of some languages omits the century
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
      }),
  ),
};
const times = cachedByLocale((locale) => new Intl.DateTimeFormat(dateLocale(locale), { timeStyle: 'short' }));
const lengths = {
  hour: cachedByLocale(
    (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour', unitDisplay: 'long' }),
  ),
  day: cachedByLocale(
    (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
  ),
};
const waits = cachedByLocale((locale) => new Intl.RelativeTimeFormat(locale));

/** Formats a time as DD.MM.YYYY, in every language and in the reader's time zone (C3). */
export function formatDate(iso: string): string {
  return dates('ru').format(new Date(iso));
}

/** Formats a day that has no time of day, with the name of its month. */
export function formatDay(iso: string): string {
  return withoutYearWord(days(pageConfig.locale).format(new Date(iso)));
}

/** Formats a month such as 2026-11 as a heading: "November 2026". */
export function formatMonth(month: string): string {
  const name = withoutYearWord(months(pageConfig.locale).format(new Date(`${month}-01T00:00:00Z`)));
  return name.charAt(0).toLocaleUpperCase(pageConfig.locale) + name.slice(1);
}

/** Leaves out the short word for "year", because its full stop would be a second one at the end of a sentence. */
const withoutYearWord = (date: string): string => withoutBreaks(date.replace(/\s\p{L}\.$/u, ''));

/**
 * Formats a time with its hour, in the reader's time zone.
 * @param dateStyle `short`: digits only, for narrow places
 */
export function formatDateTime(iso: string, dateStyle: 'medium' | 'short' = 'medium'): string {
  // digits have the order and the dots of `formatDate` in every language
  const locale = dateStyle === 'short' ? 'ru' : pageConfig.locale;
  // keeps the short Russian and Ukrainian word for "year" on the line of its number
  return dateTimes[dateStyle](locale)
    .format(new Date(iso))
    .replace(/\s(?=\p{L}\.,)/u, '\u00A0');
}

/** Formats the time of day, in the reader's time zone. */
export function formatTime(iso: string): string {
  return times(pageConfig.locale).format(new Date(iso));
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Formats a waiting time, as "in 12 minutes". It is rounded up, so that it is never too early: in minutes up to an hour
 * and a half, but a full hour as one hour; then in hours.
 */
export function formatWait(seconds: number): string {
  const time = waits(pageConfig.locale);
  if (seconds < MINUTE) return time.format(Math.max(1, Math.ceil(seconds)), 'second');
  const minutes = Math.ceil(seconds / MINUTE);
  if (minutes !== HOUR / MINUTE && seconds <= 1.5 * HOUR) return time.format(minutes, 'minute');
  return time.format(Math.ceil(seconds / HOUR), 'hour');
}

/** Formats the time that is left, as "12 days": in whole days, and below two days in hours, at least one. */
export function formatLeft(ms: number): string {
  const hours = Math.max(1, Math.floor(ms / 1000 / HOUR));
  const unit = hours < 48 ? 'hour' : 'day';
  return withoutBreaks(
    lengths[unit](pageConfig.locale).format(unit === 'day' ? Math.floor(hours / 24) : hours),
  );
}
