import { TICKETS } from '#/contract/fair.ts';

/** Odds as a percentage in a language, exact: at most four decimals, trailing zeros left out. */
export function chanceText(tickets: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(
    tickets / TICKETS,
  );
}
