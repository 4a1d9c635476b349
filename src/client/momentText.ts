import { pageConfig } from './pageConfig.ts';

/** A moment (ISO 8601) with its hour, as the page's language writes it, in the time zone of the reader. */
export function momentText(iso: string): string {
  const format = new Intl.DateTimeFormat(pageConfig.locale, { dateStyle: 'medium', timeStyle: 'short' });
  return format.format(new Date(iso));
}
