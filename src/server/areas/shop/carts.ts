import { isDeepStrictEqual } from 'node:util';
import { desc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { accounts, carts, orders } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import type { Quote } from '../quote.ts';
import { readRows, type Wanted } from './catalogueRows.ts';
import { discountInForce } from './discounts.ts';
import type { OrderRow } from './moveOrder.ts';
import { discounted, reckon } from './reckon.ts';

export type CartRow = typeof carts.$inferSelect;

/** The cart in force of a browser. */
export interface CurrentCart {
  /** Locked until the transaction ends; its discount code is locked as well, so that its uses can be counted. */
  cart: CartRow;
  /** Reckoned now; the frozen one where there is an order already. Its discount is in force. */
  quote: Quote;
  /** Login of the account it is for. */
  login: string;
  /** The order of this cart, still to be paid. */
  order: OrderRow | null;
}

/**
 * The newest cart of a browser, locked, with what it costs today; the fresh quote is kept in it. Lock order: cart,
 * discount code, good, order.
 * @param tokenHash as `cartTokenOf` of cartCookie.ts gives it
 * @throws AppError cartNotFound (also when its order is beyond paying), cartExpired, accountNotFound (closed or blocked
 *   since), goodNotFound, goodSoldOut, amountInvalid
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
  const plain = await quoteOf(tx, wantedOf(cart.quote));
  const quote = discounted(plain, await discountInForce(tx, deps, cart, plain));
  if (!isDeepStrictEqual(quote, cart.quote) && !deps.isReadOnly())
    await tx.update(carts).set({ quote }).where(eq(carts.id, cart.id));
  return { cart: { ...cart, quote }, quote, login, order: null };
}

/**
 * The newest cart of a browser, locked, with its order if it has one, whatever became of either.
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
 * What is asked for, at today's prices, in euro.
 * @throws AppError amountInvalid, goodNotFound (also where it is sold for coins), goodSoldOut
 */
export async function quoteOf(tx: NodePgDatabase, wanted: Wanted): Promise<Quote> {
  const quote = reckon(await readRows(tx, wanted), wanted);
  if (typeof quote === 'string')
    return fail(quote, quote === 'amountInvalid' ? { errors: { amount: quote } } : {});
  return quote.currency === 'EUR' ? quote : fail('goodNotFound');
}

function wantedOf({ productType, serverKey, coins, goodsId, quantity }: Quote): Wanted {
  return goodsId === null ? { serverKey, coins } : { serverKey, goodsId, quantity, productType };
}
