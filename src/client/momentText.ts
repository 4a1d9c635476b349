import { pageConfig } from './pageConfig.ts';
import { perLocale } from './ui/perLocale.ts';

const formatOf = (dateStyle: 'medium' | 'short') =>
  perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short' }));
const formats = { medium: formatOf('medium'), short: formatOf('short') };

/**
 * A moment (ISO 8601) with its hour, as the page's language writes it, in the time zone of the reader.
 * @param dateStyle `short` where there is little room: figures alone
 */
export function momentText(iso: string, dateStyle: 'medium' | 'short' = 'medium'): string {
  return formats[dateStyle](pageConfig.locale).format(new Date(iso));
}
