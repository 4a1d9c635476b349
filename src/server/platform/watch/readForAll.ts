import { setTimeout as sleep } from 'node:timers/promises';
import { Counter } from 'prom-client';
import type { Replica } from '#/server/platform/db/replica.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { AppError } from '#/server/platform/kernel/errors.ts';
import { readVersion, type SiteVersion } from './siteVersion.ts';

/** Pause before another try. Answers are read right after a change, and a replica follows within milliseconds. */
const CATCH_UP_MS = 10;
const MOST_TRIES = 3;

/** Replicas that were behind after `MOST_TRIES`. Nobody waits for them until they have caught up. */
const late = new WeakSet<object>();

export const replicaReadsTotal = new Counter({
  name: 'replica_reads_total',
  help: 'Answers for everybody: read from the replica, or from the primary because the replica was behind or failed',
  labelNames: ['result'],
  registers: [],
});

/** The versions that an answer depends on: that of the stock only if it tells the pieces that are left. */
type NeededVersion = Pick<SiteVersion, 'catalogue'> & Partial<SiteVersion>;

/** 'otherStock': only the sold pieces differ. This is normal while limited goods are sold fast, so it is no delay. */
type Outcome<T> = { answer: T } | { refusal: AppError } | 'behind' | 'otherStock';

/**
 * Reads what is the same for everybody, from the replica if it shows this version, and from the primary otherwise (N9). The
 * replica tells its version and the answer in one snapshot, so an answer of a replica that is behind is never used.
 * @param read must read through `db` alone
 * @throws what `read` throws
 */
export async function readForAll<T>(
  deps: Deps,
  version: NeededVersion,
  read: (deps: Deps) => Promise<T>,
): Promise<T> {
  const { replica } = deps;
  // a process that knows no version yet would match an empty database
  if (!replica || version.catalogue === '') return read(deps);
  const ask = () =>
    replica.read<Outcome<T>>(async (db, client) => {
      const shown = await readVersion(client);
      if (shown.catalogue !== version.catalogue) return 'behind';
      if (version.stock !== undefined && shown.stock !== version.stock) return 'otherStock';
      return read({ ...deps, db }).then(
        (answer) => ({ answer }),
        (error: unknown) => {
          if (error instanceof AppError) return { refusal: error };
          throw error;
        },
      );
    });
  let outcome = await ask();
  for (let tries = 1; outcome === 'behind' && tries < MOST_TRIES && !late.has(replica); tries++) {
    await sleep(CATCH_UP_MS);
    outcome = await ask();
  }
  noteOutcome(deps, replica, outcome);
  if (typeof outcome !== 'object') return read(deps);
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.answer;
}

function noteOutcome({ log }: Deps, replica: Replica, outcome: Outcome<unknown> | undefined): void {
  const isRead = typeof outcome === 'object';
  replicaReadsTotal.inc({ result: isRead ? 'replica' : outcome === undefined ? 'failed' : 'behind' });
  if (isRead && late.delete(replica)) log.info('the replica has caught up');
  if (outcome !== 'behind' || late.has(replica)) return;
  late.add(replica);
  log.warn('the replica is behind, so what everybody sees is read from the primary');
}

/**
 * Caches what `read` reads (as in `readForAll`), until it is asked for with another version of the catalogue. Concurrent
 * callers share one reading. Failures are not cached.
 */
export function byVersion<T>(
  deps: Deps,
  read: (deps: Deps) => Promise<T>,
): (version: SiteVersion) => Promise<T> {
  let cached: { catalogue: string; value: Promise<T> } | undefined;
  return ({ catalogue }) => {
    if (cached?.catalogue === catalogue) return cached.value;
    const mine = { catalogue, value: readForAll(deps, { catalogue }, read) };
    cached = mine;
    mine.value.catch(() => {
      if (cached === mine) cached = undefined;
    });
    return mine.value;
  };
}
