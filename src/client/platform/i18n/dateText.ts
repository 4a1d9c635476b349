let format: Intl.DateTimeFormat | undefined;

/** A moment (ISO 8601) as DD.MM.YYYY, in every language and in the time zone of the reader (C3). */
export function dateText(iso: string): string {
  // made when it is first needed: that takes longer than all else that a page does at its start
  format ??= new Intl.DateTimeFormat('ru', { day: '2-digit', month: '2-digit', year: 'numeric' });
  return format.format(new Date(iso));
}
