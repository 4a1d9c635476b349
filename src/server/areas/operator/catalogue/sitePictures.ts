import { join } from 'node:path';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { listPictures } from '#/server/domain/catalogue/missingPictures.ts';
import { listUploaded } from '#/server/domain/pictures/storePicture.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';

/** Names of the pictures in assets/. They do not change while the site runs. */
let ofSite: Promise<string[]> | undefined;

/**
 * Names of the pictures that a catalogue may use, for example `items/sultan`: the uploaded ones, the newest first,
 * then the site's own.
 */
export const sitePictures = async (db: NodePgDatabase): Promise<string[]> => [
  ...(await listUploaded(db)),
  ...(await (ofSite ??= listPictures(join(projectRoot, 'assets')))),
];
