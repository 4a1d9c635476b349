import { parseArgs } from 'node:util';
import { startTestDatabase } from '../support/app/postgres.ts';
import { brokenFuzzBounds } from './fuzz/bounds.ts';
import { fuzzSite } from './fuzz/site.ts';

/*
 * Whether the site answers as /api/openapi.json says, whatever it is sent (T10), and what hostile strings do to it (T11):
 * one JSON line with the figures; the exit code is 0 only when every bound is met. `--full` sends more than 50,000
 * requests of each kind; `--seed N` repeats a run.
 */

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, seed: { type: 'string' } },
});
const seed = values.seed === undefined ? Math.trunc(Math.random() * 1e9) : Number(values.seed);
const size = values.full
  ? {
      operations: { perOperation: 460, perHashing: 60 },
      corpus: { strings: 600, perPlace: 120, perHashing: 20 },
    }
  : {
      operations: { perOperation: 20, perHashing: 6 },
      corpus: { strings: 110, perPlace: 6, perHashing: 2 },
    };

const startedAt = performance.now();
const database = await startTestDatabase();
try {
  const figures = await fuzzSite({ ...size, seed }, database);
  const broken = brokenFuzzBounds(figures);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const form = values.full ? 'full' : 'quick';
  console.log(
    JSON.stringify({ proof: 'fuzz', form, seed, seconds, ok: broken.length === 0, broken, ...figures }),
  );
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await database.stop();
}
