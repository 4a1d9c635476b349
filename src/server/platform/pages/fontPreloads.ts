import type { Locale } from '#/contract/kernel/locale.ts';

/** Font subsets for headlines and text of each language. Other fonts are small or needed later. */
const SUBSETS: Record<Locale, string> = { ru: 'cyrillic', uk: 'cyrillic', en: 'latin' };
const fontsOf = (subset: string) => [
  `assets/fonts/tektur-${subset}-standard-normal.woff2`,
  `assets/fonts/onest-${subset}-wght-normal.woff2`,
];

type FontPreloads = Record<Locale, readonly string[]>;

/**
 * Lists the fonts that a page of each language preloads before it has its style sheet.
 * @param files files of the build, by their source paths
 * @throws Error if these fonts are not among them
 */
export function fontPreloads(files: Record<string, { file: string }>, clientDir: string): FontPreloads {
  const addressesFor = (locale: Locale) =>
    fontsOf(SUBSETS[locale]).map((font) => {
      const file = files[font]?.file;
      if (!file) throw new Error(`The built client in ${clientDir} has no ${font}.`);
      return `/${file}`;
    });
  return { ru: addressesFor('ru'), uk: addressesFor('uk'), en: addressesFor('en') };
}
