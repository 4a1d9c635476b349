import type pg from 'pg';
import { withDeadline } from '#/server/platform/kernel/deadline.ts';

/** Time limit of the check. Load balancers ask every few seconds and must get the answer before they give up. */
const TIMEOUT_MS = 2000;
const ATTEMPT_MS = 900;

/**
 * Returns a function that tells whether the database answers requests of this process in time. One silent connection is
 * no reason to turn visitors away, so a second one is tried. Concurrent callers share one check.
 */
export function createReadiness(pool: Pick<pg.Pool, 'query'>): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  const ask = () => pool.query({ text: 'SELECT 1', query_timeout: ATTEMPT_MS });
  const check = () =>
    withDeadline(ask().catch(ask), TIMEOUT_MS).then(
      () => true,
      () => false,
    );
  return () =>
    (running ??= check().finally(() => {
      running = undefined;
    }));
}
