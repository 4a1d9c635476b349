import { Counter } from 'prom-client';
import { and, eq, lte } from 'drizzle-orm';
import { jobs } from './db/schema.ts';
import type { Deps } from './deps.ts';
import { closeDays } from './fairness/closeDays.ts';
import { countDraws } from './fairness/countDraws.ts';
import { cleanUp } from './jobs/cleanUp.ts';
import { releaseCashBacks } from './jobs/releaseCashBacks.ts';
import { remindUnconfirmed } from './jobs/remindUnconfirmed.ts';
import { removeUnconfirmed } from './jobs/removeUnconfirmed.ts';
import { rewardMilestones } from './jobs/rewardMilestones.ts';
import { sampleOnline } from './landing/sampleOnline.ts';
import { errorLine } from './logging.ts';
import { expireOrders } from './shop/expireOrders.ts';
import { reconcileOrders } from './shop/reconcileOrders.ts';

/** Work that comes back; it may be cut short and run twice at once, and still leaves everything right. */
export interface Job {
  name: string;
  everyMs: number;
  run: (deps: Deps) => Promise<void>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const JOBS: readonly Job[] = [
  { name: 'remindUnconfirmed', everyMs: HOUR_MS, run: remindUnconfirmed },
  { name: 'removeUnconfirmed', everyMs: HOUR_MS, run: removeUnconfirmed },
  { name: 'expireOrders', everyMs: MINUTE_MS, run: expireOrders },
  { name: 'reconcileOrders', everyMs: 10 * MINUTE_MS, run: reconcileOrders },
  { name: 'releaseCashBacks', everyMs: HOUR_MS, run: releaseCashBacks },
  { name: 'rewardMilestones', everyMs: 10 * MINUTE_MS, run: rewardMilestones },
  { name: 'countDraws', everyMs: 5 * MINUTE_MS, run: countDraws },
  { name: 'closeDays', everyMs: 10 * MINUTE_MS, run: closeDays },
  { name: 'sampleOnline', everyMs: 5 * MINUTE_MS, run: sampleOnline },
  { name: 'cleanUp', everyMs: HOUR_MS, run: cleanUp },
];

/** Of this process, since it began. */
export const jobRunsTotal = new Counter({
  name: 'job_runs_total',
  help: 'Runs of the recurring jobs',
  labelNames: ['job', 'outcome'],
  registers: [],
});

/**
 * Runs the jobs that are due, each once an interval over all servers of the site. A job that fails is logged, keeps its
 * error in the table and is due again an interval later.
 */
export async function runDueJobs(deps: Deps, list: readonly Job[] = JOBS): Promise<void> {
  for (const job of list) {
    if (!(await takeTurn(deps, job))) continue;
    const lastError = await job.run(deps).then(
      () => null,
      (error: unknown) => {
        deps.log.error({ err: error, job: job.name }, 'a job failed');
        return errorLine(error);
      },
    );
    jobRunsTotal.inc({ job: job.name, outcome: lastError === null ? 'done' : 'failed' });
    await deps.db.update(jobs).set({ finishedAt: deps.now(), lastError }).where(eq(jobs.name, job.name));
  }
}

/** Of all servers that ask, the one whose statement moves the time on has the turn. */
async function takeTurn(deps: Deps, { name, everyMs }: Job): Promise<boolean> {
  const now = deps.now();
  await deps.db.insert(jobs).values({ name, runAt: now }).onConflictDoNothing();
  const taken = await deps.db
    .update(jobs)
    .set({ runAt: new Date(now.getTime() + everyMs), startedAt: now })
    .where(and(eq(jobs.name, name), lte(jobs.runAt, now)))
    .returning({ name: jobs.name });
  return taken.length === 1;
}
