import { perLocale } from './perLocale.ts';

export type Price =
  /** Whole coins. */
  | { currency: 'OC'; amount: number }
  /** Cents of a euro. */
  | { currency: 'EUR'; cents: number };

const coins = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const euros = perLocale(
  (locale) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'EUR',
      // in Ukrainian the formatter would write EUR
      currencyDisplay: 'narrowSymbol',
    }),
);

/**
 * Formats a price in the page's language: `2 300 OC`, `230,00 €`, `€230.00`. Spaces are non-breaking, so a price stays
 * on its line.
 */
export function priceText(price: Price, locale: string): string {
  const text =
    price.currency === 'OC'
      ? `${coins(locale).format(price.amount)} OC`
      : euros(locale).format(price.cents / 100);
  // the kind of spaces depends on the version of Intl
  return text.replaceAll(/\s/g, '\u00A0');
}
