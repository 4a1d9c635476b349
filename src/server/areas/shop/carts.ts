import { isDeepStrictEqual } from 'node:util';
import { desc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { carts } from '#/server/platform/db/tables/shop.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import type { Quote } from '#/server/platform/db/tables/quote.ts';
import { readRows, type Wanted } from '#/server/domain/pricing/catalogueRows.ts';
import { discountInForce } from '#/server/domain/pricing/discounts.ts';
import type { OrderRow } from '#/server/domain/orders/moveOrder.ts';
import { refuseBlockedPurchase } from './recipient.ts';
import { discounted, quoteFor } from '#/server/domain/pricing/quote.ts';

export type CartRow = typeof carts.$inferSelect;

/** The newest cart of a browser. */
export interface CurrentCart {
  /** The cart, locked until the transaction ends. */
  cart: CartRow;
  /** Today's quote with the discount, or the frozen quote if there is an order. */
  quote: Quote;
  /** Login of the receiving account. */
  login: string;
  /** The unpaid order of this cart, if there is one. */
  order: OrderRow | null;
}

/**
 * Locks the newest cart of a browser, quotes it at today's prices and stores the new quote in it. Locks
 * nothing but the cart: buyers of the same code or good do not wait for each other.
 * @param tokenHash from `cartTokenOf` in cartCookie.ts
 * @throws AppError cartNotFound (also if its order is paid or has ended), cartExpired, accountNotFound (the account
 * was closed since), accountBlocked, goodNotFound, goodSoldOut, amountInvalid
 */
export async function currentCart(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now' | 'isReadOnly'>,
  tokenHash: Buffer | undefined,
): Promise<CurrentCart> {
  const { cart, order } = await newestCart(tx, tokenHash);
  const [account] = await tx
    .select({ login: accounts.login, status: accounts.status })
    .from(accounts)
    .where(eq(accounts.id, cart.accountId));
  const login = account?.login ?? '';
  if (order) {
    const isOpen = order.state === 'created' || order.state === 'pending';
    return isOpen ? { cart, quote: order.quote, login, order } : fail('cartNotFound');
  }
  if (cart.expiresAt <= deps.now()) fail('cartExpired');
  if (account?.status !== 'active') fail('accountNotFound');
  await refuseBlockedPurchase(tx, deps, cart);
  const plain = await quoteOf(tx, wantedOf(cart.quote));
  const quote = discounted(plain, await discountInForce(tx, deps, cart, plain));
  if (!isDeepStrictEqual(quote, cart.quote) && !deps.isReadOnly())
    await tx.update(carts).set({ quote }).where(eq(carts.id, cart.id));
  return { cart: { ...cart, quote }, quote, login, order: null };
}

/**
 * Locks the newest cart of a browser. Returns it with its order, even if the cart has expired or the order has ended.
 * @throws AppError cartNotFound
 */
export async function newestCart(
  tx: NodePgDatabase,
  tokenHash: Buffer | undefined,
): Promise<{ cart: CartRow; order: OrderRow | null }> {
  if (!tokenHash) fail('cartNotFound');
  const [cart] = await tx
    .select()
    .from(carts)
    .where(eq(carts.tokenHash, tokenHash))
    .orderBy(desc(carts.id))
    .limit(1)
    .for('update');
  if (!cart) fail('cartNotFound');
  const [order] = await tx.select().from(orders).where(eq(orders.cartId, cart.id));
  return { cart, order: order ?? null };
}

/**
 * Quotes a purchase in euro at today's prices.
 * @throws AppError amountInvalid, goodNotFound (also for goods that cost coins), goodSoldOut
 */
export async function quoteOf(tx: NodePgDatabase, wanted: Wanted): Promise<Quote> {
  const quote = quoteFor(await readRows(tx, wanted), wanted);
  if (typeof quote === 'string')
    return fail(quote, quote === 'amountInvalid' ? { errors: { amount: quote } } : {});
  return quote.currency === 'EUR' ? quote : fail('goodNotFound');
}

function wantedOf({ productType, serverKey, coins, goodsId, quantity }: Quote): Wanted {
  return goodsId === null ? { serverKey, coins } : { serverKey, goodsId, quantity, productType };
}
