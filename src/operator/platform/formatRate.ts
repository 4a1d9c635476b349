import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { cachedByLocale, withoutBreaks } from '#/client/ui/display/formatPrice.ts';
import { WHOLE_BASIS_POINTS } from '#/contract/operator/vat.ts';

const percents = cachedByLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
);

/** Formats a rate: "25,5 %". */
export const formatRate = (basisPoints: number): string =>
  withoutBreaks(percents(pageConfig.locale).format(basisPoints / WHOLE_BASIS_POINTS));
