import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { changePaymentBody, orderReply } from '#/contract/orders.ts';
import { answerOnce } from '#/server/platform/http/answerOnce.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { addressSubject, scaled, countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { isOpen } from '#/server/domain/orders/orderStates.ts';
import type { PaymentProvider, Place } from '#/server/ports/payments.ts';
import { notePlaces } from '#/server/domain/tax/notePlaces.ts';
import { requireCountry } from '#/server/domain/tax/requireCountry.ts';
import { buyerPlaces } from './buyerPlaces.ts';
import { refuseBlockedPurchase } from './recipient.ts';
import { ORDERS_BY_ADDRESS } from './rateLimits.ts';
import { lockOrder, moveOrder, type OrderRow } from '#/server/domain/orders/moveOrder.ts';
import { type OrderPayment, paymentsOf, replacePayment } from '#/server/domain/orders/orderPayments.ts';
import { isPayableThere } from '#/server/domain/orders/orderView.ts';
import { watchPayment } from '#/server/domain/payments/paymentAsks.ts';
import { storeEvents } from '#/server/domain/payments/paymentInbox.ts';
import { paymentMethodOf } from '#/server/domain/payments/paymentMethodOf.ts';
import { openPayment, resultUrl } from '#/server/domain/payments/startPayment.ts';
import { settleOrder } from '#/server/domain/orders/settleOrder.ts';
import { refuseGone } from '#/server/domain/orders/stillLeft.ts';

/** Most payments of one order. Buyers need two or three; the limit prevents useless work at the providers. */
const MAX_PAYMENTS = 10;

/**
 * Changes the payment method of an unpaid order. Anybody who knows the order's id may do so (S17, SE12).
 * @throws AppError notFound, tooManyRequests, idempotencyKeyReused, and those of `switchPayment`
 */
export async function changePayment(
  deps: Deps,
  publicId: string,
  { payment_method_name: methodName, country }: z.output<typeof changePaymentBody>,
  { request, idempotencyKey: key }: { request: FastifyRequest; idempotencyKey?: string },
): Promise<z.input<typeof orderReply>> {
  await countAttempt(deps, scaled(ORDERS_BY_ADDRESS, deps.config.rateLimitScale), addressSubject(request.ip));
  const places = buyerPlaces(deps.config, request, country);
  const asked = ['changePayment', methodName, country];
  return answerOnce(deps, { scope: ['order', publicId], key, request: asked }, async () => {
    const [order] = await deps.db.select().from(orders).where(eq(orders.publicId, publicId));
    return switchPayment(deps, order ?? fail('notFound'), { methodName, places });
  });
}

/**
 * Replaces the payment that an order waits for by a new one with another payment method. First asks the provider of the
 * old payment whether it was paid; afterwards closes it there. If the buyer still pays the old one, `settleOrder`
 * counts only one of the two.
 * @returns the address of the payment page; the result page if nothing is left to pay
 * @throws AppError paymentUnderWay, paymentMethodUnavailable, countryRequired, paymentUnavailable (the old payment
 *   stays in force), goodSoldOut, discountUsed, accountBlocked, accountNotFound
 */
export async function switchPayment(
  deps: Deps,
  asked: OrderRow,
  { methodName, places }: { methodName: string; places: readonly Place[] },
): Promise<z.input<typeof orderReply>> {
  await askOlder(deps, asked);
  const { order, payments } = await readPayable(deps, asked.id);
  const elsewhere = { order: order.publicId, url: resultUrl(deps.config, order) };
  if (!isPayable(deps, order)) return elsewhere;
  const isThere = isPayableThere(deps.payments, order);
  if (order.paymentMethodName === methodName && order.payUrl !== null && isThere)
    return { ...elsewhere, url: order.payUrl };
  if (payments.length >= MAX_PAYMENTS) fail('paymentMethodUnavailable');
  const method = await withTx(deps.pool, async (tx) => {
    await requireCountry(tx, deps, { methodName, places, orderId: order.id });
    return paymentMethodOf(tx, deps, methodName);
  });
  const provider = deps.payments.providers.get(method.provider) ?? fail('paymentMethodUnavailable');
  const changed = { ...order, ...method };
  const made = await openPayment(deps, provider, changed, payments.length + 1);
  const payment = { ...method, paymentRef: made.paymentRef, payUrl: made.url };
  const stored = await storePayment(deps, order, payment, places);
  const isStored = stored.provider === provider.name && stored.paymentRef === made.paymentRef;
  if (!isStored) await closePayment(deps, provider, made.paymentRef);
  const { paymentRef: olderRef } = order;
  const older = order.provider && deps.payments.providers.get(order.provider);
  if (isStored && older && olderRef !== null && olderRef !== made.paymentRef)
    await closePayment(deps, older, olderRef);
  await settleOrder(deps, { orderId: order.id });
  return {
    ...elsewhere,
    url: isOpen(stored.state) && stored.payUrl !== null ? stored.payUrl : elsewhere.url,
  };
}

