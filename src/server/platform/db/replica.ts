import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Client, Pool, type PoolClient } from 'pg';
import type { EmbeddedLog } from './embedded.ts';
import { behindPooler } from './poolerClient.ts';
import { withClient } from './tx.ts';

/** What everybody sees is read a few times after a change of the catalogue. */
const CONNECTIONS = 4;
/** The primary is asked instead, so nobody waits long for a replica. */
const CONNECT_MS = 1000;
const STATEMENT_MS = 2000;
const QUERY_MS = 3000;
/** A replica that failed is not asked again for this long. */
const REST_MS = 5000;

/** A copy of the database that follows the primary, maybe late. */
export interface Replica {
  /**
   * Runs the work in one snapshot, in which nothing can be changed.
   * @returns undefined if the replica failed now or a moment ago; the log says why
   */
  read: <T>(work: (db: NodePgDatabase, client: PoolClient) => Promise<T>) => Promise<T | undefined>;
  close: () => Promise<void>;
}

interface ReplicaOptions {
  isPooled: boolean;
  restMs?: number;
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
  const onFailure = ({ message }: Error) => {
    restsUntilMs = performance.now() + restMs;
    if (!hasFailed)
      log.warn(`the replica does not answer, so what everybody sees is read from the primary: ${message}`);
    hasFailed = true;
  };
  // without listeners a lost connection would end the process
  pool.on('error', onFailure);
  pool.on('connect', (client) => client.on('error', onFailure));
  return {
    read: async (work) => {
      if (performance.now() < restsUntilMs) return undefined;
      try {
        const result = await withClient(pool, async (client) => {
          await client.query('BEGIN');
          await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
          return work(drizzle(client), client);
        });
        if (hasFailed) log.info('the replica answers again');
        hasFailed = false;
        return result;
      } catch (error) {
        onFailure(error as Error);
        return undefined;
      }
    },
    close: () => pool.end(),
  };
}
