import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { ORDER_MINUTES } from '#/contract/limits.ts';
import type { Locale } from '#/contract/locale.ts';
import type { orderBody, orderReply } from '#/contract/shop.ts';
import { addressSubject, scaled, spend } from '../budget.ts';
import { requireCaptcha } from '../captcha.ts';
import { discountUses, orders } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import type { Quote } from '../quote.ts';
import { ORDERS_BY_ADDRESS } from './budgets.ts';
import { cartTokenOf } from './cartCookie.ts';
import { type CartRow, type CurrentCart, currentCart, newestCart } from './carts.ts';
import { switchPayment } from './changePayment.ts';
import { createOrder, type OrderRow, takePieces } from './moveOrder.ts';
import { paymentMethodOf } from './paymentMethodOf.ts';
import { resultUrl, startPayment } from './startPayment.ts';

type Wishes = Omit<z.output<typeof orderBody>, 'captcha' | 'terms'>;

/**
 * Orders what is in the cart in force and makes its payment (N2, N3). A cart has one order: a second click, another tab
 * and a lost answer get the same one, and where the payment could not be made it is tried again.
 * @returns where to pay; the page of the result where there is nothing to pay any more
 * @throws AppError errorCaptcha, tooManyRequests, cartNotFound, cartExpired, cartChanged, accountNotFound, goodNotFound,
 *   goodSoldOut, amountInvalid, priceChanged, paymentMethodUnavailable, paymentUnavailable (the order waits),
 *   paymentUnderWay
 */
export async function placeOrder(
  deps: Deps,
  { captcha, ...wishes }: z.output<typeof orderBody>,
  { request, locale }: { request: FastifyRequest; locale: Locale },
): Promise<z.input<typeof orderReply>> {
  await requireCaptcha(deps, request, captcha, 'order');
  await spend(deps, scaled(ORDERS_BY_ADDRESS, deps.config.rateLimitScale), addressSubject(request.ip));
  const tokenHash = cartTokenOf(deps, request);
  const placed = await withTx(deps.pool, async (tx) => {
    const { cart, order } = await newestCart(tx, tokenHash);
    if (wishes.cart !== undefined && wishes.cart !== cart.publicId) fail('cartChanged');
    if (order) return again(tx, deps, order, wishes);
    // the cart keeps the new price, so that its page shows it
    const current = await currentCart(tx, deps, tokenHash);
    const isOther = wishes.total_cents !== undefined && wishes.total_cents !== current.quote.totalCents;
    if (isOther || !isSameBargain(cart.quote, current.quote)) return undefined;
    return make(tx, deps, current, { wish: wishes.payment_method_name, locale });
  });
  const order = placed ?? fail('priceChanged');
  const isPayable = order.expiresAt > deps.now();
  const wish = wishes.payment_method_name;
  // he came back and chose another way
  if (isPayable && order.state === 'pending' && wish !== undefined && wish !== order.paymentMethodName)
    return switchPayment(deps, order, wish);
  const payable = order.state === 'created' && isPayable ? await startPayment(deps, order) : order;
  const payUrl = payable.state === 'pending' && isPayable ? payable.payUrl : null;
  return { order: order.publicId, url: payUrl ?? resultUrl(deps.config, payable) };
}

/** What is paid and what is given for it. */
const isSameBargain = (shown: Quote, now: Quote) =>
  shown.totalCents === now.totalCents &&
  shown.coins === now.coins &&
  shown.bonusCoins === now.bonusCoins &&
  isDeepStrictEqual(shown.grants, now.grants);

/** The order that this cart has; while it has no payment it may still be paid another way. */
async function again(
  tx: NodePgDatabase,
  deps: Deps,
  order: OrderRow,
  { total_cents: shownCents, payment_method_name: wish }: Wishes,
): Promise<OrderRow | undefined> {
  if (shownCents !== undefined && shownCents !== order.totalCents) return undefined;
  if (wish === undefined || wish === order.paymentMethodName || order.state !== 'created') return order;
  const method = await paymentMethodOf(tx, deps, wish);
  const isUnpayable = and(eq(orders.id, order.id), eq(orders.state, 'created'));
  const [changed] = await tx.update(orders).set(method).where(isUnpayable).returning();
  return changed ?? order;
}

async function make(
  tx: NodePgDatabase,
  deps: Deps,
  { cart, quote }: CurrentCart,
  { wish, locale }: { wish: string | undefined; locale: Locale },
): Promise<OrderRow> {
  const method = await paymentMethodOf(tx, deps, wish ?? cart.paymentMethodName ?? undefined);
  if (quote.goodsId !== null && !(await takePieces(tx, quote.goodsId, quote.quantity))) fail('goodSoldOut');
  const order = await createOrder(
    tx,
    deps,
    {
      publicId: deps.randomBytes(16).toString('base64url'),
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
      expiresAt: new Date(deps.now().getTime() + ORDER_MINUTES * 60_000),
    },
    'player',
  );
  await useDiscount(tx, order, cart);
  return order;
}

// currentCart holds the lock of the code and has counted its uses
async function useDiscount(tx: NodePgDatabase, order: OrderRow, cart: CartRow): Promise<void> {
  if (order.quote.discountCode === null || cart.discountCodeId === null) return;
  const { id: orderId, accountId } = order;
  await tx.insert(discountUses).values({ orderId, accountId, discountCodeId: cart.discountCodeId });
}
