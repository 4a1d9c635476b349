import { type Locale, localePrefix } from '#/contract/kernel/locale.ts';

/**
 * The canonical address of a page in a language, for search engines.
 * @param path without the language
 */
export function pageAddress(publicUrl: string, locale: Locale, path: string): string {
  return publicUrl + ((localePrefix(locale) + path).replace(/(.)\/$/, '$1') || '/');
}
