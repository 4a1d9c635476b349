import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PICTURE_PX, uploadedName } from '#/contract/uploadedPicture.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { findPictureFile } from './storePicture.ts';

/** Stands for the picture of an item that has none. */
const UNKNOWN = 'cases/closed';

const siteFile = (name: string): Promise<Buffer | undefined> =>
  readFile(join(projectRoot, 'assets', `${name}.webp`)).catch(() => undefined);

/** Reads the picture of an item and its rim light, from the site's files or from the uploaded pictures. */
export async function itemFiles(
  db: NodePgDatabase,
  imageName: string,
): Promise<{ art: Buffer; rim: Buffer | undefined }> {
  const name = uploadedName(`/${imageName}`);
  const file = (suffix: string, px: number) =>
    name ? findPictureFile(db, { name, px, format: 'webp' }) : siteFile(`items/${imageName}${suffix}`);
  const art = await file('', PICTURE_PX.thing);
  const rim = await file('.rim', PICTURE_PX.rim);
  if (art) return { art, rim };
  const unknown = await siteFile(UNKNOWN);
  if (!unknown) throw new Error(`there is no ${UNKNOWN}.webp`);
  return { art: unknown, rim: undefined };
}
