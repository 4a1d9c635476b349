import { pageConfig } from './pageConfig.ts';
import { perLocale } from './ui/perLocale.ts';

const format = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }));

/** A day (ISO 8601, without an hour) as the page's language writes it. */
export function formatDay(iso: string): string {
  // which of the spaces Intl uses depends on its version
  return format(pageConfig.locale).format(new Date(iso)).replaceAll(/\s/g, '\u00A0');
}
