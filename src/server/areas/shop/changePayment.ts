import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { orderReply } from '#/contract/shop.ts';
import { record } from '../audit.ts';
import { addressSubject, scaled, spend } from '../budget.ts';
import { orders } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import { isOpen } from '../orderStates.ts';
import type { PaymentProvider } from '../ports/payments/payments.ts';
import { ORDERS_BY_ADDRESS } from './budgets.ts';
import { lockOrder, moveOrder, type OrderRow } from './moveOrder.ts';
import { type OrderPayment, paymentsOf, replacePayment } from './orderPayments.ts';
import { storeEvents } from './paymentInbox.ts';
import { paymentMethodOf } from './paymentMethodOf.ts';
import { openPayment, resultUrl } from './startPayment.ts';
import { settleOrder } from './settleOrder.ts';

/** Nobody who pays tries so many; whoever plays with it makes no more work at the providers. */
const MAX_PAYMENTS = 10;

/**
 * Lets whoever knows an unpaid order pay it another way (N3).
 * @throws AppError notFound, tooManyRequests, and those of `switchPayment`
 */
export async function changePayment(
  deps: Deps,
  publicId: string,
  wish: string,
  request: FastifyRequest,
): Promise<z.input<typeof orderReply>> {
  await spend(deps, scaled(ORDERS_BY_ADDRESS, deps.config.rateLimitScale), addressSubject(request.ip));
  const [order] = await deps.db.select().from(orders).where(eq(orders.publicId, publicId));
  return switchPayment(deps, order ?? fail('notFound'), wish);
}

/**
 * Makes a payment of another kind in the place of the one an order waits for. The provider of the older one is asked
 * first whether it was paid, and closes it afterwards; what is paid there all the same still counts, once (settleOrder).
 * @returns where to pay; the page of the result where there is nothing to pay any more
 * @throws AppError paymentUnderWay, paymentMethodUnavailable, paymentUnavailable: the older payment stands
 */
export async function switchPayment(
  deps: Deps,
  asked: OrderRow,
  wish: string,
): Promise<z.input<typeof orderReply>> {
  await hearOlder(deps, asked);
  const { order, payments } = await readPayable(deps, asked.id);
  const elsewhere = { order: order.publicId, url: resultUrl(deps.config, order) };
  if (!isPayable(deps, order)) return elsewhere;
  if (order.paymentMethodName === wish && order.payUrl !== null) return { ...elsewhere, url: order.payUrl };
  if (payments.length >= MAX_PAYMENTS) fail('paymentMethodUnavailable');
  const method = await withTx(deps.pool, (tx) => paymentMethodOf(tx, deps, wish));
  const provider = deps.payments.providers.get(method.provider) ?? fail('paymentMethodUnavailable');
  const wished = { ...order, ...method };
  const made = await openPayment(deps, provider, wished, payments.length + 1);
  const now = await keep(deps, order, { ...method, paymentRef: made.paymentRef, payUrl: made.url });
  const isKept = now.provider === provider.name && now.paymentRef === made.paymentRef;
  if (!isKept) await close(deps, provider, made.paymentRef);
  const older = order.provider && deps.payments.providers.get(order.provider);
  const isReplaced = order.paymentRef !== null && order.paymentRef !== made.paymentRef;
  if (isKept && older && isReplaced) await close(deps, older, order.paymentRef ?? '');
  await settleOrder(deps, { orderId: order.id });
  return { ...elsewhere, url: isOpen(now.state) && now.payUrl !== null ? now.payUrl : elsewhere.url };
}

const isPayable = ({ now }: Pick<Deps, 'now'>, { state, expiresAt, currency }: OrderRow) =>
  isOpen(state) && expiresAt > now() && currency === 'EUR';

/** A webhook may be on its way. What cannot be asked now is heard later. */
async function hearOlder(deps: Deps, { id, provider: name, paymentRef }: OrderRow): Promise<void> {
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

/** @throws AppError paymentUnderWay: something came already, so that a second payment would be one too many */
async function readPayable(
  deps: Deps,
  orderId: number,
): Promise<{ order: OrderRow; payments: OrderPayment[] }> {
  return withTx(deps.pool, async (tx) => {
    const order = await lockOrder(tx, eq(orders.id, orderId));
    if (!order) throw new Error(`order ${orderId} is gone`);
    const { payments, events } = await paymentsOf(tx, order);
    const isUnderWay = events.some(({ kind }) => kind === 'pending' || kind === 'paid');
    if (isPayable(deps, order) && isUnderWay) fail('paymentUnderWay');
    return { order, payments };
  });
}

/** Of two that were chosen at once the first to be kept is the one. */
async function keep(deps: Deps, before: OrderRow, payment: OrderPayment): Promise<OrderRow> {
  return withTx(deps.pool, async (tx) => {
    const order = await lockOrder(tx, eq(orders.id, before.id));
    if (!order) throw new Error(`order ${before.id} is gone`);
    const isAsBefore = order.provider === before.provider && order.paymentRef === before.paymentRef;
    const isWaiting = isOpen(order.state) && (isAsBefore || order.paymentRef === null);
    if (!isWaiting) return order;
    const replaced = await replacePayment(tx, order, payment, deps.now());
    const detail = {
      order: order.publicId,
      from: before.paymentMethodName ?? '',
      to: payment.paymentMethodName ?? '',
    };
    const entry = { accountId: order.accountId, actor: 'player', detail } as const;
    await record(tx, deps, { ...entry, event: 'paymentChanged' });
    return order.state === 'created'
      ? moveOrder(tx, deps, replaced, 'pending', 'site', 'payment made')
      : replaced;
  });
}

/** As far as it can be: whoever pays it all the same is heard. */
async function close(deps: Deps, provider: PaymentProvider, paymentRef: string): Promise<void> {
  await provider
    .cancel(paymentRef)
    .catch((error: unknown) =>
      deps.log.warn({ err: error, provider: provider.name, paymentRef }, 'a payment could not be closed'),
    );
}
