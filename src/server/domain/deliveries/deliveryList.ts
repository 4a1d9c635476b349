import { and, asc, desc, eq, gt, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DeliveryFilters } from '#/contract/operator/deliveries.ts';
import { POLL_HOLD_MAX_S } from '#/contract/game.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { ofOrdersWhere } from './deliveriesFor.ts';
import type { DeliveryRow } from './moveDelivery.ts';

/** A server that has sent no poll for the length of three polls counts as silent. */
export const SERVER_SILENT_MS = 3 * POLL_HOLD_MAX_S * 1000;
const HOUR_MS = 60 * 60_000;
/**
 * Numbers rise with time, except for deliveries that several processes write at once. Their times differ by at most
 * this.
 */
const DISORDER_MS = HOUR_MS;

const whereOpen = sql`${deliveries.state} NOT IN ('done', 'cancelled')`;
const whereOver = sql`${deliveries.state} IN ('done', 'cancelled')`;

/** SQL: servers that were never in contact, have stopped, or do not ask. */
export const silentServers = (at: Date): SQL =>
  sql`(SELECT s.key FROM servers s LEFT JOIN game_instances i ON i.server_key = s.key
    WHERE i.server_key IS NULL OR i.ended_at IS NOT NULL OR i.seen_at < ${new Date(at.getTime() - SERVER_SILENT_MS)})`;

const whereReady = (at: Date) => and(eq(deliveries.state, 'waiting'), lte(deliveries.readyAt, at));

const MARKS: Record<NonNullable<DeliveryFilters['mark']>, (at: Date) => SQL | undefined> = {
  open: () => whereOpen,
  trouble: () => sql`${deliveries.state} IN ('failed', 'unknown')`,
  ready: whereReady,
  silent: (at) => and(whereReady(at), inArray(deliveries.serverKey, silentServers(at))),
};

/**
 * Deliveries that are open for longer than these hours. An id bound narrows the search; the time then decides
 * exactly.
 */
function whereOpenFor(hours: number, at: Date): SQL | undefined {
  const since = new Date(at.getTime() - hours * HOUR_MS);
  const last = new Date(since.getTime() + DISORDER_MS);
  return and(
    whereOpen,
    lte(deliveries.createdAt, since),
    sql`${deliveries.id} <= (SELECT d.id FROM deliveries d WHERE d.state NOT IN ('done', 'cancelled')
      AND d.created_at <= ${last} ORDER BY d.created_at DESC, d.id DESC LIMIT 1)`,
  );
}

/** Deliveries of an order, by its public id or its number. Each grant of the order has a reference of its own. */
const byOrder = (name: string) =>
  ofOrdersWhere(sql`(o.public_id = ${name} OR o.number = ${name.toUpperCase()})`);

/**
 * The conditions of a list's filters. A list reads the newest rows of each condition and merges them, because open
 * and finished deliveries have separate indexes.
 */
function conditionsOf(filters: DeliveryFilters, at: Date): (SQL | undefined)[] {
  const { state, mark, server, code, player, order, openForHours } = filters;
  const all = and(
    state && eq(deliveries.state, state),
    mark && MARKS[mark](at),
    server === undefined ? undefined : eq(deliveries.serverKey, server),
    code === undefined ? undefined : eq(deliveries.code, code),
    player === undefined ? undefined : eq(deliveries.accountId, Number(player)),
    order === undefined ? undefined : byOrder(order),
    openForHours && whereOpenFor(Number(openForHours), at),
  );
  const isOneIndex = mark !== undefined || openForHours !== undefined;
  const needsHalves = (server !== undefined || code !== undefined) && player === undefined && !order;
  if (isOneIndex || !needsHalves) return [all];
  const halves = state === undefined ? [whereOpen, whereOver] : [OVER.has(state) ? whereOver : whereOpen];
  return halves.map((half) => and(all, half));
}

const OVER: ReadonlySet<string> = new Set(['done', 'cancelled']);

/** A column of a delivery's order. Ids of other causes are not numbers, so the cast must not reach them. */
const ofOrder = (column: PgColumn) => sql<string | null>`(SELECT ${column} FROM ${orders}
  WHERE ${orders.id} = CASE ${deliveries.refType} WHEN 'order' THEN split_part(${deliveries.refId}, ':', 1)::bigint END)`;

/** A delivery with the login of its player, and the public id and the number of its order. */
export interface ListedDelivery {
  row: DeliveryRow;
  login: string;
  order: string | null;
  orderNumber: string | null;
}

const rowsOf = (db: NodePgDatabase) =>
  db
    .select({
      row: deliveries,
      login: accounts.login,
      order: ofOrder(orders.publicId),
      orderNumber: ofOrder(orders.number),
    })
    .from(deliveries)
    .innerJoin(accounts, eq(accounts.id, deliveries.accountId));

/** Finds one delivery by its number. */
export const readDelivery = async (db: NodePgDatabase, no: number): Promise<ListedDelivery | undefined> =>
  (await rowsOf(db).where(eq(deliveries.id, no)))[0];

interface Place {
  /** Deliveries older than id `before`, or newer than id `after`. Without both, the newest. */
  before?: number | undefined;
  after?: number | undefined;
  /** Most rows. */
  limit: number;
  /** Limits the list to these states. */
  states?: readonly DeliveryRow['state'][];
}

/**
 * Lists deliveries, the newest first; with `after`, the oldest of the newer ones first. Every page costs the same,
 * however many deliveries exist (D25).
 */
export async function readDeliveries(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  filters: DeliveryFilters,
  { before, after, limit, states }: Place,
): Promise<ListedDelivery[]> {
  const isForwards = after !== undefined;
  const order = isForwards ? asc(deliveries.id) : desc(deliveries.id);
  const place = and(
    before === undefined ? undefined : lt(deliveries.id, before),
    after === undefined ? undefined : gt(deliveries.id, after),
    states && inArray(deliveries.state, [...states]),
  );
  const parts = conditionsOf(filters, now()).map(
    (condition) =>
      sql`(SELECT ${deliveries.id} FROM ${deliveries} WHERE ${and(condition, place) ?? sql`true`}
        ORDER BY ${order} LIMIT ${limit})`,
  );
  return rowsOf(db)
    .where(sql`${deliveries.id} IN (${sql.join(parts, sql` UNION ALL `)})`)
    .orderBy(order)
    .limit(limit);
}
