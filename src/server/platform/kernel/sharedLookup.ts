import type pg from 'pg';
import type { Deps } from './deps.ts';

interface Batch<Key, Row> {
  keys: Key[];
  rows: Promise<Row[]>;
}

/**
 * Time after which a query counts as slow; normally it takes milliseconds. Then the next query starts beside it, and
 * it is sent again on another connection.
 */
const PATIENCE_MS = 250;
/** Time limit of a query, so that its requests get an answer. */
const TIMEOUT_MS = 5000;

/**
 * Returns a function that finds rows by keys; the result may hold rows of other requests. Requests that arrive while a query
 * runs share the next query, which saves statements under load. Nothing is cached. A silent connection delays a request by
 * `PATIENCE_MS` at most.
 * @param valuesOf the values of the statement
 */
export function sharedLookup<Key, Row extends pg.QueryResultRow>(
  statement: { name: string; text: string },
  valuesOf: (keys: Key[], now: Date) => unknown[],
): (deps: Pick<Deps, 'pool' | 'now'>, keys: readonly Key[]) => Promise<Row[]> {
  const waitingBatches = new WeakMap<pg.Pool, Batch<Key, Row>>();
  const lastLookups = new WeakMap<pg.Pool, Promise<unknown>>();
  const find = async ({ pool, now }: Pick<Deps, 'pool' | 'now'>, keys: Key[]): Promise<Row[]> => {
    const values = valuesOf(keys, now());
    return (await pool.query<Row>({ ...statement, values, query_timeout: TIMEOUT_MS })).rows;
  };
  return (deps, keys) => {
    const { pool } = deps;
    const waiting = waitingBatches.get(pool);
    if (waiting) {
      waiting.keys.push(...keys);
      return waiting.rows;
    }
    const wanted = [...keys];
    const turn = lastLookups.get(pool) ?? Promise.resolve();
    const rows = turn.then(() => {
      waitingBatches.delete(pool);
      return onTwo(() => find(deps, wanted));
    });
    waitingBatches.set(pool, { keys: wanted, rows });
    lastLookups.set(
      pool,
      turn.then(() => isSettledInTime(rows)),
    );
    return rows;
  };
}

/** Sends the query on a second connection if the first one does not answer. */
async function onTwo<T>(send: () => Promise<T>): Promise<T> {
  const first = send();
  if (await isSettledInTime(first)) return first;
  return Promise.any([first, send()]).catch((error: AggregateError) => {
    throw error.errors[0];
  });
}

/** Resolves when the work is settled, or after `PATIENCE_MS`. @returns whether it is settled */
export function isSettledInTime(work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    const settle = () => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(settle, settle);
  });
}
