import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Client, Pool, type PoolClient } from 'pg';
import type { EmbeddedLog } from './embedded.ts';
import { reasonOf } from './errorCauses.ts';
import { behindPooler } from './poolerClient.ts';
import { withClient } from './tx.ts';

/** What everybody sees is read a few times after a change of the catalogue. */
const CONNECTIONS = 4;
/** A read that takes longer has failed, and the primary is asked instead. */
const READ_MS = 1000;
/** A connection is given up after this time, so that failed reads do not keep all of them. */
const CONNECT_MS = 1000;
const STATEMENT_MS = 2000;
const QUERY_MS = 3000;
/** A replica that failed is not asked for this long. Then one read tries it, while the others still ask the primary. */
const REST_MS = 5000;

/** A standby of the database. It may be late. */
export interface Replica {
  /**
   * Runs the work in one read-only snapshot.
   * @returns undefined if the replica failed now or a moment ago; the log says why
   */
  read: <T>(work: (db: NodePgDatabase, client: PoolClient) => Promise<T>) => Promise<T | undefined>;
  close: () => Promise<void>;
}

interface ReplicaOptions {
  isPooled: boolean;
  restMs?: number;
}

/** Rejects after the time limit of a read. The read itself goes on, and its result is ignored. */
async function giveUp(): Promise<never> {
  await sleep(READ_MS, undefined, { ref: false });
  throw new Error(`not done within ${READ_MS} ms`);
}

/** Opens a replica. No connection is made before the first read. */
export function openReplica(
  connectionString: string,
  log: EmbeddedLog,
  { isPooled, restMs = REST_MS }: ReplicaOptions,
): Replica {
  const limits = { statementMs: STATEMENT_MS, idleInTransactionMs: STATEMENT_MS };
  const pool = new Pool({
    connectionString,
    Client: isPooled ? behindPooler(Client, limits) : Client,
    max: CONNECTIONS,
    application_name: 'one-rp replica',
    ...(!isPooled && {
      statement_timeout: limits.statementMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    }),
    query_timeout: QUERY_MS,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    pipeline: true,
  });
  let restsUntilMs = -Infinity;
  let hasFailed = false;
  const onFailure = (error: unknown) => {
    restsUntilMs = performance.now() + restMs;
    if (!hasFailed)
      log.warn(
        `the replica does not answer, so what everybody sees is read from the primary: ${reasonOf(error)}`,
      );
    hasFailed = true;
  };
  const readNow = <T>(work: (db: NodePgDatabase, client: PoolClient) => Promise<T>) =>
    withClient(pool, async (client) => {
      await client.query('BEGIN');
      await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      return work(drizzle(client), client);
    });
  // without listeners a lost connection would end the process
  pool.on('error', onFailure);
  pool.on('connect', (client) => client.on('error', onFailure));
  return {
    read: async (work) => {
      const nowMs = performance.now();
      if (nowMs < restsUntilMs) return undefined;
      const isTrial = hasFailed;
      // other reads do not wait for the outcome
      if (isTrial) restsUntilMs = nowMs + restMs;
      try {
        const result = await Promise.race([readNow(work), giveUp()]);
        if (isTrial) {
          log.info('the replica answers again');
          hasFailed = false;
          restsUntilMs = -Infinity;
        }
        return result;
      } catch (error) {
        onFailure(error);
        return undefined;
      }
    },
    close: () => pool.end(),
  };
}
