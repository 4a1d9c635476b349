import type { FastifyRequest } from 'fastify';
import type { Cart } from '#/contract/shop.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { findSession } from '#/server/domain/accounts/access/session.ts';
import { cartTokenOf } from './cartCookie.ts';
import { currentCart } from './carts.ts';
import { cartView } from './cartView.ts';

/**
 * Shows the current cart of this browser at today's prices (S11).
 * @throws AppError as `currentCart`
 */
export async function showCart(deps: Deps, request: FastifyRequest, locale: Locale): Promise<Cart> {
  const viewer = await findSession(deps, request);
  const token = cartTokenOf(deps, request);
  return withTx(deps.pool, async (tx) => cartView(tx, await currentCart(tx, deps, token), viewer, locale));
}
