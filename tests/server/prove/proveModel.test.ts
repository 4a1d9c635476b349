import { expect, test } from 'vitest';
import { FORMER_FAULTS, repeatExamples } from '../../prove/model/formerFaults.ts';
import { interleave, PAIRS } from '../../prove/model/interleavings.ts';
import { brokenModelBounds } from '../../prove/model/bounds.ts';
import { runModel } from '../../prove/model/runs.ts';
import { createTestApp } from '../../support/app/testApp.ts';

/* The quick form of `npm run prove:model`, with a seed of its own. */

const SEED = 20_261_122;
const newSite = () => createTestApp();

test('T8 T9 what once made server and model disagree does so no more', async () => {
  expect(await repeatExamples(newSite, FORMER_FAULTS)).toEqual([]);
}, 300_000);

test('T8 T9 the money is where the model says, and two operations at once come to what one after the other does', async () => {
  const T8 = await runModel(newSite, { runs: 8, steps: 30, seed: SEED });
  const T9 = await interleave(newSite, {
    pairs: PAIRS.filter((_, at) => at % 9 === 0),
    racesAPair: 2,
    seed: SEED,
  });
  expect(brokenModelBounds({ T8, T9 }), JSON.stringify({ T8, T9 })).toEqual([]);
}, 300_000);
