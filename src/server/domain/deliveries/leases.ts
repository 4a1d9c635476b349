import { and, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { GameDelivery } from '#/contract/game.ts';
import { isBlocked } from '#/server/domain/accounts/access/blocks.ts';
import { deliveries, type GameParams, type HandedTo } from '#/server/platform/db/tables/deliveries.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { CALL_OFF, LEASE_ORDER, LEASE_READY, SETTLED } from './leaseStatements.ts';

/** For this time the game must answer about a delivery, or get it again. */
export const LEASE_MS = 60_000;
/** Most deliveries that one answer asks to call off. */
const CALL_OFF_MAX = 100;

/** The pool, or the connection of a transaction. */
type Asked = Pick<pg.ClientBase, 'query'>;

interface Leasing {
  serverKey: string;
  ledgerId: string;
  /** The adapter that asks. One that was replaced meanwhile gets nothing. */
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
  is_begun_anew: boolean;
  recalled_at: Date | null;
  login: string;
  handed_to: HandedTo;
  titles: GameDelivery['title'];
}

/**
 * Leases what is ready to the ledger of a game server (D4): first what it was handed before and did not answer, then what
 * has waited longest. What is given to a player whose deliveries are blocked waits (O14). Servers of the site lease different rows at the same time.
 */
export const leaseReady = (
  { pool, now }: Pick<Deps, 'now'> & { pool: Asked },
  leasing: Leasing,
): Promise<GameDelivery[]> => lease(pool, now(), leasing, LEASE_READY);

/** Leases what an order has just caused to the server whose player bought it (D17). The player is there. */
export const leaseOrder = (
  client: Asked,
  { now }: Pick<Deps, 'now'>,
  leasing: Leasing,
  orderId: number,
): Promise<GameDelivery[]> => lease(client, now(), leasing, LEASE_ORDER, [String(orderId)]);

/** Leaves out of a remembered answer what the ledger does not hold any more, or got again since. */
export async function stillLeased(
  db: NodePgDatabase,
  ledgerId: string,
  remembered: readonly GameDelivery[],
): Promise<GameDelivery[]> {
  if (remembered.length === 0) return [];
  const held = await db
    .select({ no: deliveries.id, attempt: deliveries.attempt })
    .from(deliveries)
    .where(
      and(
        inArray(
          deliveries.id,
          remembered.map(({ no }) => no),
        ),
        eq(deliveries.ledgerId, ledgerId),
        eq(deliveries.state, 'leased'),
      ),
    );
  const attempts = new Map(held.map(({ no, attempt }) => [no, attempt]));
  return remembered.filter(({ no, attempt }) => attempts.get(no) === attempt);
}

/** @param more values of the statement beside those of every lease */
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
    again: row.is_begun_anew,
    calledOff: row.recalled_at !== null,
  }));
}

/**
 * Lists what a ledger must call off (D10), each at most once a minute until it answers, and tells the number through which
 * all deliveries of the server are final.
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

/** A server that asks for work, and the ledger that would hold it. */
export interface Asking {
  serverKey: string;
  ledgerId: string;
}

/** Tells which of the asking servers have work or something to call off now (D3). */
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
        AND NOT (d.kind = 'give' AND ${isBlocked('deliver', sql`d.account_id`, at)}))
      OR EXISTS (SELECT FROM deliveries d WHERE d.server_key = s.server_key AND d.state IN ('leased', 'cancelling')
        AND d.lease_until <= ${at} AND d.ledger_id = s.ledger_id)`);
  return rows.map(({ server_key: key }) => key);
}

/** All deliveries of a server up to this number are final: the game may forget them. */
export async function settledThrough({ pool }: Pick<Deps, 'pool'>, serverKey: string): Promise<number> {
  const { rows } = await pool.query<{ settled_through: string }>({ ...SETTLED, values: [serverKey] });
  return Number(rows[0]!.settled_through);
}
