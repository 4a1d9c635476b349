import Negotiator from 'negotiator';
import { LOCALES, type Locale } from '#/contract/kernel/locale.ts';
import { cachedByHeader } from './cached.ts';

/** Length of the header that is read. Browsers send less; the rest of a hostile header is ignored. */
const MAX_CHARACTERS = 300;

const localeIn = cachedByHeader((header: string): Locale | undefined => {
  for (const tag of new Negotiator({ headers: { 'accept-language': header } }).languages()) {
    const [language] = tag.toLowerCase().split('-', 1);
    const locale = LOCALES.find((one) => one === language);
    if (locale) return locale;
  }
  return undefined;
});

/**
 * Chooses the site's language that an Accept-Language header prefers.
 * @returns undefined if the header contains none of them
 */
export const acceptedLocale = (header = ''): Locale | undefined => localeIn(header.slice(0, MAX_CHARACTERS));
