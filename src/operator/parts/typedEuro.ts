import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { cachedByLocale } from '#/client/ui/display/formatPrice.ts';

/**
 * Reads an amount in euro, "12,50" or "12.5".
 * @returns cents; undefined when the text is not an amount
 */
export function centsOf(typed: string): number | undefined {
  const match = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed.replaceAll(/[\s€]/g, ''));
  if (!match) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

const amounts = cachedByLocale(
  (locale) =>
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      useGrouping: false,
    }),
);

const hundredths = cachedByLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: false }),
);

/** Formats hundredths for an input field, without zeros at the end: "12.5", in Russian and Ukrainian "12,5". */
export const hundredthsOf = (value: number): string => hundredths(pageConfig.locale).format(value / 100);

/** Formats cents for an input field: "12.50", in Russian and Ukrainian "12,50". */
export const euroOf = (cents: number): string => amounts(pageConfig.locale).format(cents / 100);
