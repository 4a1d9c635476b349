import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { cachedByLocale, formatPrice, withoutBreaks } from '#/client/ui/display/formatPrice.ts';

/** Numbers, coins and euro. Each function uses the page's language unless it is given another one. */

const numbers = cachedByLocale((locale) => new Intl.NumberFormat(locale));

/** Formats a whole number: 12 450, with non-breaking spaces. */
export function formatNumber(value: number, locale: string = pageConfig.locale): string {
  return withoutBreaks(numbers(locale).format(value));
}

const percents = cachedByLocale((locale) => new Intl.NumberFormat(locale, { style: 'percent' }));

/** Formats whole percent: "14 %". */
export function formatPercent(percent: number, locale: string = pageConfig.locale): string {
  return withoutBreaks(percents(locale).format(percent / 100));
}

/** Formats whole coins: "1 200 OC". */
export function formatCoins(amount: number, locale: string = pageConfig.locale): string {
  return formatPrice({ currency: 'OC', amount }, locale);
}

/** Formats a movement of coins with its sign: "+1 200 OC", "−300 OC" (C3). */
export function formatMovement(amount: number, locale: string = pageConfig.locale): string {
  return (amount < 0 ? '−' : '+') + formatCoins(Math.abs(amount), locale);
}

/** Formats cents as euro: "230,00 €". */
export function formatEuro(cents: number, locale: string = pageConfig.locale): string {
  return formatPrice({ currency: 'EUR', cents }, locale);
}
