import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OrderState } from '#/contract/orders.ts';
import type { LockedAccount } from '#/server/domain/accounts/accountLock.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { adjustCashBack, holdCashBack, reverseCashBack } from '#/server/domain/referral/cashBack.ts';
import { lockBalances } from '#/server/domain/ledger/debt.ts';
import { orderGrants, paymentEvents } from '#/server/platform/db/tables/payments.ts';
import { orderMoves, orders } from '#/server/platform/db/tables/orders.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { movesTo } from './orderStates.ts';
import type { ProviderName } from '#/server/ports/payments.ts';
import { notePlaces } from '#/server/domain/tax/notePlaces.ts';
import { tellInviter } from '#/server/domain/playerNews/tellFriends.ts';
import { takeBackUnpaid, tellUnpaid } from '#/server/domain/playerNews/unpaidNews.ts';
import { lockInviterOf, reverseRewards } from '#/server/domain/referral/referralRewards.ts';
import { grantOrder, lockOwner } from './grantOrder.ts';
import { lockOrder, moveOrder, type OrderDeps, type OrderRow } from './moveOrder.ts';
import { mailRefund, mailRefundFailed, tellRefund } from './orderMails.ts';
import { lockOrderOf, noteKept, ofPayment, payingOf, paymentsOf, replacePayment } from './orderPayments.ts';
import { orderTarget, type OrderTarget } from './orderTarget.ts';
import { noteFailedRefunds, noteReported } from './refundRequests.ts';
import { tellOperator } from './paymentNotices.ts';
import { restoreOrder, reverseOrder } from './reverseOrder.ts';
import { goneFrom } from './stillLeft.ts';

/** Names an order by its id or by its payment. */
export type OrderNamed = { orderId: number } | { provider: ProviderName; paymentRef: string };

/**
 * Moves an order to the state that the events of its payment require, grants or revokes its goods, and marks the
 * events processed. This is one transaction and safe to repeat (N3, OR1).
 * @returns the new state of the order; undefined while no order has this payment
 */
export async function settleOrder(deps: OrderDeps, which: OrderNamed): Promise<OrderState | undefined> {
  return withTx(deps.pool, async (tx) => {
    const order =
      'orderId' in which ? await lockOrder(tx, eq(orders.id, which.orderId)) : await lockOrderOf(tx, which);
    return order && settleLocked(tx, deps, order);
  });
}

/**
 * Does the same for an order that the caller has locked.
 * @returns its new state
 */
export async function settleLocked(
  tx: NodePgDatabase,
  deps: OrderDeps,
  found: OrderRow,
): Promise<OrderState> {
  const { payments, events } = await paymentsOf(tx, found);
  await notePlaces(
    tx,
    deps,
    found.id,
    events.flatMap(({ places }) => places ?? []),
  );
  const newEvents = events.filter(({ processedAt }) => processedAt === null);
  // without new events nothing changes: an operator's decision stays in force
  if (newEvents.length === 0) return found.state;
  const paying = payingOf(found, payments, events, await isGranted(tx, found));
  if (!paying) return found.state;
  const account = await lockOwner(tx, found);
  const isOther = paying !== payments[0];
  const order = isOther ? await replacePayment(tx, found, paying, deps.now()) : found;
  const own = ofPayment(events, paying);
  const isAccepted = await wasAccepted(tx, order.id);
  const computed = orderTarget(order, own, isAccepted);
  const target = isAccepted ? computed : await doubted(tx, deps, order, { account, target: computed });
  const payment = own.find(
    ({ kind, amountCents, currency }) =>
      kind === 'paid' && amountCents === order.totalCents && currency === order.currency,
  );
  const settled = await applyTarget(tx, deps, order, {
    account,
    target,
    paymentEventId: payment?.id ?? null,
  });
  await noteKept(tx, payments, paying, events);
  if (newEvents.some(({ kind }) => kind === 'refunded' || kind === 'refundFailed'))
    await noteReported(tx, deps.now(), order.id, events);
  await noteFailedRefunds(tx, deps.now(), order.id, { payments, events, newEvents });
  await tellOperator(tx, deps, settled, { payments, paying, events, newEvents, isOther });
  // marks only the events read above: events stored since then are processed by the next run
  const readIds = events.map(({ id }) => id);
  await tx
    .update(paymentEvents)
    .set({ processedAt: deps.now(), lastError: null })
    .where(and(inArray(paymentEvents.id, readIds), isNull(paymentEvents.processedAt)));
  return settled.state;
}

/** Whether an operator accepted the payment: they moved the order from `review` to `granted`. */
async function wasAccepted(tx: NodePgDatabase, orderId: number): Promise<boolean> {
  const whereAccepted = and(
    eq(orderMoves.orderId, orderId),
    eq(orderMoves.actor, 'operator'),
    eq(orderMoves.fromState, 'review'),
    eq(orderMoves.toState, 'granted'),
  );
  return (await tx.$count(orderMoves, whereAccepted)) > 0;
}

