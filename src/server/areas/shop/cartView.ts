import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Cart } from '#/contract/shop.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';
import type { CurrentCart } from './carts.ts';
import { purchaseOf, serverNamesOf } from '#/server/domain/pricing/purchase.ts';
import { purposeGood, purposeView } from '#/server/domain/pricing/purpose.ts';
import { isAtOnce } from './agreed.ts';

/** Builds the cart reply for this viewer (S11). */
export async function cartView(
  tx: NodePgDatabase,
  { cart, quote, login, order }: CurrentCart,
  viewer: SessionAccount | null,
  locale: Locale,
): Promise<Cart> {
  const whose = {
    login,
    isOwn: viewer?.id === cart.accountId,
    serverNames: await serverNamesOf(tx, quote.serverKey),
  };
  return {
    id: cart.publicId,
    ...purchaseOf(quote, whose, locale),
    payment_method_name: order?.paymentMethodName ?? cart.paymentMethodName,
    expires_at: (order ?? cart).expiresAt.toISOString(),
    is_at_once: isAtOnce(quote),
    purpose:
      whose.isOwn && cart.purpose
        ? purposeView(cart.purpose, await purposeGood(tx, cart.purpose), locale)
        : null,
  };
}
