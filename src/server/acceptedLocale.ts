import { LOCALES, type Locale } from '#/contract/locale.ts';

/** The language of the site that an Accept-Language header likes best, or undefined when it names none. */
export function acceptedLocale(header = ''): Locale | undefined {
  const wishes = header.split(',', 20).map((wish) => {
    const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';');
    const quality = parameters.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find(Boolean);
    return { language: tag.split('-')[0], quality: Number(quality ?? 1) };
  });
  const known = wishes.filter(
    ({ language, quality }) => quality > 0 && LOCALES.some((locale) => locale === language),
  );
  const best = known.toSorted((a, b) => b.quality - a.quality)[0];
  return LOCALES.find((locale) => locale === best?.language);
}
