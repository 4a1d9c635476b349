import { Pool, type PoolClient, type PoolConfig } from 'pg';

declare module 'pg' {
  interface QueryConfig<I> {
    /** Milliseconds after which pg rejects the query. The types of pg have this option for connections only. */
    query_timeout?: number;
  }
}

const IS_PRIMARY = 'SELECT NOT pg_is_in_recovery() AS "isPrimary"';

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

  constructor(config: PoolConfig, check: IdleCheck) {
    super(config);
    this.#check = check;
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

  #isTrusted(idleSinceMs: number): boolean {
    return idleSinceMs > this.#lostAtMs && performance.now() - idleSinceMs < this.#check.afterMs;
  }

  #lend(callback: Callback): void {
    super.connect((error, client, release) => {
      const idleSinceMs = client && this.#releasedAtMs.get(client);
      if (idleSinceMs === undefined || this.#isTrusted(idleSinceMs)) return callback(error, client, release);
      const lendAnother = (cause: Error) => {
        release(cause);
        this.#lend(callback);
      };
      if (idleSinceMs < this.#failedAtMs) return lendAnother(new Error('idle since before a silent one'));
      const check = { text: IS_PRIMARY, query_timeout: this.#check.timeoutMs };
      client!.query(check, (failure: Error | null, answer?: { rows: { isPrimary: boolean }[] }) => {
        if (answer?.rows[0]?.isPrimary) return callback(undefined, client, release);
        this.#failedAtMs = performance.now();
        lendAnother(failure ?? new Error('the primary of this connection has become a standby'));
      });
    });
  }
}
