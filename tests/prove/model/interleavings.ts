import fc from 'fast-check';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { releaseCashBacks } from '#/server/domain/referral/releaseCashBacks.ts';
import { rewardMilestones } from '#/server/domain/referral/rewardMilestones.ts';
import { expireOrders } from '#/server/domain/orders/expireOrders.ts';
import { useFakeProvider } from '../../support/players/shopping.ts';
import type { TestApp } from '../../support/app/testApp.ts';
import { createScene, outcomeOf, type RivalName, RIVALS, type Scene } from './rivals.ts';
import { createTurnGate, type TurnGate, type Turns } from './turnGate.ts';

/** Two operations and in which order their statements went. */
export interface Interleaving {
  pair: [RivalName, RivalName];
  turns: Turns;
}

export interface InterleavingFigure {
  seed: number;
  pairs: number;
  races: number;
  statements: number;
  /** Number of times that an operation waited for the other's lock. */
  lockWaits: number;
  /** Number of deadlocks in the database; all code locks in one order, so it must be 0. */
  deadlocks: number;
  counterexamples: (Interleaving & { why: string })[];
}

/** Scenes of one site: its invariants read all of them. */
const SCENES_A_SITE = 30;
/** Statements that one operation sends in a row while the other could send as well. */
const LONGEST_STRETCH = 20;
const STRETCHES = 8;
/** Time limit of the search for a simpler counterexample of a pair. */
const SHRINK_MS = 20_000;

const NAMES = Object.keys(RIVALS) as RivalName[];
/** Every operation with every other one and with itself. */
export const PAIRS: readonly [RivalName, RivalName][] = NAMES.flatMap((first, at) =>
  NAMES.slice(at).map((second): [RivalName, RivalName] => [first, second]),
);

/** Races on sites that are made as they are needed, and what each pair comes to one after the other. */
export interface Races {
  /** @returns why the outcome is that of no serial order; undefined when it is that of one */
  run: (interleaving: Interleaving) => Promise<string | undefined>;
  figure: Omit<InterleavingFigure, 'seed' | 'pairs' | 'counterexamples'>;
  close: () => Promise<void>;
}

export function createRaces(newSite: () => Promise<TestApp>): Races {
  let here: { site: TestApp; gate: TurnGate; scenes: number } | undefined;
  const figure = { races: 0, statements: 0, lockWaits: 0, deadlocks: 0 };
  const serial = new Map<string, Promise<string[]>>();

  async function leave(): Promise<void> {
    if (!here) return;
    const { site, gate } = here;
    here = undefined;
    figure.statements += gate.figures.statements;
    figure.lockWaits += gate.figures.lockWaits;
    await gate.close();
    const { rows } = await site.pool.query<{ deadlocks: number }>(
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    );
    figure.deadlocks += rows[0]!.deadlocks;
    await site.close();
  }

  async function newScene(): Promise<{ scene: Scene; gate: TurnGate }> {
    if (here && here.scenes >= SCENES_A_SITE) await leave();
    if (!here) {
      const site = await newSite();
      useFakeProvider(site);
      here = { site, gate: await createTurnGate(site), scenes: 0 };
    }
    here.scenes++;
    return { scene: await createScene(here.site), gate: here.gate };
  }

  async function finish(scene: Scene, answers: readonly string[]): Promise<string> {
    const outcome = JSON.stringify({ answers, outcome: await outcomeOf(scene) });
    // the jobs of the next scene find nothing of this one
    for (const job of [expireOrders, releaseCashBacks, rewardMilestones]) await job(scene.site.deps);
    const broken = await brokenInvariants(scene.site.pool);
    if (Object.keys(broken).length === 0) return outcome;
    await leave();
    throw new Error(`broken: ${JSON.stringify(broken)}`);
  }

  /** Result of both operations when one ends before the other begins. */
  async function inSeries(pair: Interleaving['pair'], isSwapped: boolean): Promise<string> {
    const { scene } = await newScene();
    const answers: string[] = [];
    const order = isSwapped ? [1, 0] : [0, 1];
    for (const at of order) answers[at] = await RIVALS[pair[at]!](scene);
    // a race of operations that are refused anyway would show nothing
    const first = answers[order[0]!];
    if (/^\d/.test(first!) && first !== '200')
      throw new Error(`${pair[order[0]!]} alone is answered ${first}`);
    return finish(scene, answers);
  }

  /** Result of an operation that is repeated: it must happen once, with equal answers. */
  async function once(name: RivalName): Promise<string> {
    const { scene } = await newScene();
    const answer = await RIVALS[name](scene);
    return finish(scene, [answer, answer]);
  }

  function serialOutcomes(pair: Interleaving['pair']): Promise<string[]> {
    const known = serial.get(pair.join());
    if (known) return known;
    const isRepeated = pair[0] === pair[1];
    const outcomes = (async () =>
      isRepeated ? [await once(pair[0])] : [await inSeries(pair, false), await inSeries(pair, true)])();
    serial.set(pair.join(), outcomes);
    return outcomes;
  }

  async function run({ pair, turns }: Interleaving): Promise<string | undefined> {
    const permitted = await serialOutcomes(pair);
    const { scene, gate } = await newScene();
    figure.races++;
    const [first, second] = pair.map((name) => () => RIVALS[name](scene));
    try {
      const outcome = await finish(scene, await gate.race(first!, second!, turns));
      return permitted.includes(outcome) ? undefined : `${outcome} is none of ${permitted.join(' and ')}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  return { run, figure, close: leave };
}

/** Lets every pair of operations run at once, again and again, their statements in drawn orders (T9). */
export async function interleave(
  newSite: () => Promise<TestApp>,
  { pairs = PAIRS, racesAPair, seed }: { pairs?: typeof PAIRS; racesAPair: number; seed: number },
): Promise<InterleavingFigure> {
  const races = createRaces(newSite);
  const counterexamples: InterleavingFigure['counterexamples'] = [];
  // one operation goes on for a while, then the other: with single turns neither would often come far ahead
  const anyTurns = fc
    .noBias(fc.array(fc.nat(LONGEST_STRETCH), { minLength: STRETCHES, maxLength: STRETCHES }))
    .map((lengths): Turns =>
      lengths.flatMap((length, at) => Array<0 | 1>(length).fill(at % 2 === 0 ? 0 : 1)),
    );
  for (const pair of pairs) {
    let failedAtMs: number | undefined;
    const property = fc.asyncProperty(anyTurns, async (turns) => {
      if (failedAtMs !== undefined && performance.now() - failedAtMs > SHRINK_MS) return;
      const why = await races.run({ pair, turns });
      if (why === undefined) return;
      failedAtMs ??= performance.now();
      throw new Error(why);
    });
    const result = await fc.check(property, { seed, numRuns: racesAPair });
    if (!result.failed) continue;
    const { errorInstance: error, counterexample } = result;
    const why = error instanceof Error ? error.message : String(error);
    counterexamples.push({ pair, turns: counterexample?.[0] ?? [], why });
  }
  await races.close();
  return { seed, pairs: pairs.length, ...races.figure, counterexamples };
}
