import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { CatalogueError } from '#/server/domain/catalogue/catalogueError.ts';
import { PICTURES_FOLDER } from '#/server/domain/catalogue/readCatalogue.ts';
import { ENCODED_FORMATS, ENCODED_SIZES } from './encodedFiles.ts';
import { isEncoded } from './encodePicture.ts';
import { entryFile, PICTURE_LIST, entryName, type PictureEntry, pictureEntry } from './pictureFolder.ts';
import type { NewPicture } from './storePicture.ts';

/**
 * Reads the uploaded pictures of a catalogue's folder, which `pictureFilesOf` has written (O20). A folder without the list
 * has none.
 * @throws CatalogueError with every mistake: wrong lists, and files that are missing or no pictures of their size
 */
export async function readPictureFolder(folder: string): Promise<NewPicture[]> {
  const path = join(folder, PICTURES_FOLDER);
  const text = await readFile(join(path, PICTURE_LIST), 'utf8').catch(() => undefined);
  if (text === undefined) return [];
  const mistakes: string[] = [];
  const found: NewPicture[] = [];
  for (const each of readList(text)) found.push(await readPicture(path, each, mistakes));
  if (mistakes.length > 0) throw new CatalogueError(mistakes);
  return found;
}

function readList(text: string): PictureEntry[] {
  try {
    return z.parse(z.array(pictureEntry), JSON.parse(text));
  } catch (error) {
    throw new CatalogueError([`${PICTURES_FOLDER}/${PICTURE_LIST}: ${(error as Error).message}`]);
  }
}

async function readPicture(path: string, each: PictureEntry, mistakes: string[]): Promise<NewPicture> {
  const { kind, sourceBytes, sourcePx } = each;
  const files: NewPicture['files'] = [];
  for (const px of ENCODED_SIZES[kind])
    for (const format of ENCODED_FORMATS) {
      const file = entryFile(each, px, format);
      const bytes = await readFile(join(path, file)).catch(() => undefined);
      if (!bytes) mistakes.push(`${PICTURES_FOLDER}/${file} is missing`);
      else if (!(await isEncoded(bytes, { px, format })))
        mistakes.push(`${PICTURES_FOLDER}/${file} is no ${format} of ${px} px`);
      else files.push({ px, format, bytes });
    }
  const hash = Buffer.from(each.hash, 'hex');
  return { name: entryName(each), kind, hash, sourceBytes, sourcePx, uploadedBy: null, files };
}
