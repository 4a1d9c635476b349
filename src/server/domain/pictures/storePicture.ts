import { createHash } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { UploadKind } from '#/contract/operator/catalogue/uploads.ts';
import { pictureFiles, pictures } from '#/server/platform/db/tables/operators/pictures.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import type { EncodedPicture } from '#/server/ports/pictureWork.ts';

/** Hashes the kind, which decides the sizes, and the uploaded file. The picture is named after the hash. */
export function hashPicture(file: Buffer, kind: UploadKind): { hash: Buffer; name: string } {
  const hash = createHash('sha256').update(`${kind}\n`).update(file).digest();
  return { hash, name: `u-${hash.toString('hex', 0, 8)}` };
}

/**
 * Marks an earlier upload as used again.
 * @returns whether the picture exists
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

export interface NewPicture extends EncodedPicture {
  name: string;
  hash: Buffer;
  kind: UploadKind;
  sourceBytes: number;
  /** Id of the operator. Null for a picture that came with catalogue files. */
  uploadedBy: number | null;
}

/**
 * Stores a picture with its files. If two requests store the same picture, the second one changes nothing.
 * @returns whether it is new
 * @throws AppError pictureBroken for a different file that was made to have the same name
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
  const byFile = and(eq(pictureFiles.name, name), eq(pictureFiles.px, px), eq(pictureFiles.format, format));
  const [file] = await db.select({ bytes: pictureFiles.bytes }).from(pictureFiles).where(byFile);
  return file?.bytes;
}
