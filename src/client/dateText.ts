const format = new Intl.DateTimeFormat('ru', { day: '2-digit', month: '2-digit', year: 'numeric' });

/** A moment (ISO 8601) as DD.MM.YYYY, in every language and in the time zone of the reader (C3). */
export function dateText(iso: string): string {
  return format.format(new Date(iso));
}