/** Sends a correctly paid order to `review` if its goods cannot be granted any more. */
async function doubted(
  tx: NodePgDatabase,
  { payments }: OrderDeps,
  order: OrderRow,
  { account, target }: { account: LockedAccount; target: OrderTarget },
): Promise<OrderTarget> {
  if (!target.isSettled || (await isGranted(tx, order))) return target;
  const reason =
    order.provider === 'sandbox' && !payments.providers.has('sandbox')
      ? 'paid in the test system, which is off'
      : account.status === 'closed'
        ? 'the account was closed'
        : await reasonGone(tx, order);
  if (reason === undefined) return target;
  return { ...target, state: target.state === 'granted' ? 'review' : target.state, isSettled: false, reason };
}

/** Reasons for the operator: the payment is correct, but other buyers got the goods or the discount first. */
const GONE = { discountUsed: 'paid, the discount code was used up', goodSoldOut: 'paid, sold out' } as const;

async function reasonGone(tx: NodePgDatabase, order: OrderRow): Promise<string | undefined> {
  const code = await goneFrom(tx, order);
  return code && GONE[code];
}

const isGranted = async (tx: NodePgDatabase, { id }: OrderRow): Promise<boolean> =>
  (await tx.$count(orderGrants, eq(orderGrants.orderId, id))) > 0;

interface Applying {
  account: LockedAccount;
  target: OrderTarget;
  paymentEventId: number | null;
}

/** Moves an order to its target state, step by step, with the effects and the mails of each step. */
async function applyTarget(
  tx: NodePgDatabase,
  deps: OrderDeps,
  start: OrderRow,
  { account, target, paymentEventId }: Applying,
): Promise<OrderRow> {
  let order = start;
  const { refundedCents } = target;
  // it only falls, when the rest of an accepted payment comes: orders that were accepted before the column existed keep 0
  const missingCents = Math.min(order.missingCents, target.missingCents);
  const hasOtherMoney = refundedCents !== order.refundedCents || missingCents !== order.missingCents;
  if (hasOtherMoney) {
    await tx.update(orders).set({ refundedCents, missingCents }).where(eq(orders.id, order.id));
    order = { ...order, refundedCents, missingCents };
  }
  const moves = target.state ? movesTo(order.state, target.state, target.isSettled) : [];
  const goesBack = refundedCents > start.refundedCents || moves.some(isBack);
  // lock order: the inviter's account, then all house accounts at once; otherwise two orders could deadlock
  const inviterId = goesBack ? await lockInviterOf(tx, order.accountId) : undefined;
  if (goesBack || order.taken) await lockBalances(tx, order.accountId, ['sales', 'bonus', 'reversal']);
  for (const to of moves) {
    order = await moveOrder(tx, deps, order, to, 'provider', target.reason);
    if (to === 'review')
      deps.log.error({ order: order.publicId, reason: target.reason }, 'a paid order waits for an operator');
    order = await applyState(tx, deps, order, { account, paymentEventId, actor: 'site' });
  }
  if (order.state !== start.state) {
    if (order.state === 'expired') await tellUnpaid(tx, deps, order, account);
    if (start.state === 'expired') await takeBackUnpaid(tx, order);
  }
  if (order.state === 'granted' && hasOtherMoney) await adjustCashBack(tx, deps, order, start);
  if (inviterId !== undefined) await reverseRewards(tx, deps, inviterId);
  const failed = target.failedRefunds;
  if (refundedCents > start.refundedCents) await mailRefund(tx, deps, order, account, failed);
  else if (failed > 0 && refundedCents < start.refundedCents)
    await mailRefundFailed(tx, deps, order, account, failed);
  if (refundedCents > start.refundedCents || (failed > 0 && refundedCents < start.refundedCents))
    await tellRefund(tx, deps, order, account, { earlierCents: start.refundedCents, failed });
  return order;
}

/** Whether the money has returned to the payer. */
const isBack = (state: OrderState): boolean => state === 'refunded' || state === 'charged_back';

interface Effect {
  account: LockedAccount;
  paymentEventId: number | null;
  actor: 'operator' | 'site';
}

/** Applies the new state of an order to the player's goods. Requires that the order and its account are locked. */
export async function applyState(
  tx: NodePgDatabase,
  deps: OrderDeps,
  order: OrderRow,
  { account, paymentEventId, actor }: Effect,
): Promise<OrderRow> {
  const entry = { accountId: order.accountId, actor, detail: { order: order.publicId } };
  if (order.state === 'granted') {
    const isFirst = await grantOrder(tx, deps, order, account, { paymentEventId, actor });
    if (!isFirst) await writeAudit(tx, deps, { ...entry, event: 'orderRegranted' });
    const given = isFirst ? order : await restoreOrder(tx, deps, order);
    await holdCashBack(tx, deps, given);
    if (order.currency === 'EUR') await tellInviter(tx, deps, order.accountId);
    return given;
  }
  if (!isBack(order.state)) return order;
  await writeAudit(tx, deps, {
    ...entry,
    event: order.state === 'refunded' ? 'orderRefunded' : 'orderChargedBack',
  });
  await reverseCashBack(tx, deps, order.id);
  const hasGoods = order.taken === null && (await isGranted(tx, order));
  return hasGoods ? reverseOrder(tx, deps, order) : order;
}
