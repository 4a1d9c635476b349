import { TICKETS } from '#/contract/fair.ts';
import { cachedByLocale } from '#/client/ui/display/formatPrice.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';

const DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const twoDigits = cachedByLocale((locale) => new Intl.NumberFormat(locale, DIGITS));
const percent = cachedByLocale((locale) => new Intl.NumberFormat(locale, { style: 'percent', ...DIGITS }));
const exactPercent = cachedByLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }),
);

/** Formats the chance of some tickets in percent, without rounding. One ticket is "0.0001%". */
export const formatChance = (tickets: number, locale: string = pageConfig.locale): string =>
  exactPercent(locale).format(tickets / TICKETS);

/** Formats hundredths of coins: 8140 is "81.40". */
export const formatHundredths = (hundredths: number): string =>
  twoDigits(pageConfig.locale).format(hundredths / 100);

/** Formats hundredths of a percent: 8140 is "81.40%". */
export const formatPercent = (hundredths: number, locale: string = pageConfig.locale): string =>
  percent(locale).format(hundredths / 100_00);
