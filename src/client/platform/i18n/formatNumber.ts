import { pageConfig } from './pageConfig.ts';
import { perLocale } from './ui/perLocale.ts';

const format = perLocale((locale) => new Intl.NumberFormat(locale));

/** A whole number as the page's language writes it: 12 450. Its spaces do not break. */
export function formatNumber(value: number): string {
  // which of the spaces Intl uses depends on its version
  return format(pageConfig.locale).format(value).replaceAll(/\s/g, '\u00A0');
}
