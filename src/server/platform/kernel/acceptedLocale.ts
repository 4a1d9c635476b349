import Negotiator from 'negotiator';
import { LOCALES, type Locale } from '#/contract/kernel/locale.ts';

/** Browsers say less; what a hostile client adds behind is not read. */
const MAX_CHARACTERS = 300;

/** Chooses the site's language that an Accept-Language header prefers. @returns undefined if it names none of them */
export function acceptedLocale(header = ''): Locale | undefined {
  const headers = { 'accept-language': header.slice(0, MAX_CHARACTERS) };
  for (const tag of new Negotiator({ headers }).languages()) {
    const [language] = tag.toLowerCase().split('-', 1);
    const locale = LOCALES.find((one) => one === language);
    if (locale) return locale;
  }
  return undefined;
}
