import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

const MAX_ATTEMPTS = 5;
/** serialization_failure, deadlock_detected: nothing happened, the same work may be done again. */
const RETRYABLE_STATES = new Set(['40001', '40P01']);

const insideTx = new AsyncLocalStorage<true>();

function isRetryable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && RETRYABLE_STATES.has(String(cause.code))) return true;
  return false;
}

async function attempt<T>(
  pool: pg.Pool,
  work: (tx: NodePgDatabase, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('BEGIN');
    const result = await insideTx.run(true, () => work(drizzle(client), client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.removeListener('error', onError);
    client.release(broken);
  }
}

/**
 * Runs the work in one transaction (READ COMMITTED): it commits whole or leaves nothing.
 * A deadlock or a serialisation failure runs it again, so it must not touch anything but the transaction.
 * Drizzle's own `transaction` on a pool leaks the client when BEGIN fails.
 * @throws what the work throws, after the rollback
 */
export async function withTx<T>(
  pool: pg.Pool,
  work: (tx: NodePgDatabase, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  if (insideTx.getStore()) throw new Error('a transaction inside a transaction: pass the tx down');
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt(pool, work);
    } catch (error) {
      if (attempts >= MAX_ATTEMPTS || !isRetryable(error)) throw error;
      await sleep(Math.random() * 10 * 2 ** attempts);
    }
  }
}
