import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '#/contract/kernel/locale.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';

/**
 * Reads a text of the client's own locale files, so that the title of a page stays the same after hydration.
 * @param key file and path, for example `common:notFound.title`
 */
export function pageText(locale: Locale, key: string): string | undefined {
  const [file = '', path = ''] = key.split(':');
  let node: unknown = textsOf(locale, file);
  for (const name of path.split('.'))
    node = typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[name] : undefined;
  return typeof node === 'string' ? node : undefined;
}

export type TextValues = Record<string, string | number>;

/**
 * Reads a text and fills its gaps; `count` selects its plural.
 * @throws Error if there is no such text
 */
export function filledText(locale: Locale, key: string, values: TextValues = {}): string {
  const plural = new Intl.PluralRules(locale).select(Number(values['count'] ?? 0));
  const text = pageText(locale, key) ?? pageText(locale, `${key}_${plural}`);
  if (text === undefined) throw new Error(`no text for ${locale} ${key}`);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}

const read = new Map<string, unknown>();

function textsOf(locale: Locale, file: string): unknown {
  const path = join(projectRoot, 'locales', locale, `${file}.json`);
  if (!read.has(path)) read.set(path, JSON.parse(readFileSync(path, 'utf8')));
  return read.get(path);
}
