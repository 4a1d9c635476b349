import { startTestDatabase } from '../support/app/postgres.ts';
import { createTestApp } from '../support/app/testApp.ts';
import { brokenCrashBounds, crashAgainAndAgain } from './money/crashCycles.ts';

/*
 * Kills the server in the middle of payments and purchases (T4): one JSON line with the figures; the exit code is 0
 * only when every bound is met. 20 kills; with `--full` 300.
 */

const isFull = process.argv.includes('--full');
const PORT = 4139;

const startedAt = performance.now();
const database = await startTestDatabase();
try {
  const site = await createTestApp({}, database);
  const T4 = await crashAgainAndAgain(site, { cycles: isFull ? 300 : 20, port: PORT });
  await site.close();
  const broken = brokenCrashBounds(T4);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const form = isFull ? 'full' : 'quick';
  console.log(JSON.stringify({ proof: 'crash', form, seconds, ok: broken.length === 0, broken, T4 }));
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await database.stop();
}
