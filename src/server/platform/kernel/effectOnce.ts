import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { withTx } from './db/tx.ts';
import type { Deps } from './deps.ts';
import { claimKey } from './idempotency.ts';

interface Effect {
  accountId: number;
  /** Absent: the effect simply takes place. */
  key: string | undefined;
  /** Endpoint and input: under the same key they must be the same. */
  request: unknown;
}

/**
 * Runs an effect and keeps its answer under the caller's key, all in one transaction: a repeated key gets the answer that
 * is kept, and nothing happens (I1).
 * @throws AppError idempotencyKeyReused, and what the work throws
 */
export function effectOnce<T extends object>(
  deps: Deps,
  { accountId, key, request }: Effect,
  work: (tx: NodePgDatabase) => Promise<T>,
): Promise<T> {
  return withTx(deps.pool, async (tx, client) => {
    const stored = await claimKey<T>(client, { accountId, key, request, now: deps.now() });
    if (stored) return stored;
    const reply = await work(tx);
    if (key !== undefined)
      await client.query(
        'UPDATE idempotency SET status = 200, body = $3 WHERE account_id = $1 AND key = $2',
        [accountId, key, JSON.stringify(reply)],
      );
    return reply;
  });
}
