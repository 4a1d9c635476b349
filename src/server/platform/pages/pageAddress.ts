import { type Locale, localePrefix } from '#/contract/locale.ts';

/**
 * The one address of a page in a language, as search engines are told it.
 * @param path without the language
 */
export function pageAddress(publicUrl: string, locale: Locale, path: string): string {
  return publicUrl + ((localePrefix(locale) + path).replace(/(.)\/$/, '$1') || '/');
}
