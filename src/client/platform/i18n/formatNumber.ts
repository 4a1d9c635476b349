import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { perLocale } from '#/client/ui/display/perLocale.ts';

const format = perLocale((locale) => new Intl.NumberFormat(locale));

/** Formats a whole number in the page's language: 12 450, with non-breaking spaces. */
export function formatNumber(value: number): string {
  // the kind of spaces depends on the version of Intl
  return format(pageConfig.locale).format(value).replaceAll(/\s/g, '\u00A0');
}
