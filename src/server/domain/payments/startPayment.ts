import { eq } from 'drizzle-orm';
import { localePrefix } from '#/contract/kernel/locale.ts';
import type { Config } from '#/server/platform/config/config.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { isOpen } from '#/server/domain/orders/orderStates.ts';
import type { PaymentProvider, PaymentRequest } from '#/server/ports/payments.ts';
import { lockOrder, moveOrder, type OrderRow } from '#/server/domain/orders/moveOrder.ts';
import { watchPayment } from './paymentAsks.ts';
import { settleOrder } from '#/server/domain/orders/settleOrder.ts';

type Place = 'success' | 'fail';

const pageUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, { locale, publicId }: OrderRow, place: Place) =>
  `${publicUrl}${localePrefix(locale)}/donate/${place}?order=${publicId}`;

/** Address of the page that shows the result of an order. */
export function resultUrl(config: Pick<Config, 'publicUrl'>, order: OrderRow): string {
  const isLost = order.state === 'failed' || order.state === 'expired';
  return pageUrl(config, order, isLost || isOpen(order.state) ? 'fail' : 'success');
}

/**
 * Creates the payment of an order at its provider, outside of any transaction, and stores it on the order. The
 * provider creates one payment even if it is asked twice. If two requests run at the same time, the first one to
 * store its payment wins.
 * @returns the updated order
 * @throws AppError paymentMethodUnavailable; paymentUnavailable, and the order waits for another try
 */
export async function startPayment(deps: Deps, order: OrderRow): Promise<OrderRow> {
  const provider = order.provider && deps.payments.providers.get(order.provider);
  if (!provider) return fail('paymentMethodUnavailable');
  const payment = await openPayment(deps, provider, order, 1);
  const { started, isOurs } = await keep(deps, order.id, provider, payment);
  // the provider's webhook may have arrived before the payment was stored
  if (isOurs) await settleOrder(deps, { orderId: order.id });
  return started;
}

/** Creates a payment of an order at a provider. @throws AppError paymentUnavailable */
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
    // stored even if the order expired meanwhile, because the buyer may still pay it
    await tx.update(orders).set({ paymentRef, payUrl }).where(eq(orders.id, orderId));
    await watchPayment(tx, { provider: provider.name, paymentRef, orderId }, deps.now());
    const named = { ...order, paymentRef, payUrl };
    const started =
      order.state === 'created' ? await moveOrder(tx, deps, named, 'pending', 'site', 'payment made') : named;
    return { started, isOurs: true };
  });
}
