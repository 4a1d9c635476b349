import { join, resolve } from 'node:path';
import { countChanges, diffText } from '#/server/domain/seed/catalogueDiff.ts';
import { isOwnedByBrowser } from '#/server/domain/catalogue/revisions.ts';
import { readPictureFolder } from '#/server/domain/pictures/readPictureFolder.ts';
import { storePicture } from '#/server/domain/pictures/storePicture.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { readCatalogue } from '#/server/domain/catalogue/readCatalogue.ts';
import type { Config } from '#/server/platform/config/config.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { type CommandDatabase, commandWords, runToEnd, saysUsage, withDatabase } from './operator.ts';

const USAGE = `npm run catalogue:import -- [FOLDER] [--dry-run]
Imports the catalogue files of a folder, all or nothing; with --dry-run it shows what would change.`;

async function run(): Promise<void> {
  const { values, positionals } = commandWords({
    options: { 'dry-run': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const isDryRun = values['dry-run'];
  const folder = resolve(positionals[0] ?? join(projectRoot, 'src/server/domain/catalogue/files'));
  const catalogue = await readCatalogue(folder, join(projectRoot, 'assets'));
  const pictures = await readPictureFolder(folder);
  const importFiles = async ({ pool, now }: CommandDatabase, config: Config) => {
    const changes = await importCatalogue(pool, catalogue, {
      isDryRun,
      actor: 'operator',
      before: async (tx) => {
        if (!isDryRun && (await isOwnedByBrowser(tx, config)))
          throw new Error(
            'Operators publish the catalogue in the browser. CATALOGUE=files gives it back to the files.',
          );
        for (const picture of pictures) await storePicture(tx, { now }, picture);
      },
    });
    const counts = Object.entries(countChanges(changes)).filter(([, count]) => count > 0);
    const sum = counts.map(([did, count]) => `${count} ${did}`).join(', ') || 'nothing';
    process.stdout.write(`${diffText(changes)}${isDryRun ? 'Would be' : 'Done'}: ${sum}.\n`);
  };
  // files can be checked without a site
  await withDatabase(importFiles, { mayMake: isDryRun });
}

if (!saysUsage(USAGE)) await runToEnd(run, 'Nothing was imported.\n');
