import { parseArgs } from 'node:util';
import { startTestDatabase } from '../support/app/postgres.ts';
import { createTestApp } from '../support/app/testApp.ts';
import { brokenDeliverBounds } from './deliver/bounds.ts';
import { type FivemBridge, GAME_STEPS, type GameStep, type RagempBridge } from './deliver/kinds.ts';
import { deliverUnderFire } from './deliver/run.ts';

/*
 * Whether what is bought reaches the game once, whatever is killed, lost, doubled, delayed, forged or put back meanwhile
 * (K1 to K9). Both adapters run in their interpreters, each with every bridge. One JSON line for each campaign and one with
 * the figures; the exit code is 0 only when every bound is met. `--full` runs more rounds, `--rounds N` as many as it says;
 * `--seed N` draws the same again. `--steps "after save,after started"` kills the games at these steps only, in this order:
 * the bounds that ask for everything are not met then.
 */

const PAIRS: { fivem: FivemBridge; ragemp: RagempBridge }[] = [
  { fivem: 'qb', ragemp: 'sql' },
  { fivem: 'esx', ragemp: 'events' },
  { fivem: 'ox', ragemp: 'sql' },
  { fivem: 'standalone', ragemp: 'events' },
];

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seed: { type: 'string' },
    steps: { type: 'string' },
  },
});
const seed = values.seed === undefined ? Math.trunc(Math.random() * 1e9) : Number(values.seed);
const campaigns = values.full ? 3 : 1;
const steps = values.steps?.split(',').map(stepOf);
const rounds = Number(values.rounds ?? (values.full ? 4 : 1));

const startedAt = performance.now();
const database = await startTestDatabase();
try {
  const newSite = () => createTestApp({}, database);
  const totals = { deliveries: 0, given: 0, kills: 0, mischief: 0, doubled: 0, lost: 0, unknown: 0 };
  const faults = { unexplained: 0, stuck: 0 };
  const broken: string[] = [];
  for (let campaign = 0; campaign < campaigns * PAIRS.length; campaign++) {
    const bridges = PAIRS[campaign % PAIRS.length]!;
    const drawn = { bridges, rounds, seed: seed + campaign, ...(steps && { steps }) };
    const figure = await deliverUnderFire(newSite, drawn);
    const missing = brokenDeliverBounds(figure);
    broken.push(...missing.map((bound) => `${figure.games.join(' and ')}: ${bound}`));
    console.log(JSON.stringify({ missing, ...figure }));
    totals.deliveries += figure.deliveries;
    totals.given += figure.given;
    totals.kills += sumOf(figure.kills);
    totals.mischief += sumOf(figure.mischief);
    totals.doubled += figure.doubled.length;
    totals.lost += figure.lost.length;
    totals.unknown += figure.unknowns.length;
    faults.unexplained += figure.unexplained.length;
    faults.stuck += figure.stuck.length;
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const form = values.full ? 'full' : 'quick';
  const ok = broken.length === 0;
  console.log(JSON.stringify({ proof: 'deliver', form, seed, seconds, ok, broken, ...totals, ...faults }));
  process.exitCode = ok ? 0 : 1;
} finally {
  await database.stop();
}

function stepOf(text: string): GameStep {
  const step = GAME_STEPS.find((each) => each === text);
  if (!step) throw new Error(`no step is called ${text}`);
  return step;
}

function sumOf(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
