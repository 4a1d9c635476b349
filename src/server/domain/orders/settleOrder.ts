import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OrderState } from '#/contract/shop.ts';
import type { LockedAccount } from '../accountLock.ts';
import { record } from '../audit.ts';
import { adjustCashBack, holdCashBack, reverseCashBack } from '../cashBack.ts';
import { orderGrants, orderMoves, orders, paymentEvents } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import { isGivenUp, movesTo } from '../orderStates.ts';
import type { ProviderName } from '../ports/payments/payments.ts';
import { giveBackOrder } from './giveBackOrder.ts';
import { grantOrder, lockOwner } from './grantOrder.ts';
import { isOversold, lockOrder, moveOrder, type OrderDeps, type OrderRow } from './moveOrder.ts';
import { mailRefund, mailRefundFailed } from './orderMails.ts';
import { lockOrderOf, ofPayment, payingOf, paymentsOf, replacePayment } from './orderPayments.ts';
import { orderTarget, type OrderTarget } from './orderTarget.ts';
import { tellOperator } from './paymentNotices.ts';
import { reverseOrder } from './reverseOrder.ts';

/** An order, by its id or by its payment. */
export type OrderNamed = { orderId: number } | { provider: ProviderName; paymentRef: string };

/**
 * Brings an order to where the events of its payment say it must be, hands out or takes back what follows, and marks
 * the events processed: one transaction, whatever calls it and how often (N3, O1).
 * @returns its state now; undefined: no order has this payment (yet)
 */
export async function settleOrder(deps: OrderDeps, which: OrderNamed): Promise<OrderState | undefined> {
  return withTx(deps.pool, async (tx) => {
    const order =
      'orderId' in which ? await lockOrder(tx, eq(orders.id, which.orderId)) : await lockOrderOf(tx, which);
    return order && settleLocked(tx, deps, order);
  });
}

async function settleLocked(tx: NodePgDatabase, deps: OrderDeps, found: OrderRow): Promise<OrderState> {
  const { payments, events } = await paymentsOf(tx, found);
  const news = events.filter(({ processedAt }) => processedAt === null);
  // what an operator has decided stands until the provider says something new
  if (news.length === 0) return found.state;
  const paying = payingOf(found, payments, events, await isGranted(tx, found));
  if (!paying) return found.state;
  const account = await lockOwner(tx, found);
  const isOther = paying !== payments[0];
  const order = isOther ? await replacePayment(tx, found, paying, deps.now()) : found;
  const own = ofPayment(events, paying);
  const isAccepted = await wasAccepted(tx, order.id);
  const heard = orderTarget(order, own, isAccepted);
  const target = isAccepted ? heard : await doubted(tx, order, account, heard);
  const payment = own.find(
    ({ kind, amountCents, currency }) =>
      kind === 'paid' && amountCents === order.totalCents && currency === order.currency,
  );
  const settled = await follow(tx, deps, order, { account, target, paymentEventId: payment?.id ?? null });
  await tellOperator(tx, deps, settled, { payments, paying, events, news, isOther });
  // those that were read: what was stored meanwhile is still to be heard
  const heardIds = events.map(({ id }) => id);
  await tx
    .update(paymentEvents)
    .set({ processedAt: deps.now(), lastError: null })
    .where(and(inArray(paymentEvents.id, heardIds), isNull(paymentEvents.processedAt)));
  return settled.state;
}

/** An operator said that the payment is good: he handed the goods out of `review`. */
async function wasAccepted(tx: NodePgDatabase, orderId: number): Promise<boolean> {
  const isAcceptance = and(
    eq(orderMoves.orderId, orderId),
    eq(orderMoves.actor, 'operator'),
    eq(orderMoves.fromState, 'review'),
    eq(orderMoves.toState, 'granted'),
  );
  return (await tx.$count(orderMoves, isAcceptance)) > 0;
}

/** A good payment for what cannot be handed out any more waits for an operator. */
async function doubted(
  tx: NodePgDatabase,
  order: OrderRow,
  account: LockedAccount,
  target: OrderTarget,
): Promise<OrderTarget> {
  const isLate = isGivenUp(order.state) || order.state === 'review';
  if (!target.isSettled || (await isGranted(tx, order))) return target;
  const reason =
    account.status === 'closed'
      ? 'the account was closed'
      : isLate && (await isOversold(tx, order))
        ? 'paid late, sold out'
        : undefined;
  if (reason === undefined) return target;
  return { ...target, state: target.state === 'granted' ? 'review' : target.state, isSettled: false, reason };
}

const isGranted = async (tx: NodePgDatabase, { id }: OrderRow): Promise<boolean> =>
  (await tx.$count(orderGrants, eq(orderGrants.orderId, id))) > 0;

interface Following {
  account: LockedAccount;
  target: OrderTarget;
  paymentEventId: number | null;
}

async function follow(
  tx: NodePgDatabase,
  deps: OrderDeps,
  start: OrderRow,
  { account, target, paymentEventId }: Following,
): Promise<OrderRow> {
  let order = start;
  const { refundedCents } = target;
  if (refundedCents !== order.refundedCents) {
    await tx.update(orders).set({ refundedCents }).where(eq(orders.id, order.id));
    order = { ...order, refundedCents };
  }
  const moves = target.state ? movesTo(order.state, target.state, target.isSettled) : [];
  for (const to of moves) {
    order = await moveOrder(tx, deps, order, to, 'provider', target.reason);
    order = await effectOf(tx, deps, order, { account, paymentEventId, actor: 'site' });
  }
  if (order.state === 'granted' && refundedCents !== start.refundedCents)
    await adjustCashBack(tx, deps, order);
  if (refundedCents > start.refundedCents) await mailRefund(tx, deps, order, account, target.failedRefunds);
  else if (target.failedRefunds > 0 && refundedCents < start.refundedCents)
    await mailRefundFailed(tx, deps, order, account, target.failedRefunds);
  return order;
}

interface Effect {
  account: LockedAccount;
  paymentEventId: number | null;
  actor: 'operator' | 'site';
}

/** What an order's new state does to the player's goods. The order and its account are locked. */
export async function effectOf(
  tx: NodePgDatabase,
  deps: OrderDeps,
  order: OrderRow,
  { account, paymentEventId, actor }: Effect,
): Promise<OrderRow> {
  const entry = { accountId: order.accountId, actor, detail: { order: order.publicId } };
  if (order.state === 'granted') {
    const isFirst = await grantOrder(tx, deps, order, account, { paymentEventId, actor });
    if (!isFirst) await record(tx, deps, { ...entry, event: 'orderRegranted' });
    const given = isFirst ? order : await giveBackOrder(tx, deps, order);
    await holdCashBack(tx, deps, given);
    return given;
  }
  if (order.state !== 'refunded' && order.state !== 'charged_back') return order;
  await record(tx, deps, {
    ...entry,
    event: order.state === 'refunded' ? 'orderRefunded' : 'orderChargedBack',
  });
  await reverseCashBack(tx, deps, order.id);
  const hasGoods = order.taken === null && (await isGranted(tx, order));
  return hasGoods ? reverseOrder(tx, deps, order) : order;
}
