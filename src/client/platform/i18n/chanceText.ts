import { TICKETS } from '#/contract/fair.ts';
import { perLocale } from '#/client/ui/display/perLocale.ts';

const format = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }),
);

/** Formats odds as an exact percentage: at most four decimals, without trailing zeros. */
export function chanceText(tickets: number, locale: string): string {
  return format(locale).format(tickets / TICKETS);
}
