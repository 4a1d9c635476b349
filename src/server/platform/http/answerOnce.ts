import { createHash } from 'node:crypto';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { AppError, fail } from '#/server/platform/kernel/errors.ts';
import { requestHash } from '#/server/platform/kernel/idempotency.ts';

interface Effect {
  /** Owner of the key: the same key under another cart or order is a different key. */
  scope: readonly string[];
  /** Absent when the effect runs without a stored answer. */
  key: string | undefined;
  /** Endpoint and input; they must be the same for every request under the key. */
  request: unknown;
}

/** Inserts the key or finds its row, in one statement, so that exactly one of two parallel requests is the first. */
const CLAIM = `INSERT INTO request_keys (scope, key, request_hash, created_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (scope, key) DO UPDATE SET created_at = request_keys.created_at RETURNING request_hash, body`;
/** Stores the answer unless one is stored already, so that parallel requests return the first answer. */
const ANSWER = `UPDATE request_keys SET body = coalesce(body::jsonb, $3::jsonb)::json WHERE scope = $1 AND key = $2
  RETURNING body`;
const RELEASE = 'DELETE FROM request_keys WHERE scope = $1 AND key = $2 AND body IS NULL';

/**
 * Stores the answer of an effect under the caller's key, for effects that call an outside service and so cannot be one
 * transaction (ID1). A repeated key gets the stored answer. If there is none yet, because the first request still runs
 * or was cut off, the work runs again: it must be safe to repeat.
 * @throws AppError idempotencyKeyReused, and what the work throws; a refusal (4xx) frees the key
 */
export async function answerOnce<T extends object>(
  { pool, now }: Pick<Deps, 'pool' | 'now'>,
  { scope, key, request }: Effect,
  work: () => Promise<T>,
): Promise<T> {
  if (key === undefined) return work();
  const hash = requestHash(request);
  const named = [createHash('sha256').update(JSON.stringify(scope)).digest(), key];
  const { rows } = await pool.query<{ request_hash: Buffer; body: T | null }>(CLAIM, [...named, hash, now()]);
  const [claimed] = rows;
  if (!claimed?.request_hash.equals(hash)) fail('idempotencyKeyReused');
  if (claimed.body) return claimed.body;
  try {
    const answer = await work();
    const stored = await pool.query<{ body: T }>(ANSWER, [...named, JSON.stringify(answer)]);
    return stored.rows[0]?.body ?? answer;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await pool.query(RELEASE, named);
    throw error;
  }
}
