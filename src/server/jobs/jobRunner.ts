import { and, eq, gt, lte, or } from 'drizzle-orm';
import { Counter } from 'prom-client';
import type { StoppedPart } from '#/server/platform/kernel/stops.ts';
import { jobs } from '#/server/platform/db/tables/site/background.ts';
import { withDeadline } from '#/server/platform/kernel/deadline.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { limitConcurrency } from '#/server/platform/kernel/limitConcurrency.ts';
import { errorLine } from '#/server/platform/kernel/logging.ts';

/** A recurring job. It may be interrupted or run twice in parallel, and must still leave correct data. */
export interface Job {
  name: string;
  everyMs: number;
  /** The job does not run while a broken book stops this part of the site. */
  part?: StoppedPart;
  /** Once `deps.stopping` is aborted, it finishes the rows that it has begun, and ends. */
  run: (deps: Deps) => Promise<void>;
}

/**
 * Jobs of one process at the same time. A job uses one connection at a time, so most of the pool stays free for
 * requests.
 */
const MAX_AT_ONCE = 3;
const CONNECTIONS_PER_JOB = 4;
/** Time limit of a job. After it the job counts as failed and no longer delays others, although it may still run. */
const TIMEOUT_MS = 10 * 60_000;
/** A larger difference from the database's clock is an error: a job would close or delete what is not due. */
const MAX_CLOCK_ERROR_MS = 5000;
/**
 * Tolerance for a `run_at` further ahead than an interval. Longer than the time between reading the clock and using it.
 */
const RUN_AT_TOLERANCE_MS = 60_000;

/** Counters of this process since it started. */
export const jobRunsTotal = new Counter({
  name: 'job_runs_total',
  help: 'Runs of the recurring jobs: done, failed, or refused because of a wrong clock',
  labelNames: ['job', 'outcome'],
  registers: [],
});

/** Shows the counters of these jobs at 0, because alarms see no increase of a counter that begins with its first run. */
export function showCounters(list: readonly Job[]): void {
  for (const { name: job } of list)
    for (const outcome of ['done', 'failed', 'refused']) jobRunsTotal.inc({ job, outcome }, 0);
}

/**
 * Returns a function that runs a job if it is due, each job once an interval over all servers of the site. Different
 * jobs run in parallel, up to a limit. A job that fails or hangs is logged, stores its error in the table and is due
 * again after an interval. When the process stops, no further job starts, and a running one is due again at once.
 */
export function createJobRunner(
  deps: Deps,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): (job: Job) => Promise<void> {
  const inTurn = limitConcurrency(
    Math.min(MAX_AT_ONCE, Math.max(1, Math.floor(deps.config.poolSize / CONNECTIONS_PER_JOB))),
  );
  return (job) =>
    inTurn(async () => {
      if (!deps.stopping?.aborted) await runIfDue(deps, job, timeoutMs);
    });
}

async function runIfDue(deps: Deps, job: Job, timeoutMs: number): Promise<void> {
  if (job.part && deps.bookStops.isStopped(job.part)) return;
  const time = await rightTime(deps);
  if (!time) {
    jobRunsTotal.inc({ job: job.name, outcome: 'refused' });
    deps.log.error(
      { job: job.name, now: deps.now() },
      'a job was refused: the clock of this server differs from that of the database',
    );
    return;
  }
  if (!(await takeTurn(deps, job, time))) return;
  const lastError = await withDeadline(job.run(deps), timeoutMs).then(
    () => null,
    (error: unknown) => {
      deps.log.error({ err: error, job: job.name }, 'a job failed');
      return errorLine(error);
    },
  );
  jobRunsTotal.inc({ job: job.name, outcome: lastError === null ? 'done' : 'failed' });
  const ended = { finishedAt: deps.now(), lastError };
  // the stop may have interrupted the job, so it is due at once for another process
  const next = deps.stopping?.aborted ? { runAt: deps.now() } : {};
  await deps.db
    .update(jobs)
    .set({ ...ended, ...next })
    .where(eq(jobs.name, job.name));
}

/**
 * Reads the database's time.
 * @returns undefined if `deps.now` differs from it
 */
async function rightTime(deps: Deps): Promise<Date | undefined> {
  const earliestMs = deps.now().getTime() - MAX_CLOCK_ERROR_MS;
  const time = await deps.databaseTime();
  const latestMs = deps.now().getTime() + MAX_CLOCK_ERROR_MS;
  return time.getTime() >= earliestMs && time.getTime() <= latestMs ? time : undefined;
}

/** Advances `run_at` by an interval. Of all servers that try, the one whose statement succeeds runs the job. */
async function takeTurn(deps: Deps, { name, everyMs }: Job, time: Date): Promise<boolean> {
  const later = (ms: number) => new Date(time.getTime() + ms);
  await deps.db.insert(jobs).values({ name, runAt: time }).onConflictDoNothing();
  // also resets a `run_at` that a wrong clock put too far ahead, or the job would never run
  const whereDue = or(lte(jobs.runAt, time), gt(jobs.runAt, later(everyMs + RUN_AT_TOLERANCE_MS)));
  const taken = await deps.db
    .update(jobs)
    .set({ runAt: later(everyMs), startedAt: time })
    .where(and(eq(jobs.name, name), whereDue))
    .returning({ name: jobs.name });
  return taken.length === 1;
}
