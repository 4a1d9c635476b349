export type Price =
  /** Whole coins. */
  | { currency: 'OC'; amount: number }
  /** Cents of a euro. */
  | { currency: 'EUR'; cents: number };

/**
 * Caches a formatter of Intl for each language, because creating one takes longer than everything else at the start of
 * a page.
 * @param create creates it for a language tag
 */
export function cachedByLocale<T>(create: (locale: string) => T): (locale: string) => T {
  const cache = new Map<string, T>();
  return (locale) => {
    const format = cache.get(locale) ?? create(locale);
    cache.set(locale, format);
    return format;
  };
}

const coins = cachedByLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const euros = cachedByLocale(
  (locale) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'EUR',
      // in Ukrainian the formatter would write EUR
      currencyDisplay: 'narrowSymbol',
    }),
);

/** Replaces the spaces of a text by non-breaking ones. Intl writes different spaces in different versions. */
export const withoutBreaks = (text: string): string => text.replaceAll(/\s/g, '\u00A0');

/** Formats a price in a language: `2 300 OC`, `230,00 €`, `€230.00`. It never breaks over two lines. */
export function formatPrice(price: Price, locale: string): string {
  return withoutBreaks(
    price.currency === 'OC'
      ? `${coins(locale).format(price.amount)} OC`
      : euros(locale).format(price.cents / 100),
  );
}
