import type pg from 'pg';
import type { Deps } from './deps.ts';
import { IDLE_MS } from './liveSessions.ts';

const FIND = {
  name: 'sessionFind',
  text: `SELECT s.id, s.kind, s.token_hash, s.handle_hash, s.last_seen_at, s.account_id, a.server_key,
      a.is_in_debt
    FROM sessions s JOIN accounts a ON a.id = s.account_id
    WHERE s.token_hash = ANY($1) AND s.ended_at IS NULL AND s.expires_at > $2 AND s.last_seen_at > $3
      AND a.status = 'active'`,
};

export interface FoundRow {
  id: string;
  kind: 'ticket' | 'bearer' | 'browser';
  token_hash: Buffer;
  handle_hash: Buffer | null;
  last_seen_at: Date;
  account_id: string;
  server_key: string;
  is_in_debt: boolean;
}

interface Batch {
  hashes: Buffer[];
  rows: Promise<FoundRow[]>;
}

const waitingBatches = new WeakMap<pg.Pool, Batch>();
const lastLookups = new WeakMap<pg.Pool, Promise<unknown>>();

/**
 * The live sessions with these token hashes, and maybe others. While one look-up is under way, the requests that come in
 * share the next one: the busier the site, the fewer statements a request costs, and nothing is ever remembered, so that
 * an ended session is out at once.
 */
export function liveSessionsOf(deps: Deps, hashes: readonly Buffer[]): Promise<FoundRow[]> {
  const { pool } = deps;
  const waiting = waitingBatches.get(pool);
  if (waiting) {
    waiting.hashes.push(...hashes);
    return waiting.rows;
  }
  const wanted = [...hashes];
  const rows = (lastLookups.get(pool) ?? Promise.resolve()).then(() => {
    waitingBatches.delete(pool);
    return find(deps, wanted);
  });
  waitingBatches.set(pool, { hashes: wanted, rows });
  lastLookups.set(
    pool,
    rows.catch(() => {}),
  );
  return rows;
}

async function find({ pool, now }: Deps, hashes: Buffer[]): Promise<FoundRow[]> {
  const time = now();
  const idleSince = new Date(time.getTime() - IDLE_MS);
  const { rows } = await pool.query<FoundRow>({ ...FIND, values: [hashes, time, idleSince] });
  return rows;
}
