/**
 * A formatter of Intl, made once for each language: making one takes longer than all else that a page does at its start.
 * @param make of a language tag
 */
export function perLocale<T>(make: (locale: string) => T): (locale: string) => T {
  const made = new Map<string, T>();
  return (locale) => {
    const format = made.get(locale) ?? make(locale);
    made.set(locale, format);
    return format;
  };
}
