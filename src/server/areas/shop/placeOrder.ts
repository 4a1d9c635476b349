import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { ORDER_MINUTES } from '#/contract/kernel/limits.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { orderBody, orderReply } from '#/contract/orders.ts';
import { answerOnce } from '#/server/platform/http/answerOnce.ts';
import { newPublicId } from '#/server/platform/kernel/codes.ts';
import { addressSubject, scaled, countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { requireCaptcha } from '#/server/platform/http/captcha.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { discountUses, orders } from '#/server/platform/db/tables/orders.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import type { Quote } from '#/server/platform/db/tables/quote.ts';
import { ORDERS_BY_ADDRESS } from './rateLimits.ts';
import { agreedTo } from './agreed.ts';
import { buyerPlaces } from './buyerPlaces.ts';
import { cartTokenOf } from './cartCookie.ts';
import { type CartRow, type CurrentCart, currentCart, newestCart } from './carts.ts';
import { switchPayment } from './changePayment.ts';
import { refuseBlockedPurchase } from './recipient.ts';
import { createOrder, type OrderRow } from '#/server/domain/orders/moveOrder.ts';
import { readUnpaid } from '#/server/domain/playerNews/unpaidNews.ts';
import { isPayableThere } from '#/server/domain/orders/orderView.ts';
import { paymentMethodOf } from '#/server/domain/payments/paymentMethodOf.ts';
import { resultUrl, startPayment } from '#/server/domain/payments/startPayment.ts';
import { notePlaces } from '#/server/domain/tax/notePlaces.ts';
import { requireCountry } from '#/server/domain/tax/requireCountry.ts';
import type { Place } from '#/server/ports/payments.ts';
import { refuseGone } from '#/server/domain/orders/stillLeft.ts';

type Body = z.output<typeof orderBody>;
/** What the buyer asks for, without what is only checked. */
type Requested = Omit<Body, 'captcha' | 'country'>;

interface Caller {
  request: FastifyRequest;
  locale: Locale;
  idempotencyKey?: string;
}

/**
 * Places the order of the current cart and creates its payment (N2, N3). A cart has one order: a second click,
 * another tab and a retry get the same one. If the payment could not be created, the next call tries again.
 * @returns the address of the payment page; the result page if nothing is left to pay
 * @throws AppError errorCaptcha, tooManyRequests, cartNotFound, cartExpired, cartChanged, accountNotFound,
 * accountBlocked, goodNotFound, goodSoldOut, amountInvalid, priceChanged, paymentMethodUnavailable,
 * countryRequired, paymentUnavailable (the order waits), paymentUnderWay, idempotencyKeyReused
 */
export async function placeOrder(
  deps: Deps,
  { captcha, country, ...requested }: Body,
  { request, locale, idempotencyKey: key }: Caller,
): Promise<z.input<typeof orderReply>> {
  await requireCaptcha(deps, request, captcha, 'order');
  await countAttempt(deps, scaled(ORDERS_BY_ADDRESS, deps.config.rateLimitScale), addressSubject(request.ip));
  const tokenHash = cartTokenOf(deps, request) ?? fail('cartNotFound');
  const scope = ['cart', tokenHash.toString('hex')];
  const places = buyerPlaces(deps.config, request, country);
  return answerOnce(deps, { scope, key, request: ['placeOrder', requested, country] }, () =>
    place(deps, requested, { tokenHash, locale, places }),
  );
}

async function place(
  deps: Deps,
  requested: Requested,
  { tokenHash, locale, places }: { tokenHash: Buffer; locale: Locale; places: readonly Place[] },
): Promise<z.input<typeof orderReply>> {
  const placed = await withTx(deps.pool, async (tx) => {
    const { cart, order } = await newestCart(tx, tokenHash);
    if (requested.cart !== undefined && requested.cart !== cart.publicId) fail('cartChanged');
    await lockAccount(tx, eq(accounts.id, cart.accountId));
    await refuseBlockedPurchase(tx, deps, order ?? cart);
    if (order) return existingOrder(tx, deps, order, { ...requested, places });
    // `currentCart` stores the new price, so that the cart's page shows it
    const current = await currentCart(tx, deps, tokenHash);
    const isOther = requested.total_cents !== undefined && requested.total_cents !== current.quote.totalCents;
    if (isOther || !isSameQuote(cart.quote, current.quote)) return undefined;
    return newOrder(tx, deps, current, { ...requested, locale, places });
  });
  const order = placed ?? fail('priceChanged');
  const isPayable = order.expiresAt > deps.now();
  const methodName = requested.payment_method_name ?? order.paymentMethodName;
  // the buyer returned and chose another method, or the provider is no longer configured
  const isElsewhere = methodName !== order.paymentMethodName || !isPayableThere(deps.payments, order);
  if (isPayable && order.state === 'pending' && methodName !== null && isElsewhere)
    return switchPayment(deps, order, { methodName, places });
  const payable = order.state === 'created' && isPayable ? await startPayment(deps, order) : order;
  const payUrl = payable.state === 'pending' && isPayable ? payable.payUrl : null;
  return { order: order.publicId, url: payUrl ?? resultUrl(deps.config, payable) };
}

/** Whether two quotes have the same price and contents. */
const isSameQuote = (shown: Quote, now: Quote) =>
  shown.totalCents === now.totalCents &&
  shown.coins === now.coins &&
  shown.bonusCoins === now.bonusCoins &&
  isDeepStrictEqual(shown.grants, now.grants);

/**
 * Returns the existing order of this cart. Until it has a payment, its payment method may still change.
 * @returns undefined if the buyer was shown another price
 */
async function existingOrder(
  tx: NodePgDatabase,
  deps: Deps,
  order: OrderRow,
  {
    total_cents: shownCents,
    payment_method_name: methodName,
    places,
  }: Requested & { places: readonly Place[] },
): Promise<OrderRow | undefined> {
  if (shownCents !== undefined && shownCents !== order.totalCents) return undefined;
  await refuseGone(tx, order);
  if (order.state !== 'created') return order;
  const method = await paymentMethodOf(tx, deps, methodName ?? order.paymentMethodName ?? undefined);
  if (method.provider === order.provider && method.paymentMethodName === order.paymentMethodName)
    return order;
  await requireCountry(tx, deps, {
    methodName: method.paymentMethodName,
    places,
    orderId: order.id,
  });
  await notePlaces(tx, deps, order.id, places);
  const whereUnpaid = and(eq(orders.id, order.id), eq(orders.state, 'created'));
  const [changed] = await tx.update(orders).set(method).where(whereUnpaid).returning();
  return changed ?? order;
}

/** Creates the order of a cart, at the quote that the buyer was shown. */
async function newOrder(
  tx: NodePgDatabase,
  deps: Deps,
  { cart, quote }: CurrentCart,
  {
    payment_method_name: methodName,
    locale,
    places,
    ...agreement
  }: Requested & { locale: Locale; places: readonly Place[] },
): Promise<OrderRow> {
  const method = await paymentMethodOf(tx, deps, methodName ?? cart.paymentMethodName ?? undefined);
  await requireCountry(tx, deps, { methodName: method.paymentMethodName, places });
  const order = await createOrder(tx, deps, {
    publicId: newPublicId(deps),
    cartId: cart.id,
    accountId: cart.accountId,
    buyerId: cart.buyerId,
    quote,
    goodsId: quote.goodsId,
    currency: 'EUR',
    totalCents: quote.totalCents,
    totalCoins: 0,
    ...method,
    locale,
    agreed: agreedTo(agreement, quote, deps, locale),
    purpose: cart.purpose,
    expiresAt: new Date(deps.now().getTime() + ORDER_MINUTES * 60_000),
  });
  await noteDiscount(tx, order, cart);
  await notePlaces(tx, deps, order.id, places);
  if (order.buyerId === order.accountId) await readUnpaid(tx, deps, order.accountId);
  return order;
}

/** Notes that the order uses the discount code. The use counts once the order is paid (moveOrder). */
async function noteDiscount(tx: NodePgDatabase, order: OrderRow, cart: CartRow): Promise<void> {
  if (order.quote.discountCode === null || cart.discountCodeId === null) return;
  const { id: orderId, accountId, createdAt: releasedAt } = order;
  await tx
    .insert(discountUses)
    .values({ orderId, accountId, discountCodeId: cart.discountCodeId, releasedAt });
}
