import type { Locale } from '#/contract/kernel/locale.ts';

/**
 * Formats the price range of a bonus tier: "50 – 149 €" for 50.00 to 149.90, because the next tier begins at the next
 * whole euro. The spaces are non-breaking.
 */
export function rangeText(
  { fromCents, toCents }: { fromCents: number; toCents: number },
  locale: Locale,
): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'EUR',
    // in Ukrainian the formatter would write EUR
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  });
  const from = fromCents / 100;
  const to = Math.floor(toCents / 100);
  const text = to > from ? format.formatRange(from, to).replace(/\s?–\s?/, ' – ') : format.format(from);
  return text.replaceAll(/\s/g, '\u00A0');
}
