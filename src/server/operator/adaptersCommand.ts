import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { packAdapters } from '#/server/domain/gameServers/packAdapters.ts';
import { say, saysUsage } from './operator.ts';

const USAGE = `npm run adapters
Packs the adapter of each game with its README and the protocol into dist/adapters, for the machines of the game servers.`;

/** `npm run adapters`: writes the zips of the adapters. */
function run(): void {
  const folder = join(projectRoot, 'dist/adapters');
  mkdirSync(folder, { recursive: true });
  for (const { fileName, bytes } of packAdapters()) {
    writeFileSync(join(folder, fileName), bytes);
    say(`dist/adapters/${fileName}`);
  }
}

if (!saysUsage(USAGE)) run();
