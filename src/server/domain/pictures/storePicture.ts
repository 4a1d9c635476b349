import { createHash } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { UploadKind } from '#/contract/operator/catalogue/uploads.ts';
import { pictureFiles, pictures } from '#/server/platform/db/tables/operators/pictures.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import type { EncodedPicture } from './encodePicture.ts';

/** What names an uploaded picture: its kind, because that decides the sizes, and the file that was sent. */
export function hashPicture(file: Buffer, kind: UploadKind): { hash: Buffer; name: string } {
  const hash = createHash('sha256').update(`${kind}\n`).update(file).digest();
  return { hash, name: `u-${hash.toString('hex', 0, 8)}` };
}

/**
 * Notes that a picture is wanted again, which was uploaded before.
 * @returns whether there is such a picture
 */
export async function touchPicture(
  db: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  hash: Buffer,
): Promise<boolean> {
  const touched = await db
    .update(pictures)
    .set({ usedAt: now() })
    .where(eq(pictures.hash, hash))
    .returning({ name: pictures.name });
  return touched.length > 0;
}

interface NewPicture extends EncodedPicture {
  name: string;
  hash: Buffer;
  kind: UploadKind;
  sourceBytes: number;
  uploadedBy: number;
}

/**
 * Stores a picture with its files. Of two who upload the same at once, the second changes nothing.
 * @returns whether it is new
 * @throws AppError pictureBroken for a file made to have the name of another
 */
export async function storePicture(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  { files, ...picture }: NewPicture,
): Promise<boolean> {
  const { name, hash } = picture;
  const stored = await tx
    .insert(pictures)
    .values({ ...picture, createdAt: now(), usedAt: now() })
    .onConflictDoNothing()
    .returning({ name: pictures.name });
  if (stored.length === 0) return (await touchPicture(tx, { now }, hash)) ? false : fail('pictureBroken');
  await tx.insert(pictureFiles).values(files.map((file) => ({ name, ...file })));
  return true;
}

/** Lists the uploaded pictures as `items/u-0123456789abcdef`, the newest first. */
export async function listUploaded(db: NodePgDatabase): Promise<string[]> {
  const { name, kind, createdAt } = pictures;
  const rows = await db.select({ name, kind }).from(pictures).orderBy(desc(createdAt), name);
  return rows.map((row) => `${row.kind}/${row.name}`);
}

/** Finds a file of an uploaded picture. */
export async function findPictureFile(
  db: NodePgDatabase,
  { name, px, format }: { name: string; px: number; format: 'avif' | 'webp' },
): Promise<Buffer | undefined> {
  const isFile = and(eq(pictureFiles.name, name), eq(pictureFiles.px, px), eq(pictureFiles.format, format));
  const [file] = await db.select({ bytes: pictureFiles.bytes }).from(pictureFiles).where(isFile);
  return file?.bytes;
}
