import type pg from 'pg';
import { withDeadline } from '#/server/platform/kernel/deadline.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { sharedLookup } from '#/server/platform/kernel/sharedLookup.ts';

/** Versions of what is the same for everybody. An answer is right as long as its version is the one of the database. */
export interface SiteVersion {
  /** Of the catalogue with its prices, odds and banners, and of the discount codes. */
  catalogue: string;
  /** Of the pieces that are left of limited goods. */
  stock: string;
}

const READ = {
  name: 'siteVersion',
  text: `SELECT (SELECT coalesce(string_agg(version::text, '' ORDER BY name), '') FROM catalogue_versions) AS catalogue,
    (SELECT coalesce(md5(string_agg(id || ':' || sold || ':' || parts, ',' ORDER BY id)), '') FROM goods CROSS JOIN LATERAL (
      SELECT coalesce(sum(pieces), 0) AS parts FROM sold_parts WHERE goods_id = id) without_limit
      WHERE sale_limit IS NOT NULL) AS stock`,
};

const lookUp = sharedLookup<never, { catalogue: string; stock: string }>(READ, () => []);

/** The requests of a crowd that come within this time share one read. */
const MOMENT_MS = 5;
/** Requests within a moment that get a read of their own. */
const CROWD = 4;

interface Moment {
  sinceMs: number;
  asked: number;
  version: Promise<SiteVersion>;
}
const moments = new WeakMap<pg.Pool, Moment>();

/**
 * Reads the versions by a query that starts after the call, so no answer is older than its request, whichever process
 * made the change. In a crowd (more than `CROWD` calls within `MOMENT_MS`) the later ones get the last of these reads.
 */
export function siteVersion(deps: Pick<Deps, 'pool' | 'now'>): Promise<SiteVersion> {
  const nowMs = performance.now();
  let moment = moments.get(deps.pool);
  const isOver = !moment || nowMs - moment.sinceMs >= MOMENT_MS;
  if (moment && !isOver && ++moment.asked > CROWD) return moment.version;
  const version = lookUp(deps, []).then(([found]) => {
    if (!found) throw new Error('the database tells no version');
    return found;
  });
  moment = moment && !isOver ? Object.assign(moment, { version }) : { sinceMs: nowMs, asked: 1, version };
  moments.set(deps.pool, moment);
  return version;
}

/** Longest time that a page waits for the version. Pages are shown while the database is silent, too. */
const PATIENCE_MS = 300;

/** Returns a function that reads the version of the catalogue, or returns the last one if the database is late. */
export function createVersionInTime(deps: Pick<Deps, 'pool' | 'now'>): () => Promise<string | undefined> {
  let last: string | undefined;
  return async () => {
    const asked = siteVersion(deps).then(({ catalogue }) => (last = catalogue));
    return withDeadline(asked, PATIENCE_MS).catch(() => last);
  };
}

/**
 * Caches what `load` reads, until it is asked for with another version. Concurrent callers share one reading. Failures are
 * not cached.
 */
export function byVersion<T>(load: () => Promise<T>): (version: string) => Promise<T> {
  let cached: { version: string; value: Promise<T> } | undefined;
  return (version) => {
    if (cached?.version === version) return cached.value;
    const mine = { version, value: load() };
    cached = mine;
    mine.value.catch(() => {
      if (cached === mine) cached = undefined;
    });
    return mine.value;
  };
}
