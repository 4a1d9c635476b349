import { pageConfig } from './pageConfig.ts';

/**
 * A moment (ISO 8601) with its hour, as the page's language writes it, in the time zone of the reader.
 * @param dateStyle `short` where there is little room: figures alone
 */
export function momentText(iso: string, dateStyle: 'medium' | 'short' = 'medium'): string {
  const format = new Intl.DateTimeFormat(pageConfig.locale, { dateStyle, timeStyle: 'short' });
  return format.format(new Date(iso));
}
