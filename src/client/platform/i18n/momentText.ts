import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { perLocale } from '#/client/ui/display/perLocale.ts';

const formats = {
  medium: perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })),
  short: perLocale(
    (locale) =>
      new Intl.DateTimeFormat(locale, {
        day: '2-digit',
        month: '2-digit',
        // the short style of some languages omits the century
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
      }),
  ),
};

/**
 * Formats a time (ISO 8601) with its hour, in the page's language and the reader's time zone.
 * @param dateStyle `short`: digits only, for narrow places
 */
export function momentText(iso: string, dateStyle: 'medium' | 'short' = 'medium'): string {
  return formats[dateStyle](pageConfig.locale).format(new Date(iso));
}
