import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from './config.ts';
import { openDatabase } from './db/open.ts';
import { countChanges, diffText } from './db/seed/catalogueDiff.ts';
import { importCatalogue } from './db/seed/importCatalogue.ts';
import { readCatalogue } from './db/seed/readCatalogue.ts';
import { projectRoot } from './projectRoot.ts';

const complain = (text: string) => process.stderr.write(`${text}\n`);

/** `npm run catalogue:import -- [folder] [--dry-run]` */
async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const isDryRun = values['dry-run'];
  const folder = resolve(positionals[0] ?? join(projectRoot, 'src/server/db/seed/catalogue'));
  const catalogue = await readCatalogue(folder, join(projectRoot, 'assets'));
  const config = readConfig({ ...process.env, POOL_SIZE: '2' }, 'development');
  const database = await openDatabase(config, { info: () => {}, warn: complain });
  try {
    const changes = await importCatalogue(database.pool, catalogue, { isDryRun, actor: 'operator' });
    const counts = Object.entries(countChanges(changes)).filter(([, count]) => count > 0);
    const sum = counts.map(([did, count]) => `${count} ${did}`).join(', ') || 'nothing';
    process.stdout.write(`${diffText(changes)}${isDryRun ? 'Would be' : 'Done'}: ${sum}.\n`);
  } finally {
    await database.close();
  }
}

run().catch((error: unknown) => {
  complain(`Nothing was imported.\n${(error as Error).message}`);
  process.exitCode = 1;
});
