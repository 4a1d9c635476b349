import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { hasState } from './errorCauses.ts';

const MAX_ATTEMPTS = 5;
/** serialization_failure, deadlock_detected: nothing happened, the same work may be done again. */
const RETRYABLE_STATES = new Set(['40001', '40P01']);

/**
 * read_only_sql_transaction: the primary of this connection has become a standby. The connection must not be used again,
 * because the address may lead to the new primary by now.
 */
const OF_STANDBY = '25006';

let insideTx: AsyncLocalStorage<true> | undefined;

/**
 * Makes a nested transaction an error, because it could wait for ever for the connection of the outer one. Only for
 * tests and development, because tracking the nesting slows every promise of the server.
 */
export function refuseNestedTx(): void {
  insideTx ??= new AsyncLocalStorage();
}

const isRetryable = (error: unknown) => hasState(error, (state) => RETRYABLE_STATES.has(state));

async function attempt<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  const rollBack = () => client.query('ROLLBACK').catch(onError);
  client.on('error', onError);
  try {
    const result = await (insideTx ? insideTx.run(true, () => work(client)) : work(client));
    if (client.getTransactionStatus() !== 'I') await rollBack();
    return result;
  } catch (error) {
    await rollBack();
    if (hasState(error, (state) => state === OF_STANDBY)) broken = error as Error;
    throw error;
  } finally {
    client.removeListener('error', onError);
    client.release(broken);
  }
}

/**
 * Lends a connection to work that begins and ends one transaction by itself (`joinedQuery`). A transaction that the
 * work leaves open is rolled back. A deadlock or a serialisation failure runs the work again, as with `withTx`.
 * @throws what the work throws, after the rollback
 */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  if (insideTx?.getStore()) throw new Error('a transaction inside a transaction: pass the tx down');
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt(pool, work);
    } catch (error) {
      if (attempts >= MAX_ATTEMPTS || !isRetryable(error)) throw error;
      await sleep(Math.random() * 10 * 2 ** attempts);
    }
  }
}

type TxWork<T> = (tx: NodePgDatabase, client: pg.PoolClient) => Promise<T>;

const runTx = <T>(pool: pg.Pool, end: 'COMMIT' | 'ROLLBACK', work: TxWork<T>): Promise<T> =>
  withClient(pool, async (client) => {
    await client.query('BEGIN');
    const result = await work(drizzle(client), client);
    await client.query(end);
    return result;
  });

/**
 * Runs the work in one transaction (READ COMMITTED): it commits whole or leaves nothing.
 * A deadlock or a serialisation failure runs it again, so it must not touch anything but the transaction.
 * Drizzle's own `transaction` on a pool leaks the client when BEGIN fails.
 *
 * Statements that do not need each other's answers may be sent together (`Promise.all`). A check that may throw must not run
 * beside a call of several statements, because that call would go on after the rollback.
 * @throws what the work throws, after the rollback
 */
export const withTx = <T>(pool: pg.Pool, work: TxWork<T>): Promise<T> => runTx(pool, 'COMMIT', work);

/**
 * Runs the work in a transaction and rolls it back, for previews.
 * @returns the result that the work would have had
 * @throws what the work throws
 */
export const rolledBack = <T>(pool: pg.Pool, work: TxWork<T>): Promise<T> => runTx(pool, 'ROLLBACK', work);

/**
 * Runs the work inside a transaction and rolls back its changes only, for previews.
 * @returns the result that the work would have had
 * @throws what the work throws; the caller must then roll back the whole transaction
 */
export async function tried<T>(tx: NodePgDatabase, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`SAVEPOINT tried`);
  const result = await work();
  await tx.execute(sql`ROLLBACK TO SAVEPOINT tried`);
  return result;
}

/** Classes of SQLSTATE that the values of one row cause: data exceptions, constraints, and what a trigger refuses. */
const OF_ONE_ROW = /^(?:22|23|P0)/;

/** Whether the values of one row caused an error of the database, so that the others may succeed without it. */
export const isOfOneRow = (error: unknown): boolean => hasState(error, (state) => OF_ONE_ROW.test(state));

/**
 * Runs the work for all items inside a transaction, or, if one of them breaks it, for each alone, so that one faulty row does
 * not stop all others.
 * @param onFault called for each item that is left out
 * @throws an error that no single item causes, for example of an unavailable database
 */
export async function allOrEach<Item>(
  tx: NodePgDatabase,
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<unknown>,
  onFault: (item: Item, error: unknown) => void,
): Promise<void> {
  if (items.length === 0) return;
  await tx.execute(sql`SAVEPOINT all_or_each`);
  try {
    await work(items);
    await tx.execute(sql`RELEASE SAVEPOINT all_or_each`);
  } catch (error) {
    if (!isOfOneRow(error)) throw error;
    await tx.execute(sql`ROLLBACK TO SAVEPOINT all_or_each`);
    if (items.length === 1) return onFault(items[0]!, error);
    for (const item of items) await allOrEach(tx, [item], work, onFault);
  }
}
