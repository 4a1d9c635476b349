import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Happening } from '#/contract/operator/orders.ts';
import type { deliveriesFor } from '#/server/domain/deliveries/deliveriesFor.ts';
import { saidFor } from '#/server/domain/deliveries/moveDelivery.ts';
import type { OrderRow } from '#/server/domain/orders/moveOrder.ts';
import type { StoredEvent } from '#/server/domain/orders/orderPayments.ts';
import type { RefundRequest } from '#/server/domain/orders/refundRequests.ts';
import { audit } from '#/server/platform/db/tables/accounts.ts';
import { mailQueue } from '#/server/platform/db/tables/site/background.ts';
import { deliveryMoves } from '#/server/platform/db/tables/deliveries.ts';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';
import { orderMoves } from '#/server/platform/db/tables/orders.ts';

interface Known {
  events: readonly StoredEvent[];
  requests: readonly RefundRequest[];
  things: Awaited<ReturnType<typeof deliveriesFor>>;
}

/** Lists the events of an order, the oldest first (O10). */
export async function timelineOf(
  db: NodePgDatabase,
  order: OrderRow,
  { events, requests, things }: Known,
): Promise<Happening[]> {
  const lines = [
    ...(await movesOf(db, order)),
    ...events.map(eventLine),
    ...requests.map(refundLine),
    ...(await deliveryLines(db, things)),
    ...(await mailsOf(db, order)),
    ...(await actsOf(db, order)),
  ];
  return lines.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

async function movesOf(db: NodePgDatabase, { id }: OrderRow): Promise<Happening[]> {
  const isOwn = eq(orderMoves.orderId, id);
  const rows = await db.select().from(orderMoves).where(isOwn).orderBy(asc(orderMoves.version));
  return rows.map(({ createdAt, fromState: from, toState: to, actor, reason }) => ({
    kind: 'move',
    at: createdAt.toISOString(),
    from,
    to,
    actor,
    reason,
  }));
}

const eventLine = (event: StoredEvent): Happening => ({
  kind: 'event',
  at: event.receivedAt.toISOString(),
  id: event.id,
  provider: event.provider,
  paymentRef: event.paymentRef,
  event: event.kind,
  causeRef: event.causeRef,
  cents: event.amountCents,
  currency: event.currency,
  isProcessed: event.processedAt !== null,
  error: event.lastError,
});

const refundLine = (request: RefundRequest): Happening => ({
  kind: 'refund',
  at: request.createdAt.toISOString(),
  provider: request.provider,
  paymentRef: request.paymentRef,
  cents: request.cents,
  state: request.reportedAt
    ? 'reported'
    : request.failedAt
      ? 'failed'
      : request.askedAt
        ? 'asked'
        : 'waiting',
  error: request.lastError,
});

async function deliveryLines(db: NodePgDatabase, things: Known['things']): Promise<Happening[]> {
  if (things.length === 0) return [];
  const byId = new Map(things.map((thing) => [thing.id, thing]));
  const rows = await db
    .select()
    .from(deliveryMoves)
    .where(inArray(deliveryMoves.deliveryId, [...byId.keys()]))
    .orderBy(asc(deliveryMoves.deliveryId), asc(deliveryMoves.version));
  return rows.map((move, at) => {
    const { id, kind, code, count } = byId.get(move.deliveryId)!;
    const before = rows[at - 1];
    return {
      kind: 'delivery',
      at: move.createdAt.toISOString(),
      id,
      what: kind,
      code,
      count,
      from: move.fromState,
      to: move.toState,
      actor: move.actor,
      reason: move.reason,
      detail: saidFor(move, before?.deliveryId === id ? before : undefined),
    };
  });
}

/** The condition of the index `mail_queue_of_order`. */
const isAboutOrders = sql`${mailQueue.kind} IN ('receipt', 'orderRefunded', 'orderRefundFailed')`;

const isAbout = ({ id }: OrderRow) =>
  and(isAboutOrders, eq(sql`split_part(${mailQueue.cause}, ':', 2)`, String(id)));

/** Counts the mailed receipts that are still stored. */
export const receiptsOf = (db: NodePgDatabase, order: OrderRow): Promise<number> =>
  db.$count(mailQueue, and(isAbout(order), eq(mailQueue.kind, 'receipt')));

async function mailsOf(db: NodePgDatabase, order: OrderRow): Promise<Happening[]> {
  const rows = await db.select().from(mailQueue).where(isAbout(order)).orderBy(asc(mailQueue.id));
  return rows.map(({ kind, createdAt, sentAt, failedAt, lastError }) => ({
    kind: 'mail',
    at: createdAt.toISOString(),
    mail: kind,
    sentAt: sentAt?.toISOString() ?? null,
    failedAt: failedAt?.toISOString() ?? null,
    error: lastError,
  }));
}

/** Reads the acts of operators on the order, and the audit entries of the site and of commands in the shell. */
async function actsOf(db: NodePgDatabase, { accountId, publicId }: OrderRow): Promise<Happening[]> {
  const isNoted = and(eq(audit.accountId, accountId), eq(sql`${audit.detail} ->> 'order'`, publicId));
  const isAct = and(eq(audit.targetType, 'order'), eq(audit.targetId, publicId));
  const rows = await db
    .select({ entry: audit, name: operators.name })
    .from(audit)
    .leftJoin(operators, eq(operators.id, audit.operatorId))
    .where(or(isNoted, isAct))
    .orderBy(asc(audit.id));
  return rows.map(({ entry, name }) => {
    const { reason } = entry.detail;
    return {
      kind: 'act',
      at: entry.createdAt.toISOString(),
      act: entry.event,
      actor: entry.actor,
      operator: name,
      reason: entry.reason ?? (typeof reason === 'string' ? reason : null),
      before: entry.before,
      after: entry.after,
    };
  });
}
