import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Mistake } from '#/contract/operator/catalogue/mistake.ts';
import { PICTURE_KINDS, picturesOf } from '#/contract/operator/catalogue/pictures.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';

/** Lists the pictures of a folder by their names, for example `items/sultan`: every `assets/<kind>/<name>.*`. */
export async function listPictures(assetsFolder: string): Promise<string[]> {
  const present = new Set<string>();
  for (const kind of PICTURE_KINDS)
    for (const file of await readdir(join(assetsFolder, kind)).catch(() => []))
      present.add(`${kind}/${basename(file).replace(/\..*$/, '')}`);
  return [...present].toSorted();
}

/** Finds the pictures of a catalogue that do not exist. */
export function missingPictures(catalogue: Catalogue, present: readonly string[]): Mistake[] {
  const known = new Set(present);
  return picturesOf(catalogue)
    .filter(({ name }) => !known.has(name))
    .map(({ name, path }) => ({
      path,
      code: 'noPicture',
      values: { value: name },
      sentence: `assets/${name}.* is named but not there`,
    }));
}
