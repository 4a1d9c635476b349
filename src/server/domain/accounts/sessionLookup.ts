import type pg from 'pg';
import type { Deps } from '#/server/platform/kernel/deps.ts';
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

/**
 * A query takes milliseconds. After this time the next one starts beside it, and it is sent again on another
 * connection.
 */
const PATIENCE_MS = 250;
/** Time limit of a query, so that its requests get an answer. */
const TIMEOUT_MS = 5000;

const waitingBatches = new WeakMap<pg.Pool, Batch>();
const lastLookups = new WeakMap<pg.Pool, Promise<unknown>>();

/**
 * Finds the live sessions of these token hashes; the result may hold sessions of other requests. Requests that arrive
 * while a query runs share the next query, which saves statements under load. Nothing is cached, so an ended session
 * stops working at once. A silent connection delays a request by `PATIENCE_MS` at most.
 */
export function liveSessionsOf(deps: Deps, hashes: readonly Buffer[]): Promise<FoundRow[]> {
  const { pool } = deps;
  const waiting = waitingBatches.get(pool);
  if (waiting) {
    waiting.hashes.push(...hashes);
    return waiting.rows;
  }
  const wanted = [...hashes];
  const turn = lastLookups.get(pool) ?? Promise.resolve();
  const rows = turn.then(() => {
    waitingBatches.delete(pool);
    return findOnTwo(deps, wanted);
  });
  waitingBatches.set(pool, { hashes: wanted, rows });
  lastLookups.set(
    pool,
    turn.then(() => isSettledInTime(rows)),
  );
  return rows;
}

/** Sends the query on a second connection if the first one does not answer. */
async function findOnTwo(deps: Deps, hashes: Buffer[]): Promise<FoundRow[]> {
  const first = find(deps, hashes);
  if (await isSettledInTime(first)) return first;
  return Promise.any([first, find(deps, hashes)]).catch((error: AggregateError) => {
    throw error.errors[0];
  });
}

function isSettledInTime(work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    const settle = () => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(settle, settle);
  });
}

async function find({ pool, now }: Deps, hashes: Buffer[]): Promise<FoundRow[]> {
  const time = now();
  const idleSince = new Date(time.getTime() - IDLE_MS);
  const values = [hashes, time, idleSince];
  const { rows } = await pool.query<FoundRow>({ ...FIND, values, query_timeout: TIMEOUT_MS });
  return rows;
}
