import type { Deps } from '#/server/platform/kernel/deps.ts';
import { createJobRunner, type Job } from '#/server/jobs/jobRunner.ts';
import { JOBS } from '#/server/jobs/jobs.ts';

/** Runs the due jobs, as a server does every minute. */
export async function runDueJobs(deps: Deps, list: readonly Job[] = JOBS): Promise<void> {
  await Promise.all(list.map(createJobRunner(deps)));
}
