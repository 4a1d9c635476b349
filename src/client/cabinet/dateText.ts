import { pageConfig } from '../pageConfig.ts';

const dayFormat = new Intl.DateTimeFormat('ru', { day: '2-digit', month: '2-digit', year: 'numeric' });
const momentFormat = new Intl.DateTimeFormat(pageConfig.locale, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment (ISO 8601) as DD.MM.YYYY, in every language and in the time zone of the reader (C3). */
export function dateText(iso: string): string {
  return dayFormat.format(new Date(iso));
}

/** A moment (ISO 8601) with its hour, as the page's language writes it, in the time zone of the reader. */
export function momentText(iso: string): string {
  return momentFormat.format(new Date(iso));
}
