import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import * as z from 'zod/mini';
import { UPLOAD_KINDS, type UploadKind } from '#/contract/operator/catalogue/uploads.ts';
import { picturesOf } from '#/contract/operator/catalogue/pictures.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { PICTURE_PX, uploadedName } from '#/contract/uploadedPicture.ts';
import { CatalogueError } from '#/server/domain/catalogue/catalogueError.ts';
import { PICTURES_FOLDER } from '#/server/domain/catalogue/readCatalogue.ts';
import { pictureFiles, pictures } from '#/server/platform/db/tables/operators/pictures.ts';
import { isEncoded } from './encodePicture.ts';
import type { NewPicture } from './storePicture.ts';

/** Describes the pictures of a folder. */
const LIST = 'list.json';
/** Most bytes of an encoded file; those of the site have a tenth. */
const FILE_MAX_BYTES = 2 * 1024 * 1024;
const FORMATS = ['avif', 'webp'] as const;
const SIZES: Readonly<Record<UploadKind, readonly number[]>> = {
  cases: [PICTURE_PX.casePage, PICTURE_PX.caseCard],
  items: [PICTURE_PX.thing, PICTURE_PX.rim],
  products: [PICTURE_PX.thing],
  referral: [PICTURE_PX.thing],
};

const entry = z.strictObject({
  kind: z.enum(UPLOAD_KINDS),
  /** SHA-256 in hex, of which the name is the beginning. */
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  sourceBytes: z.int().check(z.positive()),
  sourcePx: z.int().check(z.positive()),
});
type Entry = z.output<typeof entry>;

const nameOf = ({ hash }: Pick<Entry, 'hash'>) => `u-${hash.slice(0, 16)}`;
/** The size stands behind a dot, so that `listPictures` finds the name of the picture. */
const fileOf = (found: Pick<Entry, 'kind' | 'hash'>, px: number, format: string) =>
  `${found.kind}/${nameOf(found)}.${px}.${format}`;

/** Collects the uploaded pictures of a catalogue as files of its folder, by path. */
export async function pictureFilesOf(
  db: NodePgDatabase,
  catalogue: Catalogue,
): Promise<Record<string, Uint8Array>> {
  const names = new Set(picturesOf(catalogue).flatMap(({ name }) => uploadedName(`/${name}`) ?? []));
  if (names.size === 0) return {};
  const rows = await db
    .select()
    .from(pictures)
    .where(inArray(pictures.name, [...names]))
    .orderBy(pictures.name);
  const list = rows.map(({ kind, hash, sourceBytes, sourcePx }): Entry => {
    return { kind, hash: hash.toString('hex'), sourceBytes, sourcePx };
  });
  const ofName = new Map(list.map((found) => [nameOf(found), found]));
  const files = await db
    .select()
    .from(pictureFiles)
    .where(inArray(pictureFiles.name, [...ofName.keys()]));
  return Object.fromEntries([
    [`${PICTURES_FOLDER}/${LIST}`, new TextEncoder().encode(`${JSON.stringify(list, null, 2)}\n`)],
    ...files.map(({ name, px, format, bytes }) => {
      return [`${PICTURES_FOLDER}/${fileOf(ofName.get(name)!, px, format)}`, new Uint8Array(bytes)];
    }),
  ]) as Record<string, Uint8Array>;
}

/**
 * Reads the uploaded pictures of a catalogue's folder, which `pictureFilesOf` has written (O20). A folder without the list
 * has none.
 * @throws CatalogueError with every mistake: wrong lists, and files that are missing or no pictures of their size
 */
export async function readPictureFolder(folder: string): Promise<NewPicture[]> {
  const path = join(folder, PICTURES_FOLDER);
  const text = await readFile(join(path, LIST), 'utf8').catch(() => undefined);
  if (text === undefined) return [];
  const mistakes: string[] = [];
  const found: NewPicture[] = [];
  for (const each of readList(text)) found.push(await readPicture(path, each, mistakes));
  if (mistakes.length > 0) throw new CatalogueError(mistakes);
  return found;
}

function readList(text: string): Entry[] {
  try {
    return z.parse(z.array(entry), JSON.parse(text));
  } catch (error) {
    throw new CatalogueError([`${PICTURES_FOLDER}/${LIST}: ${(error as Error).message}`]);
  }
}

async function readPicture(path: string, each: Entry, mistakes: string[]): Promise<NewPicture> {
  const { kind, sourceBytes, sourcePx } = each;
  const files: NewPicture['files'] = [];
  for (const px of SIZES[kind])
    for (const format of FORMATS) {
      const file = fileOf(each, px, format);
      const bytes = await readFile(join(path, file)).catch(() => undefined);
      if (!bytes) mistakes.push(`${PICTURES_FOLDER}/${file} is missing`);
      else if (bytes.length > FILE_MAX_BYTES || !(await isEncoded(bytes, { px, format })))
        mistakes.push(`${PICTURES_FOLDER}/${file} is no ${format} of ${px} px`);
      else files.push({ px, format, bytes });
    }
  const hash = Buffer.from(each.hash, 'hex');
  return { name: nameOf(each), kind, hash, sourceBytes, sourcePx, uploadedBy: null, files };
}
