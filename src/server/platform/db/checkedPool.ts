import { Pool, type PoolClient, type PoolConfig } from 'pg';

declare module 'pg' {
  interface QueryConfig<I> {
    /** Milliseconds after which pg rejects the query. The types of pg have this option for connections only. */
    query_timeout?: number;
  }
}

const PRIMARY_QUERY = 'SELECT NOT pg_is_in_recovery() AS "isPrimary"';

type Callback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** How a connection that was idle for long is checked before use. */
export interface IdleCheck {
  /** Connections used more recently than this are not checked. */
  afterMs: number;
  timeoutMs: number;
}

/** Time for which a pool that was refused a connection lends only those that it has. */
const MAKE_DO_MS = 5_000;

/** Whether PostgreSQL or PgBouncer has no room for another connection. */
export const hasNoRoom = (error: (Error & { code?: string }) | undefined): boolean =>
  error?.code === '53300' || (error?.message.startsWith('no more connections allowed') ?? false);

/**
 * A pool that checks connections before it hands them out, if they were idle for long or another one was lost since.
 * Firewalls and crashed machines leave connections half open, and a primary may have become a standby. Without the check a
 * request would notice only at the deadline of its query, or fail.
 */
export class CheckedPool extends Pool {
  readonly #check: IdleCheck;
  readonly #releasedAtMs = new WeakMap<PoolClient, number>();
  /** Time of the last failed check. Connections that have been idle since before it are closed without a check. */
  #failedAtMs = -Infinity;
  /** Time when a connection was lost in use. Connections that have been idle since before it are checked. */
  #lostAtMs = -Infinity;
  readonly #onRefused: () => void;
  /** Connections that exist, lent or idle. */
  #connections = 0;
  #isMakingDo = false;

  /** @param onRefused is called when the database has no room for another connection, once in a while */
  constructor(config: PoolConfig, check: IdleCheck, onRefused: () => void = () => {}) {
    super(config);
    this.#check = check;
    this.#onRefused = onRefused;
    this.on('connect', () => (this.#connections += 1));
    this.on('remove', () => (this.#connections -= 1));
    this.on('release', (error, client) => {
      this.#releasedAtMs.set(client, performance.now());
      if (error) this.#lostAtMs = performance.now();
    });
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | void {
    if (callback) return this.#lend(callback);
    return new Promise((resolve, reject) => {
      this.#lend((error, client) => (client ? resolve(client) : reject(error ?? new Error('no connection'))));
    });
  }

  /** Lends only the connections that there are, for a while. */
  #makeDo(): void {
    const size = this.options.max;
    this.options.max = Math.min(size, this.#connections);
    if (this.#isMakingDo) return;
    this.#isMakingDo = true;
    this.#onRefused();
    setTimeout(() => {
      this.options.max = size;
      this.#isMakingDo = false;
    }, MAKE_DO_MS).unref();
  }

  #isTrusted(idleSinceMs: number): boolean {
    return idleSinceMs > this.#lostAtMs && performance.now() - idleSinceMs < this.#check.afterMs;
  }

  #lend(callback: Callback): void {
    super.connect((error, client, release) => {
      if (hasNoRoom(error) && this.#connections > 0) {
        this.#makeDo();
        return this.#lend(callback);
      }
      const idleSinceMs = client && this.#releasedAtMs.get(client);
      if (idleSinceMs === undefined || this.#isTrusted(idleSinceMs)) return callback(error, client, release);
      const lendAnother = (cause: Error) => {
        release(cause);
        this.#lend(callback);
      };
      if (idleSinceMs < this.#failedAtMs) return lendAnother(new Error('idle since before a silent one'));
      const check = { text: PRIMARY_QUERY, query_timeout: this.#check.timeoutMs };
      client!.query(check, (failure: Error | null, answer?: { rows: { isPrimary: boolean }[] }) => {
        if (answer?.rows[0]?.isPrimary) return callback(undefined, client, release);
        this.#failedAtMs = performance.now();
        lendAnother(failure ?? new Error('the primary of this connection has become a standby'));
      });
    });
  }
}
