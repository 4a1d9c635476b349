import type { Pool, PoolClient } from 'pg';
import { hasNoRoom } from './checkedPool.ts';
import type { EmbeddedLog } from './embedded.ts';
import type { ClientClass } from './poolerClient.ts';

const ASK_TIMEOUT_MS = 2000;

/** Whether a commit of this site waits for a standby for so long that the next ones would, too. */
const WAITING = `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = current_user
  AND datname = current_database() AND state_change < clock_timestamp() - $1 * interval '1 millisecond' LIMIT 1`;

/** Notices that commits wait for a standby that is away (N14). */
export interface CommitWatch {
  areWaiting: () => boolean;
  stop: () => void;
}

interface WatchOptions {
  /** Called when a connection is lent for long. */
  onLong?: (() => void) | undefined;
  everyMs?: number;
  /** A connection that is lent for longer is a reason to look why. */
  longMs?: number;
  /** A commit that waits for longer counts. */
  waitMs?: number;
}

/**
 * Watches the lent connections of a pool. A waiting commit holds its connection of PostgreSQL even after the site has
 * given it up, so effects that go on would use up all of them. Nothing is asked while no connection is lent for long.
 */
export function watchCommits(
  pool: Pool,
  log: EmbeddedLog,
  { onLong, everyMs = 1000, longMs = 3000, waitMs = 2000 }: WatchOptions = {},
): CommitWatch {
  const lentAtMs = new Map<PoolClient, number>();
  pool.on('acquire', (client) => lentAtMs.set(client, performance.now()));
  pool.on('release', (_error, client) => lentAtMs.delete(client));
  pool.on('remove', (client) => lentAtMs.delete(client));
  let areWaiting = false;
  let isAsking = false;
  const look = async () => {
    const longAgoMs = performance.now() - longMs;
    const isLong = [...lentAtMs.values()].some((lentMs) => lentMs < longAgoMs);
    if (isLong) onLong?.();
    if (isAsking || (!isLong && !areWaiting)) return;
    isAsking = true;
    // without an answer the last one stays in force; no room means that waiting commits may have taken it
    const isNow = await asked(pool, waitMs).catch(
      (error: Error) => areWaiting || (isLong && hasNoRoom(error)),
    );
    isAsking = false;
    if (isNow === areWaiting) return;
    areWaiting = isNow;
    if (isNow) log.warn('commits wait for a standby: the site accepts no changes until they get through');
    else log.info('commits wait no longer: the site accepts changes');
  };
  const timer = setInterval(() => void look(), everyMs).unref();
  return { areWaiting: () => areWaiting, stop: () => clearInterval(timer) };
}

/** Asks on a connection of its own, because those of the pool may all wait. */
async function asked({ options }: Pool, waitMs: number): Promise<boolean> {
  const client = new (options.Client as ClientClass)({
    ...options,
    connectionTimeoutMillis: ASK_TIMEOUT_MS,
    query_timeout: ASK_TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(WAITING, [waitMs])).rowCount === 1;
  } finally {
    void client.end().catch(() => {});
  }
}

/** Parts of pg's clients and queries that its types do not have. */
interface Wired {
  _getActiveQuery: () => { _canceledDueToError: Error | false } | null;
}

/**
 * Makes a client whose commit fails if its wait for a standby was cut short: PostgreSQL reports such a commit as done,
 * with a warning that it may be on the primary only (N14). Its outcome is unknown.
 */
export const withWholeCommits = (Base: ClientClass): ClientClass =>
  class WholeCommitClient extends Base {
    constructor(...config: ConstructorParameters<ClientClass>) {
      super(...config);
      this.on('notice', ({ routine }) => {
        const query = (this as unknown as Wired)._getActiveQuery();
        if (routine !== 'SyncRepWaitForLSN' || !query) return;
        const message = 'the wait of a commit for a standby was cut short';
        // transaction_resolution_unknown
        query._canceledDueToError ||= Object.assign(new Error(message), { code: '08007' });
      });
    }
  };
