/**
 * A formatter of Intl, created once for each language, because creating one takes longer than everything else at the
 * start of a page.
 * @param make creates it for a language tag
 */
export function perLocale<T>(make: (locale: string) => T): (locale: string) => T {
  const made = new Map<string, T>();
  return (locale) => {
    const format = made.get(locale) ?? make(locale);
    made.set(locale, format);
    return format;
  };
}
