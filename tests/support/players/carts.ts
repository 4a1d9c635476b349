import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import type { ErrorReply } from '#/contract/kernel/errors.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import type { OrderState } from '#/contract/orders.ts';
import type { Cart, CartBody } from '#/contract/shop.ts';
import { carts } from '#/server/platform/db/tables/shop.ts';
import { discountUses, orders } from '#/server/platform/db/tables/orders.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createOrder } from '#/server/domain/orders/moveOrder.ts';
import type { Browser } from '../app/browser.ts';
import { CAPTCHA } from '../app/factories.ts';
import type { TestApp } from '../app/testApp.ts';

const CART = '/api/donate/cart';
const DISCOUNT = '/api/donate/cart/discount';

/** The form of a visitor who buys coins: 500 coins for 50 euro. */
export function coinForm(login: string, changes: Partial<CartBody> = {}): CartBody {
  return { captcha: CAPTCHA, server: 'everest', login, product_type: 'one_coin', amount: 500, ...changes };
}

/** The form of a visitor who buys goods. */
export function goodForm(login: string, goodsId: number, changes: Partial<CartBody> = {}): CartBody {
  return {
    captcha: CAPTCHA,
    server: 'everest',
    login,
    product_type: 'Premium',
    goods_id: goodsId,
    product_qty: 1,
    ...changes,
  };
}

interface Sent {
  key?: string;
  headers?: Record<string, string>;
}

export const saveCart = (
  browser: Browser,
  form: object,
  { key, headers = {} }: Sent = {},
): Promise<LightMyRequestResponse> =>
  browser.send('POST', CART, form, { ...headers, ...(key && { [IDEMPOTENCY_HEADER]: key }) });
export const showCart = (
  browser: Browser,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> => browser.send('GET', CART, undefined, headers);
export const applyDiscount = (browser: Browser, code: string): Promise<LightMyRequestResponse> =>
  browser.send('POST', DISCOUNT, { code });
export const dropDiscount = (browser: Browser): Promise<LightMyRequestResponse> =>
  browser.send('DELETE', DISCOUNT);

/** Reads the cart of an answer. @throws Error if the answer is a refusal */
export function cartOf(reply: LightMyRequestResponse): Cart {
  if (reply.statusCode !== 200) throw new Error(`no cart: ${reply.body}`);
  return reply.json<Cart>();
}

/** Status, code and fields of a refusal. */
export function refusalOf(reply: LightMyRequestResponse): unknown[] {
  const { code, errors } = reply.json<ErrorReply>();
  return [reply.statusCode, code, ...(errors ? [errors] : [])];
}

/** Creates an order of a cart in this state without a payment. */
export async function orderCart({ deps, pool }: TestApp, cartId: string, state: OrderState): Promise<void> {
  await withTx(pool, async (tx) => {
    const [cart] = await tx.select().from(carts).where(eq(carts.publicId, cartId));
    if (!cart) throw new Error(`no cart ${cartId}`);
    const { id, accountId, buyerId, quote, discountCodeId, expiresAt } = cart;
    const order = await createOrder(tx, deps, {
      publicId: deps.randomBytes(16).toString('base64url'),
      cartId: id,
      accountId,
      buyerId,
      quote,
      goodsId: quote.goodsId,
      currency: 'EUR',
      totalCents: quote.totalCents,
      totalCoins: 0,
      paymentMethodName: 'card',
      provider: 'sandbox',
      locale: 'ru',
      expiresAt: new Date(expiresAt.getTime() + 1000),
    });
    await tx.update(orders).set({ state }).where(eq(orders.id, order.id));
    if (discountCodeId !== null)
      await tx.insert(discountUses).values({ orderId: order.id, accountId, discountCodeId });
  });
}
