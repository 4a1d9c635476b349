import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { cachedByLocale, withoutBreaks } from '#/client/ui/display/formatPrice.ts';
import { WHOLE_BASIS_POINTS } from '#/contract/operator/vat.ts';

const months = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** Formats a month such as 2026-01: "January 2026". */
export const formatMonth = (month: string): string =>
  withoutBreaks(months(pageConfig.locale).format(new Date(`${month}-01T00:00:00Z`)));

/** Reads a rate in percent, "21" or "25,5". @returns basis points; undefined if the text is no rate */
export function basisPointsOf(typed: string): number | undefined {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(typed.replaceAll(/[\s%]/g, ''));
  if (!match) return undefined;
  const basisPoints = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return basisPoints <= WHOLE_BASIS_POINTS ? basisPoints : undefined;
}
