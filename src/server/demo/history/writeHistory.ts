import { and, eq, isNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { closeDays } from '#/server/domain/fairness/closeDays.ts';
import { countDraws } from '#/server/domain/fairness/countDraws.ts';
import { countFigures } from '#/server/domain/figures/countFigures.ts';
import { fetchPayouts } from '#/server/domain/payouts/fetchPayouts.ts';
import { demoHistory } from '#/server/platform/db/tables/site/demo.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { AppError } from '#/server/platform/kernel/errors.ts';
import { tellDemoPlayer } from '../demoNews.ts';
import { createPast, type Past } from './past.ts';
import { Refused } from './pastSite.ts';
import { makePeople } from './people.ts';
import { planHistory, type Step } from './plan.ts';
import { DAY_MS, promotionOf } from './rhythm.ts';
import { takeStep } from './takeStep.ts';

/** Size of the history of a new demonstration. */
export interface Extent {
  seed: number;
  days: number;
  players: number;
}

type HistoryRow = typeof demoHistory.$inferSelect;

const EXTENT: Extent = { seed: 2026, days: 90, players: 260 };

/**
 * Notes once how long the history is and when it ends.
 * @returns its beginning, or undefined if it is finished
 * @throws Error if the site is not a demonstration
 */
export async function beginHistory(deps: Deps, extent: Extent = EXTENT): Promise<Date | undefined> {
  const history = await findUnfinished(deps, extent);
  return history && new Date(history.endsAt.getTime() - history.days * DAY_MS);
}

async function findUnfinished(deps: Deps, extent: Extent): Promise<HistoryRow | undefined> {
  if (!deps.config.isDemo) throw new Error('only a demonstration has a made-up history');
  await deps.db
    .insert(demoHistory)
    .values({ ...extent, endsAt: deps.now() })
    .onConflictDoNothing();
  const [history] = await deps.db.select().from(demoHistory).where(isNull(demoHistory.finishedAt));
  return history;
}

/**
 * Writes the history of a demonstration: past events of its players and operators, made by the use cases of the site
 * with a clock that stands at each moment (SE18). It is written once. An interrupted history continues at the next
 * start, and if two servers write it, each step is done by one of them.
 * @throws Error if the site is not a demonstration
 */
export async function writeHistory(
  deps: Deps,
  { signal, extent = EXTENT }: { signal: AbortSignal; extent?: Extent },
): Promise<void> {
  const history = await findUnfinished(deps, extent);
  if (!history) return;
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
  const finished = await deps.db
    .update(demoHistory)
    .set({ finishedAt: deps.now() })
    .where(isNull(demoHistory.finishedAt))
    .returning({ seed: demoHistory.seed });
  if (finished.length > 0) await tellDemoPlayer(deps);
  await closeDays(deps);
  await countDraws(deps);
  await countFigures(deps);
  await fetchPayouts(deps, { isForced: true });
}

/**
 * Writes the history in the background. A failure is logged, and the next start continues.
 * @returns a function that stops it after the current step
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

/** Runs a step and stores the progress, in one transaction. A failed step is rolled back and skipped. */
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
    // a power failure may lose the last steps together with their stored progress
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
