import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import * as z from 'zod/mini';
import { withDeadline } from '#/server/platform/kernel/deadline.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { parsePart } from './route.ts';

/** Query of /readyz. */
export const readyQuery = z.object({ exclude: z.optional(z.literal('database')) });

/** Time limit of the check. Load balancers ask every few seconds and must get the answer before they give up. */
const TIMEOUT_MS = 2000;
const ATTEMPT_MS = 900;

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes /readyz say that no new requests should come, while they are still served. */
    startDraining: () => void;
  }
}

/**
 * Serves /healthz and /readyz. A read-only site is alive and ready, because it can still be shown to visitors. A
 * stopping site, or one with a silent database, is not ready (N7). `/readyz?exclude=database` leaves the database out:
 * load balancers ask so, because all processes share the database and without it still show what everybody sees (N9).
 */
export function healthRoutes(
  app: FastifyInstance,
  { pool, isReadOnly }: Pick<Deps, 'pool' | 'isReadOnly'>,
): void {
  let isDraining = false;
  const startDraining = () => {
    isDraining = true;
  };
  app.decorate('startDraining', startDraining);
  app.addHook('preClose', async () => startDraining());
  const state = () => (isReadOnly() ? { readOnly: true } : {});
  app.get('/healthz', async () => ({ live: true, ...state() }));
  const isReady = createReadiness(pool);
  app.get('/readyz', async ({ query }) => {
    const { exclude } = parsePart(readyQuery, query, 'badRequest');
    if (isDraining || (!exclude && !(await isReady()))) fail('busy', { retryAfterSeconds: 1 });
    return { ready: true, ...state() };
  });
}

/**
 * Returns a function that checks whether the database answers this process in time. One silent connection does not
 * make the site unready, so a second one is tried. Concurrent callers share one check.
 */
function createReadiness(pool: Pick<pg.Pool, 'query'>): () => Promise<boolean> {
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
