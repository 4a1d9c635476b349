import { parseArgs } from 'node:util';
import { startTestDatabase } from '../support/app/postgres.ts';
import { createTestApp } from '../support/app/testApp.ts';
import { type Examples, FORMER_FAULTS, repeatExamples } from './model/formerFaults.ts';
import { interleave } from './model/interleavings.ts';
import { brokenModelBounds } from './model/bounds.ts';
import { runModel } from './model/runs.ts';

/*
 * Whether the money of the site is where a small model says, after every step of sequences that nobody thought of (T8),
 * and whether any two operations at once come to what one after the other does, in whatever order their statements go
 * (T9). What once failed goes first. One JSON line with the figures; the exit code is 0 only when every bound is met.
 * `--full` does it at full size; `--seed N` draws the same sequences again; `--replay '{"T8":[…],"T9":[…]}'` repeats
 * counterexamples as they are printed and nothing else.
 */

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    seed: { type: 'string' },
    replay: { type: 'string' },
  },
});
const seed = values.seed === undefined ? Math.trunc(Math.random() * 1e9) : Number(values.seed);
const size = values.full
  ? { T8: { runs: 2000, steps: 50 }, T9: { racesAPair: 100 } }
  : { T8: { runs: 60, steps: 30 }, T9: { racesAPair: 3 } };

const startedAt = performance.now();
const database = await startTestDatabase();
const newSite = () => createTestApp({}, database);
const print = (figures: { ok: boolean }) => {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(JSON.stringify({ proof: 'model', seconds, ...figures }));
  process.exitCode = figures.ok ? 0 : 1;
};
try {
  const examples: Examples =
    values.replay === undefined
      ? FORMER_FAULTS
      : { T8: [], T9: [], ...(JSON.parse(values.replay) as Partial<Examples>) };
  const failures = await repeatExamples(newSite, examples);
  if (values.replay !== undefined) print({ ok: failures.length === 0, failures } as { ok: boolean });
  else {
    const T8 = await runModel(newSite, { ...size.T8, seed });
    const T9 = await interleave(newSite, { ...size.T9, seed });
    const broken = [...failures, ...brokenModelBounds({ T8, T9 })];
    const form = values.full ? 'full' : 'quick';
    print({ form, seed, ok: broken.length === 0, broken, T8, T9 } as { ok: boolean });
  }
} finally {
  await database.stop();
}
