import { createHash } from 'node:crypto';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from './deps.ts';
import { fail } from './errors.ts';

interface Effect {
  accountId: number;
  /** Absent when the effect runs without a stored answer. */
  key: string | undefined;
  /** Endpoint and input; they must be the same for every request under the key. */
  request: unknown;
}

interface Claim extends Effect {
  now: Date;
}

/**
 * Inserts the key of an effect as the first statement of its transaction. A second request waits here for the first,
 * and then gets no row. Without a key ($2 is null) there is no row either. The effect writes its answer into the row
 * before the commit; a rollback removes the key (ID1). Parameters: $1 account, $2 key, $3 hash of the request, $4 now.
 */
export const CLAIM = `INSERT INTO idempotency (account_id, key, request_hash, created_at)
      SELECT $1, $2, $3, $4 WHERE $2::text IS NOT NULL ON CONFLICT DO NOTHING RETURNING key`;

/**
 * Reads a stored answer. The lock is written to the log, so that the COMMIT of a repeated request waits for the standby,
 * too. Without it a primary that has come back alone would say yes to what only it has (N14).
 */
const READ = {
  name: 'idempotencyRead',
  text: `SELECT request_hash, body FROM idempotency WHERE account_id = $1 AND key = $2 AND status IS NOT NULL FOR UPDATE`,
};

/** Hashes a request. @param request as in Claim */
export const requestHash = (request: unknown) =>
  createHash('sha256').update(JSON.stringify(request)).digest();

/**
 * Claims the key of an effect inside its transaction, before anything else (CLAIM).
 * @returns the stored answer; undefined if the effect must run
 * @throws AppError idempotencyKeyReused if the key was used for another request
 */
export async function claimKey<T>(client: pg.PoolClient, claim: Claim): Promise<T | undefined> {
  const { accountId, key, request, now } = claim;
  if (key === undefined) return undefined;
  const hash = requestHash(request);
  const values = [accountId, key, hash, now];
  const taken = await client.query({ name: 'idempotencyClaim', text: CLAIM, values });
  if (taken.rowCount === 1) return undefined;
  return (await storedAnswer<T>(client, accountId, key, hash)) ?? fail('idempotencyKeyReused');
}

/**
 * Finds the stored answer of a key. It counts only once the transaction is committed.
 * @throws AppError idempotencyKeyReused if the key was used for another request
 */
export async function storedAnswer<T>(
  client: pg.PoolClient,
  accountId: number,
  key: string | undefined,
  hash: Buffer,
): Promise<T | undefined> {
  if (key === undefined) return undefined;
  const values = [accountId, key];
  const { rows } = await client.query<{ request_hash: Buffer; body: T }>({ ...READ, values });
  const [stored] = rows;
  if (!stored) return undefined;
  return stored.request_hash.equals(hash) ? stored.body : fail('idempotencyKeyReused');
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
