import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from './deps.ts';
import { claimKey } from './idempotency.ts';

interface Effect {
  accountId: number;
  /** Absent: the effect runs without a stored answer. */
  key: string | undefined;
  /** Endpoint and input; they must be the same for every request under the key. */
  request: unknown;
}

/**
 * Runs an effect and stores its answer under the caller's key, in one transaction. A repeated key gets the stored
 * answer and runs nothing (ID1).
 * @throws AppError idempotencyKeyReused, and what the work throws
 */
export function effectOnce<T extends object>(
  deps: Deps,
  { accountId, key, request }: Effect,
  work: (tx: NodePgDatabase, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return withTx(deps.pool, async (tx, client) => {
    const stored = await claimKey<T>(client, { accountId, key, request, now: deps.now() });
    if (stored) return stored;
    const reply = await work(tx, client);
    if (key !== undefined)
      await client.query(
        'UPDATE idempotency SET status = 200, body = $3 WHERE account_id = $1 AND key = $2',
        [accountId, key, JSON.stringify(reply)],
      );
    return reply;
  });
}
