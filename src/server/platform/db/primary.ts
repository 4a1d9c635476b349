import { Client } from 'pg';
import type { EmbeddedLog } from './embedded.ts';
import type { ClientClass } from './poolerClient.ts';

/** Deadline for connecting to a host of the list, and for its answer. A host that drops packets must not hold the search. */
const PROBE_TIMEOUT_MS = 2000;

/** The host of a list of hosts that accepts writes. */
export interface Primary {
  /** Address of the host that was the primary when last asked. */
  url: () => string;
  /** Asks all hosts which one is the primary. Calls during a search share it. @returns whether one was found */
  find: () => Promise<boolean>;
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
  let search: Promise<boolean> | undefined;
  const ask = async () => {
    const answers = await Promise.all(urls.map(timelineOf));
    // a primary that was cut off may not know yet that another was promoted: the newer timeline is right
    const newest = Math.max(...answers);
    if (newest <= 0) return false;
    const found = urls[answers.indexOf(newest)]!;
    if (found !== current) log.warn(`the primary database is now ${new URL(found).host}`);
    current = found;
    return true;
  };
  return {
    url: () => current,
    find: () => (search ??= ask().finally(() => (search = undefined))),
  };
}

/** Asks a host for its timeline, which rises with each promotion. @returns 0 if it is a standby or does not answer */
async function timelineOf(url: string): Promise<number> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: number }>(
      'SELECT CASE WHEN pg_is_in_recovery() THEN 0 ELSE (SELECT timeline_id FROM pg_control_checkpoint()) END AS timeline',
    );
    return rows[0]?.timeline ?? 0;
  } catch {
    return 0;
  } finally {
    void client.end().catch(() => {});
  }
}

/**
 * Makes a client that connects to the primary. A host that has become a standby is refused, because its first write
 * would fail; each failure starts a search, so that the next connection goes to the new primary.
 */
export const toPrimary = (Base: ClientClass, primary: Primary): ClientClass =>
  class PrimaryClient extends Base {
    constructor(config?: ConstructorParameters<ClientClass>[0]) {
      super({ ...(typeof config === 'object' && config), connectionString: primary.url() });
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
        void primary.find();
        this.end(() => {});
        done(error);
      };
      super.connect((failure: Error | null) => {
        if (failure) return fail(failure);
        this.query('SELECT pg_is_in_recovery() AS "isStandby"', (error: Error | null, result) => {
          if (error) return fail(error);
          const [row] = result.rows as { isStandby: boolean }[];
          return row?.isStandby ? fail(new Error('this database is a standby')) : done(null);
        });
      });
    }
  };
