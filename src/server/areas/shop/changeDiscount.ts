import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyRequest } from 'fastify';
import type { Cart } from '#/contract/shop.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { addressSubject, takeBackAttempt, scaled, countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { carts } from '#/server/platform/db/tables/shop.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { findSession } from '#/server/domain/accounts/access/session.ts';
import { DISCOUNTS_BY_ADDRESS } from './rateLimits.ts';
import { cartTokenOf } from './cartCookie.ts';
import { currentCart, type CurrentCart } from './carts.ts';
import { cartView } from './cartView.ts';
import { type DiscountRow, findDiscount, refusalOf } from '#/server/domain/pricing/discounts.ts';
import { discounted } from '#/server/domain/pricing/quote.ts';

/**
 * Sets the discount code of the current cart; a code that it had before is replaced.
 * @throws AppError discountInvalid, discountNotForThis, discountUsed (of the field code); tooManyRequests by
 *   `DISCOUNTS_BY_ADDRESS`; as `currentCart`
 */
export async function applyDiscount(
  deps: Deps,
  request: FastifyRequest,
  code: string,
  locale: Locale,
): Promise<Cart> {
  const rateLimit = scaled(DISCOUNTS_BY_ADDRESS, deps.config.rateLimitScale);
  const address = addressSubject(request.ip);
  await countAttempt(deps, rateLimit, address);
  const cart = await changeCart(deps, request, locale, async (tx, { cart, quote }) => {
    const row = await findDiscount(tx, { code });
    const refusal = await refusalOf(tx, deps, row, { quote, accountId: cart.accountId });
    if (refusal) fail(refusal, { errors: { code: refusal } });
    return row ?? null;
  });
  await takeBackAttempt(deps, rateLimit, address);
  return cart;
}

/**
 * Removes the discount code from the current cart. Does nothing if the cart has none.
 * @throws AppError as `currentCart`
 */
export function dropDiscount(deps: Deps, request: FastifyRequest, locale: Locale): Promise<Cart> {
  return changeCart(deps, request, locale, () => Promise.resolve(null));
}

async function changeCart(
  deps: Deps,
  request: FastifyRequest,
  locale: Locale,
  choose: (tx: NodePgDatabase, current: CurrentCart) => Promise<DiscountRow | null>,
): Promise<Cart> {
  const viewer = await findSession(deps, request);
  const token = cartTokenOf(deps, request);
  return withTx(deps.pool, async (tx) => {
    const current = await currentCart(tx, deps, token);
    // an order keeps its price: a new cart is needed for another code
    if (current.order) fail('cartNotFound');
    const discount = await choose(tx, current);
    const quote = discounted(current.quote, discount);
    await tx
      .update(carts)
      .set({ quote, discountCodeId: discount?.id ?? null })
      .where(eq(carts.id, current.cart.id));
    return cartView(tx, { ...current, quote }, viewer, locale);
  });
}
