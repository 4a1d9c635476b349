/** Languages of the site; the first is the default and has no path prefix (RT10). */
export const LOCALES = ['ru', 'uk', 'en'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'ru';

/** The language tag for dates: English ones have the day first and 24 hours, as the other languages have. */
export function dateLocale(locale: string): string {
  return locale === 'en' ? 'en-GB' : locale;
}

/** The path segment of a language: '' for ru, '/uk', '/en' (RT10). */
export function localePrefix(locale: Locale): string {
  return locale === DEFAULT_LOCALE ? '' : `/${locale}`;
}

/** Splits a path into its language and the path without the prefix: '/uk/auth' is uk, '/auth'. */
export function splitLocale(path: string): { locale: Locale; rest: string } {
  const segment = path.split('/', 2)[1];
  const locale = LOCALES.find((known) => known === segment && known !== DEFAULT_LOCALE);
  if (!locale) return { locale: DEFAULT_LOCALE, rest: path };
  return { locale, rest: path.slice(locale.length + 1) || '/' };
}
