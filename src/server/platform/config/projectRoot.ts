import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('package.json of the site is not above its server');
  return findRoot(parent);
}

/** The checkout. Migrations, catalogue and assets are read from it, both from source and from the build. */
export const projectRoot = findRoot(dirname(fileURLToPath(import.meta.url)));
