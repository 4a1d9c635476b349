import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { eq } from 'drizzle-orm';
import type { Cart } from '#/contract/shop.ts';
import type { Locale } from '#/contract/locale.ts';
import { servers } from '../db/schema.ts';
import type { Quote } from '../quote.ts';
import { maskedName } from '../maskedName.ts';

/** What cart, order and receipt show alike. */
export type Purchase = Omit<Cart, 'id' | 'payment_method_name' | 'expires_at'>;

interface Whose {
  /** Of the account it is for. */
  login: string;
  /** Whether that is the account of whoever looks; everybody else sees it masked. */
  isOwn: boolean;
  serverNames: Record<Locale, string>;
}

/** A quote as the wire shows it (S11). */
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

/** Names of a server in every language; its key where it is none. */
export async function serverNamesOf(db: NodePgDatabase, key: string): Promise<Record<Locale, string>> {
  const [server] = await db.select({ names: servers.names }).from(servers).where(eq(servers.key, key));
  return server?.names ?? { ru: key, uk: key, en: key };
}
