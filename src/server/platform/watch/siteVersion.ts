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

const lookUp = sharedLookup<never, SiteVersion & pg.QueryResultRow>(READ, () => []);

const theOne = ([version]: SiteVersion[]): SiteVersion => {
  if (!version) throw new Error('the database tells no version');
  return version;
};

/** Reads the versions on one connection, in its transaction. */
export async function readVersion(client: Pick<pg.ClientBase, 'query'>): Promise<SiteVersion> {
  return theOne((await client.query<SiteVersion & pg.QueryResultRow>(READ)).rows);
}

/** The requests of a crowd that come within this time share one read. */
const MOMENT_MS = 5;
/** Requests within a moment that get a read of their own. */
const CROWD = 4;

interface Moment {
  sinceMs: number;
  asked: number;
  version: Promise<SiteVersion>;
}

/** What a process knows of the versions. */
interface Known {
  moment?: Moment;
  /** Number of reads that have begun. */
  reads: number;
  /** Number of the read that told `last`. */
  lastRead: number;
  /** What the newest of the successful reads told. */
  last?: SiteVersion;
  /** Whether the last read failed. */
  isSilent: boolean;
}
const knownOf = new WeakMap<pg.Pool, Known>();

function knownBy(pool: pg.Pool): Known {
  let known = knownOf.get(pool);
  if (!known) knownOf.set(pool, (known = { reads: 0, lastRead: 0, isSilent: false }));
  return known;
}

/**
 * Reads the versions by a query that starts after the call, so no answer is older than its request, whichever process
 * made the change. In a crowd (more than `CROWD` calls within `MOMENT_MS`) the later ones get the last of these reads.
 */
export function siteVersion(deps: Pick<Deps, 'pool' | 'now'>): Promise<SiteVersion> {
  const known = knownBy(deps.pool);
  const nowMs = performance.now();
  const moment = known.moment;
  const isOver = !moment || nowMs - moment.sinceMs >= MOMENT_MS;
  if (moment && !isOver && ++moment.asked > CROWD) return moment.version;
  const version = readNow(deps, known);
  if (moment && !isOver) moment.version = version;
  else known.moment = { sinceMs: nowMs, asked: 1, version };
  return version;
}

async function readNow(deps: Pick<Deps, 'pool' | 'now'>, known: Known): Promise<SiteVersion> {
  const mine = ++known.reads;
  try {
    const version = theOne(await lookUp(deps, []));
    known.isSilent = false;
    // a slow read may end after a later one, and must not bring back what that one has replaced
    if (mine > known.lastRead) Object.assign(known, { last: version, lastRead: mine });
    return version;
  } catch (error) {
    known.isSilent = true;
    throw error;
  }
}

/** Longest wait of a page for the version. After a read that failed, nothing waits longer than this. */
const PATIENCE_MS = 300;

/**
 * Reads the versions. If that fails, returns those that were read last, so that what everybody sees is shown as it was
 * (N9).
 * @throws Error if none was read yet
 */
export async function versionToShow(deps: Pick<Deps, 'pool' | 'now'>): Promise<SiteVersion> {
  const known = knownBy(deps.pool);
  const asked = siteVersion(deps);
  try {
    return await (known.isSilent ? withDeadline(asked, PATIENCE_MS) : asked);
  } catch (error) {
    if (known.last) return known.last;
    throw error;
  }
}

/** Reads the versions, or returns the last ones if the database is late. */
export function versionInTime(deps: Pick<Deps, 'pool' | 'now'>): Promise<SiteVersion | undefined> {
  return withDeadline(siteVersion(deps), PATIENCE_MS).catch(() => knownBy(deps.pool).last);
}
