import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { perLocale } from '#/client/ui/display/perLocale.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const format = perLocale((locale) => new Intl.RelativeTimeFormat(locale));

/**
 * Formats a waiting time, as "in 12 minutes", in the page's language. Rounded up, so that it is never too early;
 * minutes up to an hour and a half, then hours.
 */
export function waitText(seconds: number): string {
  const time = format(pageConfig.locale);
  if (seconds < MINUTE) return time.format(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds <= 1.5 * HOUR) return time.format(Math.ceil(seconds / MINUTE), 'minute');
  return time.format(Math.ceil(seconds / HOUR), 'hour');
}
