import { pageConfig } from './pageConfig.ts';

const format = new Intl.DateTimeFormat(pageConfig.locale, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment (ISO 8601) with its hour, as the page's language writes it, in the time zone of the reader. */
export function momentText(iso: string): string {
  return format.format(new Date(iso));
}
