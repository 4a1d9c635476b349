import { Pool, type PoolClient, type PoolConfig } from 'pg';

declare module 'pg' {
  interface QueryConfig<I> {
    /** Milliseconds after which pg rejects the query. The types of pg have this option for connections only. */
    query_timeout?: number;
  }
}

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
 * Firewalls and crashed machines leave connections half open. Without the check a request would notice only at the
 * deadline of its query.
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
      client!.query({ text: 'SELECT 1', query_timeout: this.#check.timeoutMs }, (cause: Error | null) => {
        if (!cause) return callback(undefined, client, release);
        this.#failedAtMs = performance.now();
        lendAnother(cause);
      });
    });
  }
}
