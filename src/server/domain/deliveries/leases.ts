import { and, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { GameDelivery } from '#/contract/game.ts';
import { whereBlocked } from '#/server/domain/accounts/access/blocks.ts';
import { deliveries, type GameParams, type HandedTo } from '#/server/platform/db/tables/deliveries.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { CALL_OFF, LEASE_ORDER, LEASE_READY, SETTLED } from './leaseStatements.ts';

/** Lease of a delivery: if the game does not answer within this time, it gets the delivery again. */
export const LEASE_MS = 60_000;
/** Most deliveries that one answer asks to cancel. */
const CALL_OFF_MAX = 100;

/** The pool, or the connection of a transaction. */
type Asked = Pick<pg.ClientBase, 'query'>;

interface Leasing {
  serverKey: string;
  ledgerId: string;
  /** The asking adapter. A replaced one gets nothing. */
  instanceId: string;
  /** Most deliveries at once. */
  max: number;
}

interface LeasedRow {
  id: string;
  attempt: number;
  kind: GameDelivery['kind'];
  code: string;
  count: number;
  params: GameParams;
  fact_version: number | null;
  is_doubtful: boolean;
  not_given_through: number | null;
  recalled_at: Date | null;
  login: string;
  handed_to: HandedTo;
  titles: GameDelivery['title'];
}

/**
 * Leases the ready deliveries to the ledger of a game server (D4): first those that it holds without an answer, then
 * those that have waited longest. Gives to players whose deliveries are blocked wait (O14). Processes of the site
 * lease different rows at the same time.
 */
export const leaseReady = (
  { pool, now }: Pick<Deps, 'now'> & { pool: Asked },
  leasing: Leasing,
): Promise<GameDelivery[]> => lease(pool, now(), leasing, LEASE_READY);

/** Leases the deliveries of a new order to the server on which its player bought it (D17). The player is present. */
export const leaseOrder = (
  client: Asked,
  { now }: Pick<Deps, 'now'>,
  leasing: Leasing,
  orderId: number,
): Promise<GameDelivery[]> => lease(client, now(), leasing, LEASE_ORDER, [String(orderId)]);

/** Removes from a stored answer the deliveries that the ledger no longer holds or has received again since. */
export async function stillLeased(
  db: NodePgDatabase,
  ledgerId: string,
  stored: readonly GameDelivery[],
): Promise<GameDelivery[]> {
  if (stored.length === 0) return [];
  const held = await db
    .select({ no: deliveries.id, attempt: deliveries.attempt })
    .from(deliveries)
    .where(
      and(
        inArray(
          deliveries.id,
          stored.map(({ no }) => no),
        ),
        eq(deliveries.ledgerId, ledgerId),
        eq(deliveries.state, 'leased'),
      ),
    );
  const attempts = new Map(held.map(({ no, attempt }) => [no, attempt]));
  return stored.filter(({ no, attempt }) => attempts.get(no) === attempt);
}

/** @param more values of the statement besides those of every lease */
async function lease(
  database: Asked,
  at: Date,
  { serverKey, ledgerId, instanceId, max }: Leasing,
  statement: typeof LEASE_READY,
  more: unknown[] = [],
): Promise<GameDelivery[]> {
  const leaseUntil = new Date(at.getTime() + LEASE_MS);
  const values = [serverKey, ledgerId, instanceId, max, at, leaseUntil, ...more];
  const { rows } = await database.query<LeasedRow>({ ...statement, values });
  return rows.map((row) => ({
    no: Number(row.id),
    attempt: row.attempt,
    kind: row.kind,
    code: row.code,
    count: row.count,
    params: row.params,
    version: row.fact_version,
    player: { login: row.login, player: row.handed_to.player, character: row.handed_to.character },
    title: row.titles,
    leaseUntil: leaseUntil.getTime(),
    doubtful: row.is_doubtful,
    notGivenThrough: row.not_given_through,
    calledOff: row.recalled_at !== null,
  }));
}

/**
 * Lists the deliveries that a ledger must cancel (D10), each at most once in `LEASE_MS` until it answers, and returns the
 * number up to which all deliveries of the server are final.
 */
export async function callOffDue(
  { pool, now }: Pick<Deps, 'pool' | 'now'>,
  { serverKey, ledgerId, instanceId }: Omit<Leasing, 'max'>,
): Promise<{ cancel: number[]; settledThrough: number }> {
  const at = now();
  const againAt = new Date(at.getTime() + LEASE_MS);
  const values = [serverKey, ledgerId, instanceId, CALL_OFF_MAX, at, againAt];
  const { rows } = await pool.query<{ cancel: string[]; settled_through: string }>({ ...CALL_OFF, values });
  const { cancel, settled_through: settled } = rows[0]!;
  return { cancel: cancel.map(Number), settledThrough: Number(settled) };
}

/** A server that asks for work, with its ledger. */
export interface Asking {
  serverKey: string;
  ledgerId: string;
}

/** Finds the asking servers that have work or cancellations now (D3). */
export async function serversWithWork(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  asking: readonly Asking[],
): Promise<string[]> {
  const at = now();
  const keys = sql.param(asking.map(({ serverKey }) => serverKey));
  const ledgers = sql.param(asking.map(({ ledgerId }) => ledgerId));
  const { rows } = await db.execute<{ server_key: string }>(sql`
    SELECT s.server_key FROM unnest(${keys}::text[], ${ledgers}::text[]) s(server_key, ledger_id)
    WHERE EXISTS (SELECT FROM deliveries d WHERE d.server_key = s.server_key AND d.state = 'waiting' AND d.ready_at <= ${at}
        AND NOT (d.kind = 'give' AND ${whereBlocked('deliver', sql`d.account_id`, at)}))
      OR EXISTS (SELECT FROM deliveries d WHERE d.server_key = s.server_key AND d.state IN ('leased', 'cancelling')
        AND d.lease_until <= ${at} AND d.ledger_id = s.ledger_id)`);
  return rows.map(({ server_key: key }) => key);
}

/** Returns the number up to which all deliveries of a server are final. The game may forget these. */
export async function settledThrough({ pool }: Pick<Deps, 'pool'>, serverKey: string): Promise<number> {
  const { rows } = await pool.query<{ settled_through: string }>({ ...SETTLED, values: [serverKey] });
  return Number(rows[0]!.settled_through);
}
