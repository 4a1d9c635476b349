import { and, arrayContains, asc, eq, isNull, or } from 'drizzle-orm';
import { euroOf } from '#/contract/kernel/amounts.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { Good } from '#/contract/shop.ts';
import { goods, products } from '#/server/platform/db/tables/shop.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { goodColumns, type GoodRow, readTiers, tabOf } from '#/server/domain/pricing/catalogueRows.ts';
import { coinPricesOf, partsPriceOf } from '#/server/domain/pricing/partsPrice.ts';
import { isOnSale, piecesLeft } from '#/server/domain/pricing/quote.ts';

/**
 * Lists all goods that are sold on a game server (S7, S8).
 * @throws AppError serverRequired if there is no such server
 */
export async function goodsOfServer(
  { db }: Deps,
  serverKey: string,
  locale: Locale,
): Promise<{ goods: Good[] }> {
  const [server] = await db.select({ key: servers.key }).from(servers).where(eq(servers.key, serverKey));
  if (!server) fail('serverRequired', { errors: { server: 'serverRequired' } });
  const tabs = (await db.select().from(products)).filter(isOnSale);
  const productIds = new Map(tabs.map(({ type, id }) => [type, id]));
  const rows = await db
    .select(goodColumns)
    .from(goods)
    .where(
      and(
        eq(goods.isWithdrawn, false),
        or(isNull(goods.serverKeys), arrayContains(goods.serverKeys, [serverKey])),
      ),
    )
    .orderBy(asc(goods.sortOrder), asc(goods.id));
  const sold = rows.filter(({ type }) => productIds.has(tabOf(type)));
  const coins = tabs.find(({ type }) => type === 'one_coin');
  const shelf = { goods: sold, coins: coins && coinPricesOf(coins, await readTiers(db, coins.id)) };
  return {
    goods: sold.map((row) => ({
      id: row.id,
      goods_id: row.id,
      product_id: productIds.get(tabOf(row.type))!,
      product_type: row.type,
      case_id: row.caseId,
      name: row.names[locale],
      description: row.descriptions[locale],
      image: row.image,
      price: euroOf(row.priceCents ?? 0),
      premiumCoinsPrice: row.priceCoins ?? 0,
      count: piecesLeft(row),
      parts_price: wirePriceOf(row, partsPriceOf(row, shelf)),
    })),
  };
}

/** Cents as euro for goods that cost euro. */
const wirePriceOf = ({ priceCents }: GoodRow, amount: number | null) =>
  amount !== null && priceCents !== null ? euroOf(amount) : amount;