const isPayable = ({ now }: Pick<Deps, 'now'>, { state, expiresAt, currency }: OrderRow) =>
  isOpen(state) && expiresAt > now() && currency === 'EUR';

/**
 * Asks the provider whether the current payment was made, because its webhook may still be on the way. If the provider
 * does not answer, the webhook or `reconcileOrders` settles the order later.
 */
async function askOlder(deps: Deps, { id, provider: name, paymentRef }: OrderRow): Promise<void> {
  const provider = name && deps.payments.providers.get(name);
  if (!provider || paymentRef === null) return;
  try {
    const events = await provider.reconcile(paymentRef);
    await storeEvents(deps, provider.name, events, JSON.stringify({ reconciled: events }));
  } catch (error) {
    deps.log.warn({ err: error, order: id, provider: name }, 'a payment could not be asked for');
  }
  await settleOrder(deps, { orderId: id });
}

/**
 * Reads an order and its payments, and refuses what nobody could pay.
 * @throws AppError paymentUnderWay if an event of a payment is stored already: a second payment would be paid in vain;
 *   accountBlocked, accountNotFound, goodSoldOut, discountUsed
 */
async function readPayable(
  deps: Deps,
  orderId: number,
): Promise<{ order: OrderRow; payments: OrderPayment[] }> {
  return withTx(deps.pool, async (tx) => {
    const order = await lockOrder(tx, eq(orders.id, orderId));
    if (!order) throw new Error(`order ${orderId} is gone`);
    const { payments, events } = await paymentsOf(tx, order);
    const isUnderWay = events.some(({ kind }) => kind === 'pending' || kind === 'paid');
    if (isPayable(deps, order)) {
      if (isUnderWay) fail('paymentUnderWay');
      await refuseBlockedPurchase(tx, deps, order);
    }
    await refuseGone(tx, order);
    return { order, payments };
  });
}

/**
 * Stores the new payment on the order. If two requests change the payment at the same time, the first one wins and the
 * second gets the order back unchanged.
 */
async function storePayment(
  deps: Deps,
  before: OrderRow,
  payment: OrderPayment,
  places: readonly Place[],
): Promise<OrderRow> {
  return withTx(deps.pool, async (tx) => {
    const order = await lockOrder(tx, eq(orders.id, before.id));
    if (!order) throw new Error(`order ${before.id} is gone`);
    const isAsBefore = order.provider === before.provider && order.paymentRef === before.paymentRef;
    const isWaiting = isOpen(order.state) && (isAsBefore || order.paymentRef === null);
    if (!isWaiting) return order;
    await notePlaces(tx, deps, order.id, places);
    const replaced = await replacePayment(tx, order, payment, deps.now());
    await watchPayment(tx, { ...payment, orderId: order.id }, deps.now());
    const detail = {
      order: order.publicId,
      from: before.paymentMethodName ?? '',
      to: payment.paymentMethodName ?? '',
    };
    const entry = { accountId: order.accountId, actor: 'player', detail } as const;
    await writeAudit(tx, deps, { ...entry, event: 'paymentChanged' });
    return order.state === 'created'
      ? moveOrder(tx, deps, replaced, 'pending', 'site', 'payment made')
      : replaced;
  });
}

/** Closes a payment at its provider. A failure is only logged: if the buyer still pays, the webhook is processed. */
async function closePayment(deps: Deps, provider: PaymentProvider, paymentRef: string): Promise<void> {
  await provider
    .cancel(paymentRef)
    .catch((error: unknown) =>
      deps.log.warn({ err: error, provider: provider.name, paymentRef }, 'a payment could not be closed'),
    );
}
