import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { EmbeddedLog } from './embedded.ts';
import type { ClientClass } from './poolerClient.ts';

/** Deadline for connecting to a host of the list, and for its answer. A host that drops packets must not hold the search. */
const PROBE_TIMEOUT_MS = 2000;
/** Pause between two rounds while no host is a primary. */
const SEEK_EVERY_MS = 500;

/** The host of a list of hosts that accepts writes. */
export interface Primary {
  /** Address of the host that was the primary when last asked. */
  url: () => string;
  /** Asks all hosts which one is the primary. Calls during a search share it. @returns whether one was found */
  find: () => Promise<boolean>;
  /** Asks the hosts in the background until one is the primary. */
  seek: () => void;
  /** Whether no host was the primary when last asked. */
  isLost: () => boolean;
  /** Whether a host with this timeline can be the primary. A lower one than known belongs to a former primary. */
  isCurrent: (timeline: number) => boolean;
  /** Calls back when another host has become the primary. @returns a function that ends it */
  onMove: (listener: () => void) => () => void;
  /** Ends the search in the background. */
  stop: () => void;
}

type Done = (error: Error | null) => void;

/** Splits an address with several hosts, `postgres://user@a:5432,b:5432/name`, into one address for each host. */
export function hostUrls(databaseUrl: string): string[] {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(databaseUrl) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** Follows the primary of a cluster whose hosts are all in DATABASE_URL (N11). */
export function followPrimary(urls: readonly string[], log: EmbeddedLog): Primary {
  let current = urls[0]!;
  /** The highest timeline of all primaries so far. A host with a lower one is a former primary. */
  let latest = 0;
  let isLost = false;
  const stopping = new AbortController();
  let search: Promise<boolean> | undefined;
  let isSeeking = false;
  const listeners = new Set<() => void>();

  const adopt = (url: string, timeline: number): true => {
    latest = timeline;
    isLost = false;
    if (url === current) return true;
    log.warn(`the primary database is now ${new URL(url).host}`);
    current = url;
    for (const listener of listeners) listener();
    return true;
  };
  const ask = async () => {
    const known = latest;
    const answers = urls.map(async (url) => ({ url, timeline: await timelineOf(url) }));
    // a later timeline than any before is the new primary: nobody waits for hosts that drop packets
    const promoted = answers.map(async (asked) => {
      const { url, timeline } = await asked;
      if (known === 0 || timeline <= known) throw new Error('not promoted');
      return adopt(url, timeline);
    });
    const best = Promise.all(answers).then((all) => {
      // a primary that was cut off may not know yet that another was promoted: the later timeline is right
      const timeline = Math.max(...all.map((answer) => answer.timeline));
      if (timeline <= 0 || timeline < latest) return false;
      const found = all.filter((answer) => answer.timeline === timeline).map(({ url }) => url);
      return adopt(found.includes(current) ? current : found[0]!, timeline);
    });
    return Promise.any(promoted).catch(() => best);
  };
  const find = () => (search ??= ask().finally(() => (search = undefined)));
  const seek = async () => {
    if (isSeeking) return;
    isSeeking = true;
    while (!(await find()) && !stopping.signal.aborted) {
      if (!isLost) log.warn('no host in DATABASE_URL is a primary that accepts writes');
      isLost = true;
      await sleep(SEEK_EVERY_MS, undefined, { ref: false });
    }
    isSeeking = false;
  };
  return {
    url: () => current,
    find,
    seek: () => void seek(),
    isLost: () => isLost,
    isCurrent: (timeline) => timeline >= latest,
    onMove: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => stopping.abort(),
  };
}

/**
 * Timeline into which a primary writes, which rises with each promotion; 0 of a standby. That of the last checkpoint
 * rises minutes later.
 */
const TIMELINE = `SELECT CASE WHEN pg_is_in_recovery() THEN 0
  ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`;

/** Asks a host for its timeline. @returns 0 if it is a standby or does not answer */
async function timelineOf(url: string): Promise<number> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: number }>(TIMELINE);
    return rows[0]?.timeline ?? 0;
  } catch {
    return 0;
  } finally {
    void client.end().catch(() => {});
  }
}

/** Parts of pg's clients that its types do not have. */
interface Wired {
  connection: { stream: { destroy: () => void } };
}

/**
 * Makes a client that connects to the primary. A host that has become a standby or was left behind is refused, because
 * its writes would fail or wait; each failure starts a search. While no primary is known, nobody waits for one. When it
 * has moved, the connections to the former one are destroyed: those to a machine that drops packets would hang.
 */
export const toPrimary = (Base: ClientClass, primary: Primary): ClientClass =>
  class PrimaryClient extends Base {
    constructor(config?: ConstructorParameters<ClientClass>[0]) {
      super({ ...(typeof config === 'object' && config), connectionString: primary.url() });
      // a connection may be lost while its host is asked for its role, before the pool listens for its errors
      this.on('error', () => {});
    }

    override connect(): Promise<this>;
    override connect(callback: Done): void;
    override connect(callback?: Done): Promise<this> | void {
      if (callback) return this.#connectToPrimary(callback);
      return new Promise((resolve, reject) => {
        this.#connectToPrimary((error) => (error ? reject(error) : resolve(this)));
      });
    }

    #connectToPrimary(done: Done): void {
      const fail = (error: Error) => {
        primary.seek();
        this.end(() => {});
        done(error);
      };
      if (primary.isLost()) return process.nextTick(fail, notNow('no primary is known'));
      this.once(
        'end',
        primary.onMove(() => (this as unknown as Wired).connection.stream.destroy()),
      );
      super.connect((failure: Error | null) => {
        if (failure) return fail(failure);
        this.query(TIMELINE, (error: Error | null, result) => {
          if (error) return fail(error);
          const [row] = result.rows as { timeline: number }[];
          const timeline = row?.timeline ?? 0;
          if (timeline > 0 && primary.isCurrent(timeline)) return done(null);
          fail(notNow(timeline > 0 ? 'this primary was left behind' : 'this database is a standby'));
        });
      });
    }
  };

/** cannot_connect_now */
const notNow = (message: string) => Object.assign(new Error(message), { code: '57P03' });
