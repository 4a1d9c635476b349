import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { cachedByLocale, withoutBreaks } from '#/client/ui/display/formatPrice.ts';

/** Formats of figures in the page's language. */

const percents = cachedByLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
);
const days = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);
const hours = cachedByLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
);
const shortEuros = cachedByLocale(
  (locale) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'EUR',
      currencyDisplay: 'narrowSymbol',
      notation: 'compact',
      maximumFractionDigits: 1,
    }),
);
const shortNumbers = cachedByLocale(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
);
const UNITS = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
  ['second', 1],
] as const;
const durations = cachedByLocale(
  (locale) =>
    new Map(
      UNITS.map(([unit]) => [
        unit,
        new Intl.NumberFormat(locale, {
          style: 'unit',
          unit,
          unitDisplay: 'short',
          maximumFractionDigits: 1,
        }),
      ]),
    ),
);

/** Formats a share: "81.4 %". */
export const formatShare = (share: number): string =>
  withoutBreaks(percents(pageConfig.locale).format(share));

/** Formats a day (UTC) without its year, for an axis: "15 Jan". */
export const formatShortDay = (day: string): string => days(pageConfig.locale).format(new Date(day));

/** Formats a time without its year, in the reader's zone. */
export const formatHour = (at: string): string => hours(pageConfig.locale).format(new Date(at));

/** Formats cents with few digits, for an axis: "1.2k €". */
export const formatShortEuro = (cents: number): string =>
  withoutBreaks(shortEuros(pageConfig.locale).format(cents / 100));

/** Formats a number in few characters, in the page's language. */
export const formatShortNumber = (value: number): string =>
  withoutBreaks(shortNumbers(pageConfig.locale).format(value));

/** Formats a duration in its largest unit: "2.5 h". */
export function formatDuration(seconds: number): string {
  const [unit, length] = UNITS.find(([, least]) => seconds >= least) ?? UNITS[3];
  return withoutBreaks(
    durations(pageConfig.locale)
      .get(unit)!
      .format(seconds / length),
  );
}
