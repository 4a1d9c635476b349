import { and, eq, isNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { closeDays } from '#/server/domain/fairness/closeDays.ts';
import { countDraws } from '#/server/domain/fairness/countDraws.ts';
import { countFigures } from '#/server/domain/figures/countFigures.ts';
import { demoHistory } from '#/server/platform/db/tables/demo.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { AppError } from '#/server/platform/kernel/errors.ts';
import { createPast, type Past } from './past.ts';
import { Refused } from './pastSite.ts';
import { makePeople } from './people.ts';
import { planHistory, type Step } from './plan.ts';
import { promotionOf } from './rhythm.ts';
import { takeStep } from './takeStep.ts';

/** How much history a new demonstration gets. */
export interface Extent {
  seed: number;
  days: number;
  players: number;
}

const EXTENT: Extent = { seed: 2026, days: 90, players: 260 };

/**
 * Writes the history of a demonstration: what its players and operators did in the past, done by the use cases of the site
 * with a clock that stands at each moment (SE18). It is written once; what was cut short goes on at the next start, and of
 * two servers each step is taken by one.
 * @throws Error if the site is no demonstration
 */
export async function writeHistory(
  deps: Deps,
  { signal, extent = EXTENT }: { signal: AbortSignal; extent?: Extent },
): Promise<void> {
  if (!deps.config.isDemo) throw new Error('only a demonstration has a made-up history');
  await deps.db
    .insert(demoHistory)
    .values({ ...extent, endsAt: deps.now() })
    .onConflictDoNothing();
  const [history] = await deps.db.select().from(demoHistory);
  if (!history || history.finishedAt) return;
  const steps = planHistory(history);
  const people = makePeople(history.seed, history.players);
  const past = await createPast(deps, history.endsAt);
  const scene = { people, promotionEndsAt: promotionOf(history).to };
  const take = ({ act }: Step) => takeStep(past, act, scene);
  for (let number = history.nextStep; number < steps.length; number++) {
    if (signal.aborted) return;
    const step = steps[number]!;
    await takeNext(deps, past, number, step, () => take(step));
  }
  await deps.db.update(demoHistory).set({ finishedAt: deps.now() }).where(isNull(demoHistory.finishedAt));
  await closeDays(deps);
  await countDraws(deps);
  await countFigures(deps);
}

/**
 * Writes the history in the background. A failure is logged; the next start goes on.
 * @returns a function that stops it after the step under way
 */
export function startHistory(deps: Deps): () => Promise<void> {
  const stopping = new AbortController();
  const written = writeHistory(deps, { signal: stopping.signal }).catch((error: unknown) =>
    deps.log.error(error, 'the history of the demonstration is not complete: the next start goes on with it'),
  );
  return () => {
    stopping.abort();
    return written;
  };
}

/**
 * Takes a step and notes it, in one transaction. A step that fails leaves nothing and is left out: the history goes on
 * without it.
 */
async function takeNext(
  deps: Deps,
  past: Past,
  number: number,
  step: Step,
  take: () => Promise<void>,
): Promise<void> {
  const client = await deps.pool.connect();
  const tx = drizzle(client);
  const note = () =>
    tx
      .update(demoHistory)
      .set({ nextStep: number + 1 })
      .where(and(isNull(demoHistory.finishedAt), eq(demoHistory.nextStep, number)));
  try {
    await client.query('BEGIN');
    // a power cut may take the last steps away, with their notes
    await client.query('SET LOCAL synchronous_commit = off');
    const noted = await note();
    if (noted.rowCount === 1) await past.at(client, step.at, take);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    const isRefusal = error instanceof Refused || (error instanceof AppError && error.status < 500);
    const facts = { err: error, step: number, act: step.act.kind };
    if (isRefusal) deps.log.info(facts, 'the site of the past refused a step of the history');
    else deps.log.warn(facts, 'a step of the history was left out');
    await note();
  } finally {
    client.release();
  }
}
