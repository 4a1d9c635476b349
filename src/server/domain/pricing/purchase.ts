import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { eq } from 'drizzle-orm';
import type { Cart } from '#/contract/shop.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import type { Quote } from '#/server/platform/db/tables/quote.ts';
import { maskedName } from '#/server/platform/kernel/maskedName.ts';

/** The fields that cart, order and receipt share. */
export type Purchase = Omit<Cart, 'id' | 'payment_method_name' | 'expires_at' | 'is_at_once' | 'purpose'>;

interface Whose {
  /** Login of the receiving account. */
  login: string;
  /** Whether the viewer is the player of that account. Other viewers see a masked login. */
  isOwn: boolean;
  serverNames: Record<Locale, string>;
}

/** Builds the common reply fields from a quote (S11). */
export function purchaseOf(quote: Quote, { login, isOwn, serverNames }: Whose, locale: Locale): Purchase {
  return {
    product_type: quote.productType,
    goods_id: quote.goodsId,
    case_id: quote.caseId,
    account: isOwn ? login : maskedName(login),
    server: quote.serverKey,
    server_name: serverNames[locale],
    product: quote.titles[locale],
    image: quote.image,
    product_qty: quote.quantity,
    amount: quote.coins,
    bonus_qty: quote.bonusCoins,
    currency_code: quote.currency,
    price_cents: quote.priceCents,
    discount_cents: quote.discountCents,
    total_cents: quote.totalCents,
    total_coins: quote.totalCoins,
    discount_code: quote.discountCode,
  };
}

/** Names of a game server in every language; its key for an unknown server. */
export async function serverNamesOf(db: NodePgDatabase, key: string): Promise<Record<Locale, string>> {
  const [server] = await db.select({ names: servers.names }).from(servers).where(eq(servers.key, key));
  return server?.names ?? { ru: key, uk: key, en: key };
}
