import { TICKETS } from '#/contract/fair.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { cachedByLocale } from '#/client/ui/display/formatPrice.ts';

const chances = cachedByLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }),
);

/** Formats the odds of a prize as an exact percentage: at most four decimals, without trailing zeros. */
export function formatChance(tickets: number, locale: string = pageConfig.locale): string {
  return chances(locale).format(tickets / TICKETS);
}

/**
 * Formats a measured share with as many digits as are meaningful: 43 %, 0.12 %, 0.0003 %.
 * @param share 0 to 1
 * @param digits significant ones
 */
export function formatShare(share: number, digits: number = share < 0.995 ? 2 : 3): string {
  return new Intl.NumberFormat(pageConfig.locale, {
    style: 'percent',
    maximumSignificantDigits: digits,
  }).format(share);
}
