import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Locale } from '#/contract/locale.ts';

const manifest = z.record(z.string(), z.object({ file: z.string() }));

/** Headlines and text, in the letters of the language; what else a page needs is small or later. */
const SUBSETS: Record<Locale, string> = { ru: 'cyrillic', uk: 'cyrillic', en: 'latin' };
const fontsOf = (subset: string) => [
  `assets/fonts/tektur-${subset}-standard-normal.woff2`,
  `assets/fonts/onest-${subset}-wght-normal.woff2`,
];

export type FontPreloads = Record<Locale, readonly string[]>;

/** Where the files of the client lie after its build, by where they came from. */
export async function builtFiles(clientDir: string): Promise<z.infer<typeof manifest>> {
  return manifest.parse(JSON.parse(await readFile(join(clientDir, '.vite/manifest.json'), 'utf8')));
}

/**
 * Addresses of the fonts that a page of each language asks for before it knows its style sheet.
 * @throws Error when the built client has no manifest or not these fonts in it
 */
export async function fontPreloads(clientDir: string): Promise<FontPreloads> {
  const files = await builtFiles(clientDir);
  const addressesFor = (locale: Locale) =>
    fontsOf(SUBSETS[locale]).map((font) => {
      const file = files[font]?.file;
      if (!file) throw new Error(`The built client in ${clientDir} has no ${font}.`);
      return `/${file}`;
    });
  return { ru: addressesFor('ru'), uk: addressesFor('uk'), en: addressesFor('en') };
}
