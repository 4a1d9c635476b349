import { TICKETS } from '#/contract/fair.ts';
import { perLocale } from './ui/perLocale.ts';

const format = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }),
);

/** Odds as a percentage in a language, exact: at most four decimals, trailing zeros left out. */
export function chanceText(tickets: number, locale: string): string {
  return format(locale).format(tickets / TICKETS);
}
