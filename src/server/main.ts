import { readConfig } from './platform/config/config.ts';
import { start } from './start.ts';
import { startTrouble } from './startTrouble.ts';

try {
  // from source: npm run dev; from dist: npm start
  await start(readConfig(process.env, import.meta.url.endsWith('.ts') ? 'development' : 'production'));
} catch (error) {
  process.stderr.write(`${startTrouble(error, process.env['HOST'])}\n`);
  process.exit(1);
}
