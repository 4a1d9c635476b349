import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { perLocale } from '#/client/ui/display/perLocale.ts';

const format = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }));

/** Formats a day (ISO 8601, without a time) in the page's language. */
export function formatDay(iso: string): string {
  // the kind of spaces depends on the version of Intl
  return format(pageConfig.locale).format(new Date(iso)).replaceAll(/\s/g, '\u00A0');
}
