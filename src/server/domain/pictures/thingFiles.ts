import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PICTURE_PX, uploadedName } from '#/contract/uploadedPicture.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { findPictureFile } from './storePicture.ts';

/** Stands for a picture that is not there. */
const UNKNOWN = 'cases/closed';

interface ThingFiles {
  art: Buffer;
  rim: Buffer | undefined;
}

const siteFile = (name: string): Promise<Buffer | undefined> =>
  readFile(join(projectRoot, 'assets', `${name}.webp`)).catch(() => undefined);

/** Reads a picture of the catalogue, from the site's files or from the uploaded pictures. */
function fileOf(
  db: NodePgDatabase,
  imageName: string,
  { path, px }: { path: string; px: number },
): Promise<Buffer | undefined> {
  const name = uploadedName(`/${imageName}`);
  return name ? findPictureFile(db, { name, px, format: 'webp' }) : siteFile(path);
}

/** Reads the picture of an item and its rim light. */
export async function itemFiles(db: NodePgDatabase, imageName: string): Promise<ThingFiles> {
  const art = await fileOf(db, imageName, { path: `items/${imageName}`, px: PICTURE_PX.thing });
  const rim = await fileOf(db, imageName, { path: `items/${imageName}.rim`, px: PICTURE_PX.rim });
  return art ? { art, rim } : unknownFiles();
}

/** Reads the large picture of a case, closed. It has no rim light. */
export async function caseFiles(db: NodePgDatabase, imageName: string): Promise<ThingFiles> {
  const art = await fileOf(db, imageName, { path: `cases/${imageName}.hero`, px: PICTURE_PX.casePage });
  return art ? { art, rim: undefined } : unknownFiles();
}

async function unknownFiles(): Promise<ThingFiles> {
  const art = await siteFile(UNKNOWN);
  if (!art) throw new Error(`there is no ${UNKNOWN}.webp`);
  return { art, rim: undefined };
}
