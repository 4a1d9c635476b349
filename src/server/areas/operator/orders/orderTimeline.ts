import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Happening } from '#/contract/operator/orders.ts';
import type { MovedDelivery } from '#/server/domain/deliveries/deliveriesFor.ts';
import { saidFor } from '#/server/domain/deliveries/moveDelivery.ts';
import type { OrderRow } from '#/server/domain/orders/moveOrder.ts';
import type { StoredEvent } from '#/server/domain/orders/orderPayments.ts';
import type { RefundRequest } from '#/server/domain/orders/refundRequests.ts';
import { audit } from '#/server/platform/db/tables/accounts.ts';
import { mailQueue } from '#/server/platform/db/tables/site/background.ts';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';
import { orderMoves } from '#/server/platform/db/tables/orders.ts';

interface Known {
  events: readonly StoredEvent[];
  requests: readonly RefundRequest[];
  moved: readonly MovedDelivery[];
}

/** Lists the events of an order, the oldest first (O10). */
export async function timelineOf(
  db: NodePgDatabase,
  order: OrderRow,
  { events, requests, moved }: Known,
): Promise<Happening[]> {
  const lines = [
    ...(await movesOf(db, order)),
    ...events.map(eventLine),
    ...requests.map(refundLine),
    ...deliveryLines(moved),
    ...(await mailsOf(db, order)),
    ...(await actsOf(db, order)),
  ];
  return lines.toSorted(inOrder);
}

/** Length of a time of the form `2026-11-26T13:40:10` without its fraction. */
const SECOND_LENGTH = 19;

/** Orders lines by second. Within a second, an operator's act comes before what it caused: it is written at the end. */
export function inOrder(a: Happening, b: Happening): number {
  const [first, second] = [placeOf(a), placeOf(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}

function placeOf(line: Happening): string {
  const isCause = line.kind === 'act' && line.actor === 'operator';
  return `${line.at.slice(0, SECOND_LENGTH)} ${isCause ? 0 : 1} ${line.at}`;
}

async function movesOf(db: NodePgDatabase, { id }: OrderRow): Promise<Happening[]> {
  const byOrder = eq(orderMoves.orderId, id);
  const rows = await db.select().from(orderMoves).where(byOrder).orderBy(asc(orderMoves.version));
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

const deliveryLines = (moved: readonly MovedDelivery[]): Happening[] =>
  moved.map(({ delivery: { id, kind, code, count }, move }, at) => {
    const before = moved[at - 1];
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
      detail: saidFor(move, before?.delivery.id === id ? before.move : undefined),
    };
  });

/** The condition of the index `mail_queue_of_order`. */
const aboutOrders = sql`${mailQueue.kind} IN ('receipt', 'orderRefunded', 'orderRefundFailed')`;

const aboutOrder = ({ id }: OrderRow) =>
  and(aboutOrders, eq(sql`split_part(${mailQueue.cause}, ':', 2)`, String(id)));

/** Counts the mailed receipts that are still stored. */
export const receiptsOf = (db: NodePgDatabase, order: OrderRow): Promise<number> =>
  db.$count(mailQueue, and(aboutOrder(order), eq(mailQueue.kind, 'receipt')));

async function mailsOf(db: NodePgDatabase, order: OrderRow): Promise<Happening[]> {
  const rows = await db.select().from(mailQueue).where(aboutOrder(order)).orderBy(asc(mailQueue.id));
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
  const byDetail = and(eq(audit.accountId, accountId), eq(sql`${audit.detail} ->> 'order'`, publicId));
  const byTarget = and(eq(audit.targetType, 'order'), eq(audit.targetId, publicId));
  const rows = await db
    .select({ entry: audit, name: operators.name })
    .from(audit)
    .leftJoin(operators, eq(operators.id, audit.operatorId))
    .where(or(byDetail, byTarget))
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
