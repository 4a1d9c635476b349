import { inArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import * as z from 'zod/mini';
import { UPLOAD_KINDS } from '#/contract/operator/catalogue/uploads.ts';
import { picturesOf } from '#/contract/operator/catalogue/pictures.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { uploadedName } from '#/contract/uploadedPicture.ts';
import { PICTURES_FOLDER } from '#/server/domain/catalogue/readCatalogue.ts';
import { pictureFiles, pictures } from '#/server/platform/db/tables/operators/pictures.ts';

/** Describes the pictures of a folder. */
export const PICTURE_LIST = 'list.json';
/** A picture in the list. */
export const pictureEntry = z.strictObject({
  kind: z.enum(UPLOAD_KINDS),
  /** SHA-256 in hex, of which the name is the beginning. */
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  sourceBytes: z.int().check(z.positive()),
  sourcePx: z.int().check(z.positive()),
});
export type PictureEntry = z.output<typeof pictureEntry>;

export const entryName = ({ hash }: Pick<PictureEntry, 'hash'>) => `u-${hash.slice(0, 16)}`;
/** The size stands behind a dot, so that `listPictures` finds the name of the picture. */
export const entryFile = (found: Pick<PictureEntry, 'kind' | 'hash'>, px: number, format: string) =>
  `${found.kind}/${entryName(found)}.${px}.${format}`;

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
  const list = rows.map(({ kind, hash, sourceBytes, sourcePx }): PictureEntry => {
    return { kind, hash: hash.toString('hex'), sourceBytes, sourcePx };
  });
  const ofName = new Map(list.map((found) => [entryName(found), found]));
  const files = await db
    .select()
    .from(pictureFiles)
    .where(inArray(pictureFiles.name, [...ofName.keys()]));
  return Object.fromEntries([
    [`${PICTURES_FOLDER}/${PICTURE_LIST}`, new TextEncoder().encode(`${JSON.stringify(list, null, 2)}\n`)],
    ...files.map(({ name, px, format, bytes }) => {
      return [`${PICTURES_FOLDER}/${entryFile(ofName.get(name)!, px, format)}`, new Uint8Array(bytes)];
    }),
  ]) as Record<string, Uint8Array>;
}
