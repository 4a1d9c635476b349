import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { GameDelivery } from '#/contract/game.ts';
import { deliveries, type GameParams, type HandedTo } from '#/server/platform/db/tables/deliveries.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** For this time the game must answer about a delivery, or get it again. */
export const LEASE_MS = 60_000;

interface Leasing {
  serverKey: string;
  ledgerId: string;
  /** The adapter that asks. One that was replaced meanwhile gets nothing. */
  instanceId: string;
  /** Most deliveries at once. */
  max: number;
}

interface LeasedRow extends Record<string, unknown> {
  id: string;
  attempt: number;
  kind: GameDelivery['kind'];
  code: string;
  count: number;
  params: GameParams;
  fact_version: number | null;
  is_doubtful: boolean;
  is_begun_anew: boolean;
  recalled_at: string | null;
  login: string;
  handed_to: HandedTo;
  titles: GameDelivery['title'];
}

/** SQL condition: the adapter that asks was neither replaced nor stopped since. */
const isStillLive = (serverKey: string, instanceId: string): SQL => sql`EXISTS (SELECT FROM game_instances i
    WHERE i.server_key = ${serverKey} AND i.instance_id = ${instanceId} AND i.ended_at IS NULL)`;

/**
 * Leases what is ready to the ledger of a game server (D4): first what it was handed before and did not answer, then what
 * has waited longest. Servers of the site lease different rows at the same time.
 */
export async function leaseReady(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  leasing: Leasing,
): Promise<GameDelivery[]> {
  const { serverKey, ledgerId, max } = leasing;
  const at = now();
  return lease(
    tx,
    at,
    leasing,
    sql`lapsed AS (SELECT id FROM deliveries WHERE server_key = ${serverKey} AND state = 'leased'
        AND lease_until <= ${at} AND ledger_id = ${ledgerId} ORDER BY lease_until, id LIMIT ${max} FOR UPDATE SKIP LOCKED),
      ready AS (SELECT id FROM deliveries WHERE server_key = ${serverKey} AND state = 'waiting' AND ready_at <= ${at}
        ORDER BY ready_at, id LIMIT ${max} FOR UPDATE SKIP LOCKED),
      found AS (SELECT id FROM lapsed UNION ALL SELECT id FROM ready)`,
  );
}

/** Leases what an order has just caused to the server whose player bought it (D17). The player is there. */
export const leaseOrder = (
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  leasing: Leasing,
  orderId: number,
): Promise<GameDelivery[]> =>
  lease(
    tx,
    now(),
    leasing,
    sql`found AS (SELECT id FROM deliveries WHERE reason = 'order' AND ref_type = 'order' AND ref_id = ${String(orderId)}
      AND server_key = ${leasing.serverKey} AND kind = 'give' AND state = 'waiting' ORDER BY id FOR UPDATE)`,
  );

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

/** @param found SQL of the rows that may be leased, locked, under the name `found` */
async function lease(
  tx: NodePgDatabase,
  at: Date,
  { serverKey, ledgerId, instanceId, max }: Leasing,
  found: SQL,
): Promise<GameDelivery[]> {
  const leaseUntil = new Date(at.getTime() + LEASE_MS);
  const { rows } = await tx.execute<LeasedRow>(sql`
    WITH ${found},
      due AS (SELECT id FROM found WHERE ${isStillLive(serverKey, instanceId)} LIMIT ${max}),
      owners AS (SELECT due.id, jsonb_build_object('player', coalesce(l.player, p.player, a.login),
          'character', coalesce(d.character, l.character, p.character), 'name', coalesce(p.name, l.character_name)) AS owner
        FROM due JOIN deliveries d ON d.id = due.id JOIN accounts a ON a.id = d.account_id
        JOIN game_instances i ON i.server_key = ${serverKey}
        LEFT JOIN game_links l ON l.account_id = a.id AND l.server_key = ${serverKey} AND l.state = 'active'
          AND i.identity = 'link'
        LEFT JOIN LATERAL (SELECT player, character, name FROM game_presence p
          WHERE p.server_key = ${serverKey} AND p.account_id = a.id ORDER BY seen_at DESC LIMIT 1) p ON true),
      taken AS (UPDATE deliveries d SET state = 'leased', ledger_id = ${ledgerId}, attempt = attempt + 1,
        lease_until = ${leaseUntil}, ready_at = NULL, handed_to = coalesce(d.handed_to, owners.owner), moved_by = 'site',
        move_reason = '', moved_at = ${at}
        FROM owners WHERE d.id = owners.id RETURNING d.*)
    SELECT t.id, t.attempt, t.kind, t.code, t.count, t.params, t.fact_version, t.is_doubtful, t.is_begun_anew,
      t.recalled_at, a.login, t.handed_to, t.titles
    FROM taken t JOIN accounts a ON a.id = t.account_id
    ORDER BY t.id`);
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
 * Lists what a ledger must call off (D10), each at most once a minute until it answers.
 * @returns numbers of deliveries
 */
export async function dueCancels(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  { serverKey, ledgerId, instanceId, max }: Leasing,
): Promise<number[]> {
  const at = now();
  const { rows } = await tx.execute<{ id: string }>(sql`
    UPDATE deliveries d SET lease_until = ${new Date(at.getTime() + LEASE_MS)}
    FROM (SELECT id FROM deliveries WHERE server_key = ${serverKey} AND state = 'cancelling' AND lease_until <= ${at}
      AND ledger_id = ${ledgerId} AND ${isStillLive(serverKey, instanceId)}
      ORDER BY lease_until, id LIMIT ${max} FOR UPDATE SKIP LOCKED) due
    WHERE d.id = due.id RETURNING d.id`);
  return rows.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
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
    WHERE EXISTS (SELECT FROM deliveries d WHERE d.server_key = s.server_key AND d.state = 'waiting' AND d.ready_at <= ${at})
      OR EXISTS (SELECT FROM deliveries d WHERE d.server_key = s.server_key AND d.state IN ('leased', 'cancelling')
        AND d.lease_until <= ${at} AND d.ledger_id = s.ledger_id)`);
  return rows.map(({ server_key: key }) => key);
}

/** All deliveries of a server up to this number are final: the game may forget them. */
export async function settledThrough(db: NodePgDatabase, serverKey: string): Promise<number> {
  const { rows } = await db.execute<{ through: string }>(sql`
    SELECT coalesce((SELECT min(id) - 1 FROM deliveries WHERE server_key = ${serverKey}
      AND state NOT IN ('done', 'cancelled')), (SELECT max(id) FROM deliveries), 0) AS through`);
  return Number(rows[0]!.through);
}
