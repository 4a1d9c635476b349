import { join } from 'node:path';
import { listPictures } from '#/server/domain/catalogue/missingPictures.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';

/** The pictures of this site, as `items/sultan`. They come with it, so they stay the same while it runs. */
let pictures: Promise<string[]> | undefined;
export const sitePictures = (): Promise<string[]> => (pictures ??= listPictures(join(projectRoot, 'assets')));
