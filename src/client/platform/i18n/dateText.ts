let format: Intl.DateTimeFormat | undefined;

/** Formats a time (ISO 8601) as DD.MM.YYYY, in every language and in the reader's time zone (C3). */
export function dateText(iso: string): string {
  // created at the first use, because it takes longer than everything else at the start of a page
  format ??= new Intl.DateTimeFormat('ru', { day: '2-digit', month: '2-digit', year: 'numeric' });
  return format.format(new Date(iso));
}
