import { pageConfig } from './pageConfig.ts';
import { perLocale } from './ui/perLocale.ts';

const formats = {
  medium: perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })),
  short: perLocale(
    (locale) =>
      new Intl.DateTimeFormat(locale, {
        day: '2-digit',
        month: '2-digit',
        // the short style of some languages leaves the century out
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
      }),
  ),
};

/**
 * A moment (ISO 8601) with its hour, as the page's language writes it, in the time zone of the reader.
 * @param dateStyle `short` where there is little room: figures alone
 */
export function momentText(iso: string, dateStyle: 'medium' | 'short' = 'medium'): string {
  return formats[dateStyle](pageConfig.locale).format(new Date(iso));
}
