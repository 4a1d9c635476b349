import { startTestDatabase } from '../support/app/postgres.ts';
import { createTestApp } from '../support/app/testApp.ts';
import { brokenFairBounds, playAndVerify } from './fair/bounds.ts';

/*
 * Proves that a stranger can compute every prize again (PF1): players open on a server that listens, then a second
 * implementation verifies all of it from the public calls, and finds every lie told to it. One JSON line with the
 * figures; the exit code is 0 only when every bound is met. `--full` plays more.
 */

const isFull = process.argv.includes('--full');
const form = isFull
  ? { players: 8, singles: 25, hundreds: 12, proofOfEvery: 10 }
  : { players: 3, singles: 5, hundreds: 4, proofOfEvery: 50 };

const startedAt = performance.now();
const database = await startTestDatabase();
try {
  const site = await createTestApp({}, database);
  const figure = await playAndVerify(site, form);
  await site.close();
  const broken = brokenFairBounds(figure, form);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(
    JSON.stringify({
      proof: 'fair',
      form: isFull ? 'full' : 'quick',
      seconds,
      ok: broken.length === 0,
      broken,
      PF1: { players: form.players, ...figure, faults: figure.faults.slice(0, 20) },
    }),
  );
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await database.stop();
}
