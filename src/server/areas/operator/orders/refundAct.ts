import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { RefundBody } from '#/contract/operator/orderActs.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import type { OrderRow } from '#/server/domain/orders/moveOrder.ts';
import { eventsOf, goneCents, ofPayment, paymentsOf } from '#/server/domain/orders/orderPayments.ts';
import { isUnderWay, type RefundRequest, requestsOf } from '#/server/domain/orders/refundRequests.ts';
import { settleLocked } from '#/server/domain/orders/settleOrder.ts';
import { requestRefund } from '#/server/domain/payments/requestRefund.ts';
import { tried } from '#/server/platform/db/tx.ts';
import { paymentEvents } from '#/server/platform/db/tables/payments.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { refuseIfStopped } from '#/server/platform/kernel/stops.ts';
import { lockForAct, refused, versionOf } from './actOnOrder.ts';
import { fieldsOf, type Standing, standingOf } from './standing.ts';

interface RefundReply {
  version: number;
  provider: string;
  paymentRef: string;
  cents: number;
}

/**
 * Stores a request to refund money of an order (O11). `sendRefunds` asks the provider afterwards. To compute the
 * consequences, the provider's report is simulated and rolled back (O8).
 */
export async function refundAct(
  tx: NodePgDatabase,
  deps: Deps,
  publicId: string,
  { version, cents, payment }: RefundBody,
): Promise<ActOutcome<RefundReply>> {
  refuseIfStopped(deps, 'orders');
  const order = await lockForAct(tx, publicId, version);
  const request = await refused(() => requestRefund(tx, deps, order, { cents, payment, runAt: deps.now() }));
  const before = await standingOf(tx, deps, order.id);
  const after = await tried(tx, () => afterRefund(tx, deps, order, request));
  const { provider, paymentRef, cents: wanted } = request;
  return {
    reply: { version: await versionOf(tx, order), provider, paymentRef, cents: wanted },
    target: { type: 'order', id: publicId, version },
    amount: wanted,
    amountOfTarget: (await centsGone(tx, order)) + (await centsUnderWay(tx, order.id)),
    before: fieldsOf(before),
    after: {
      ...fieldsOf(after),
      ...differenceOf(before, after),
      askedProvider: provider,
      askedPayment: paymentRef,
      askedCents: wanted,
    },
  };
}

/**
 * Sums the money of all payments that went back. The refunded cents of the order contain neither those of a second payment
 * nor what came beyond the total.
 */
async function centsGone(tx: NodePgDatabase, order: OrderRow): Promise<number> {
  const { payments, events } = await paymentsOf(tx, order);
  return payments.reduce((sum, payment) => sum + goneCents(ofPayment(events, payment)), 0);
}

/** Sums the requested refunds that are not reported yet, including the new one. */
const centsUnderWay = async (tx: NodePgDatabase, orderId: number) =>
  (await requestsOf(tx, orderId)).filter(isUnderWay).reduce((sum, { cents }) => sum + cents, 0);

/** Processes the new refund, and those under way, as if the provider had just reported them. */
async function afterRefund(
  tx: NodePgDatabase,
  deps: Deps,
  order: OrderRow,
  asked: RefundRequest,
): Promise<Standing> {
  const { provider, paymentRef } = asked;
  const events = await eventsOf(tx, [{ provider, paymentRef }]);
  const paid = events.find(({ kind }) => kind === 'paid');
  const now = deps.now();
  const underWay = (await requestsOf(tx, order.id)).filter(
    (one) => one.provider === provider && one.paymentRef === paymentRef && isUnderWay(one),
  );
  for (const { id, cents } of underWay)
    await tx.insert(paymentEvents).values({
      provider,
      eventId: `preview:${id}`,
      kind: 'refunded',
      paymentRef,
      causeRef: `preview:${id}`,
      amountCents: cents,
      currency: paid?.currency ?? order.currency,
      raw: '',
      receivedAt: now,
      runAt: now,
    });
  const silent = deps.log.child({}, { level: 'silent' });
  await settleLocked(tx, { ...deps, log: silent }, order);
  return standingOf(tx, deps, order.id);
}

/** Returns the part of the order's goods that the refund takes. */
function differenceOf(before: Standing, after: Standing) {
  const known = new Map(before.things.map((thing) => [thing.id, thing]));
  const gives = after.things.filter(({ kind }) => kind === 'give');
  const isCalledOff = ({ id, state }: Standing['things'][number]) =>
    state === 'cancelled' && known.get(id)?.state !== 'cancelled';
  const revoked = new Set(
    after.things
      .filter(({ id, kind }) => kind === 'revoke' && !known.has(id))
      .map((thing) => thing.revokesId),
  );
  const inDoubt = gives.filter(
    ({ recalledAt, state, id }) => recalledAt && state !== 'cancelled' && !known.get(id)?.recalledAt,
  );
  const { taken } = after.order;
  const isTaken = taken !== null && before.order.taken === null;
  return {
    coinsTaken: isTaken ? taken.coins : 0,
    coinsOwed: isTaken ? taken.debt : 0,
    piecesTaken: before.pieces - after.pieces,
    piecesOpened: before.opened,
    premiumDaysTaken: Math.round((before.premiumDays - after.premiumDays) * 10) / 10,
    deliveriesCalledOff: gives.filter(isCalledOff).length,
    deliveriesRevoked: revoked.size,
    /** deliveries that the game may be giving, or whose result is unknown: the game's answer decides */
    deliveriesInDoubt: inDoubt.length,
    deliveriesKept: gives.filter(
      (thing) => thing.state === 'done' && !revoked.has(thing.id) && !thing.recalledAt,
    ).length,
  };
}
