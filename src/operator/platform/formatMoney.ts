import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { withoutBreaks } from '#/client/ui/display/formatPrice.ts';

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const key = `${pageConfig.locale} ${currency}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(pageConfig.locale, {
    style: 'currency',
    currency,
    // in Ukrainian the formatter would write EUR
    currencyDisplay: 'narrowSymbol',
  });
  formats.set(key, format);
  return format;
}

/**
 * Formats an amount in the currency of a payout: "230,00 €". Settlements need not be in euro.
 * @param cents the smallest unit of the currency
 */
export function formatMoney(cents: number, currency: string): string {
  const format = formatOf(currency);
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return withoutBreaks(format.format(cents / 10 ** digits));
}
