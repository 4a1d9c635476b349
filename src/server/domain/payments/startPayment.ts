import { eq } from 'drizzle-orm';
import { localePrefix } from '#/contract/locale.ts';
import type { Config } from '../config.ts';
import { orders } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import { isOpen } from '../orderStates.ts';
import type { PaymentProvider, PaymentRequest } from '../ports/payments/payments.ts';
import { lockOrder, moveOrder, type OrderRow } from './moveOrder.ts';
import { settleOrder } from './settleOrder.ts';

type Place = 'success' | 'fail';

const pageUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, { locale, publicId }: OrderRow, place: Place) =>
  `${publicUrl}${localePrefix(locale)}/donate/${place}?order=${publicId}`;

/** The page that shows what became of an order. */
export function resultUrl(config: Pick<Config, 'publicUrl'>, order: OrderRow): string {
  const isLost = order.state === 'failed' || order.state === 'expired';
  return pageUrl(config, order, isLost || isOpen(order.state) ? 'fail' : 'success');
}

/**
 * Makes the payment of an order at its provider, outside of any transaction, and keeps where it is paid. Asked twice, a
 * provider makes one payment; of two that were asked at once the first to be kept is the one.
 * @returns the order as it is now
 * @throws AppError paymentMethodUnavailable; paymentUnavailable, and the order waits for another try
 */
export async function startPayment(deps: Deps, order: OrderRow): Promise<OrderRow> {
  const provider = order.provider && deps.payments.providers.get(order.provider);
  if (!provider) return fail('paymentMethodUnavailable');
  const payment = await openPayment(deps, provider, order, 1);
  const { started, isOurs } = await keep(deps, order.id, provider, payment);
  // the provider may have been quicker than we
  if (isOurs) await settleOrder(deps, { orderId: order.id });
  return started;
}

/** Makes a payment of an order at a provider. @throws AppError paymentUnavailable */
export function openPayment(
  { config }: Pick<Deps, 'config'>,
  provider: PaymentProvider,
  order: OrderRow,
  attempt: number,
): Promise<{ paymentRef: string; url: string }> {
  return provider
    .start(requestOf(config, order, attempt))
    .catch((cause: unknown) => fail('paymentUnavailable', { cause, retryAfterSeconds: 5 }));
}

function requestOf(config: Config, order: OrderRow, attempt: number): PaymentRequest {
  const { publicId, totalCents, paymentMethodName, quote, locale, expiresAt } = order;
  return {
    orderId: publicId,
    attempt,
    totalCents,
    currency: 'EUR',
    methodName: paymentMethodName ?? '',
    title: quote.titles[locale],
    locale,
    successUrl: pageUrl(config, order, 'success'),
    failUrl: pageUrl(config, order, 'fail'),
    expiresAt: expiresAt.toISOString(),
  };
}

function keep(
  deps: Deps,
  orderId: number,
  provider: PaymentProvider,
  { paymentRef, url: payUrl }: { paymentRef: string; url: string },
): Promise<{ started: OrderRow; isOurs: boolean }> {
  return withTx(deps.pool, async (tx) => {
    const order = await lockOrder(tx, eq(orders.id, orderId));
    if (!order) throw new Error(`order ${orderId} is gone`);
    if (order.paymentRef !== null || order.provider !== provider.name)
      return { started: order, isOurs: false };
    // also when it ran out meanwhile: whoever pays all the same is heard
    await tx.update(orders).set({ paymentRef, payUrl }).where(eq(orders.id, orderId));
    const named = { ...order, paymentRef, payUrl };
    const started =
      order.state === 'created' ? await moveOrder(tx, deps, named, 'pending', 'site', 'payment made') : named;
    return { started, isOurs: true };
  });
}
