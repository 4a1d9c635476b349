import type { Deps } from '#/server/platform/kernel/deps.ts';
import { checkBooks } from '#/server/domain/books/checkBooks.ts';
import { createJobRunner, type Job } from '#/server/jobs/jobRunner.ts';
import { JOBS } from '#/server/jobs/jobs.ts';

/** All jobs of the site; the books are checked without pauses. */
const JOBS_AT_ONCE: readonly Job[] = [
  ...JOBS.filter(({ name }) => name !== 'checkBooks'),
  { name: 'checkBooks', everyMs: 60_000, run: (deps) => checkBooks(deps, 0) },
];

/** Runs the due jobs, as a server does every minute. */
export async function runDueJobs(deps: Deps, list: readonly Job[] = JOBS_AT_ONCE): Promise<void> {
  await Promise.all(list.map(createJobRunner(deps)));
}
