import { pageConfig } from './pageConfig.ts';

/** A day (ISO 8601, without an hour) as the page's language writes it. */
export function formatDay(iso: string): string {
  const format = new Intl.DateTimeFormat(pageConfig.locale, { dateStyle: 'long', timeZone: 'UTC' });
  // which of the spaces Intl uses depends on its version
  return format.format(new Date(iso)).replaceAll(/\s/g, '\u00A0');
}
