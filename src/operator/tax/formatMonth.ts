import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { cachedByLocale, withoutBreaks } from '#/client/ui/display/formatPrice.ts';

const months = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** Formats a month such as 2026-01: "January 2026". */
export const formatMonth = (month: string): string =>
  withoutBreaks(months(pageConfig.locale).format(new Date(`${month}-01T00:00:00Z`)));
