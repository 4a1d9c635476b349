import { pageConfig } from './pageConfig.ts';

const format = new Intl.DateTimeFormat(pageConfig.locale, { dateStyle: 'long', timeZone: 'UTC' });

/** A day (ISO 8601, without an hour) as the page's language writes it. */
export function formatDay(iso: string): string {
  return format.format(new Date(iso));
}
