import { join } from 'node:path';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { listPictures } from '#/server/domain/catalogue/missingPictures.ts';
import { listUploaded } from '#/server/domain/pictures/storePicture.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';

/** What comes with the site stays the same while it runs. */
let ofSite: Promise<string[]> | undefined;

/** The pictures that a catalogue may name, as `items/sultan`: the uploaded ones, the newest first, then the site's own. */
export const sitePictures = async (db: NodePgDatabase): Promise<string[]> => [
  ...(await listUploaded(db)),
  ...(await (ofSite ??= listPictures(join(projectRoot, 'assets')))),
];
