import { and, eq, isNull, ne, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { discountCodes } from '#/server/platform/db/tables/shop.ts';
import { discountUses } from '#/server/platform/db/tables/orders.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { Quote } from '#/server/platform/db/tables/quote.ts';
import { discounted } from './quote.ts';

export type DiscountRow = typeof discountCodes.$inferSelect;

type Named = { id: number } | { code: string };

const whereNamed = (which: Named): SQL =>
  'id' in which ? eq(discountCodes.id, which.id) : eq(discountCodes.code, which.code);

/** Finds a discount code without a lock. */
export async function findDiscount(tx: NodePgDatabase, which: Named): Promise<DiscountRow | undefined> {
  const [row] = await tx.select().from(discountCodes).where(whereNamed(which));
  return row;
}

/**
 * Finds a discount code and locks it until the transaction ends, so that its uses are counted one transaction after
 * another.
 */
export async function lockDiscount(tx: NodePgDatabase, which: Named): Promise<DiscountRow | undefined> {
  const [row] = await tx.select().from(discountCodes).where(whereNamed(which)).for('no key update');
  return row;
}

/**
 * Checks whether an account may use a code for a purchase (OR8). Needs no lock: a cart and an unpaid order take no use.
 * `settleOrder` checks again with `isDiscountUsedUp` before a paid order takes one.
 * @returns null if it may, or the reason: discountInvalid, discountNotForThis, discountUsed
 */
export async function refusalOf(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  row: DiscountRow | undefined,
  { quote, accountId }: { quote: Quote; accountId: number },
): Promise<ErrorCode | null> {
  if (!row || !isRunning(row, now())) return 'discountInvalid';
  if (!isFor(row, quote) || discounted(quote, row).discountCents === 0) return 'discountNotForThis';
  return (await isUsedUp(tx, row, accountId)) ? 'discountUsed' : null;
}

/**
 * Whether paid orders have reached a limit of a code. The order `leftOut` is not counted. Reads no more uses than the
 * limit, and none if there is no limit.
 */
async function isUsedUp(
  tx: NodePgDatabase,
  { id, totalLimit, perAccountLimit }: DiscountRow,
  accountId: number,
  leftOut = 0,
): Promise<boolean> {
  const whereCounted = and(
    eq(discountUses.discountCodeId, id),
    isNull(discountUses.releasedAt),
    ne(discountUses.orderId, leftOut),
  );
  const hasReached = async (limit: number, where = whereCounted) => {
    const [last] = await tx
      .select({ orderId: discountUses.orderId })
      .from(discountUses)
      .where(where)
      // without an order PostgreSQL may read the whole table, which looks cheap if most of its uses are of this code
      .orderBy(discountUses.orderId)
      .offset(limit - 1)
      .limit(1);
    return last !== undefined;
  };
  const whereOwn = and(whereCounted, eq(discountUses.accountId, accountId));
  if (perAccountLimit !== null && (await hasReached(perAccountLimit, whereOwn))) return true;
  return totalLimit !== null && hasReached(totalLimit);
}

/**
 * Whether other orders used up the discount code of an order before this order was paid. While the account of the order
 * is locked, as in `settleOrder`, its own uses cannot change. The uses of all accounts can, so a code with a total limit
 * is locked, too. The limits of a code never change.
 */
export async function isDiscountUsedUp(
  tx: NodePgDatabase,
  { id, accountId }: { id: number; accountId: number },
): Promise<boolean> {
  const [use] = await tx.select().from(discountUses).where(eq(discountUses.orderId, id));
  const row = use && (await findDiscount(tx, { id: use.discountCodeId }));
  if (!row) return false;
  if (row.totalLimit !== null) await lockDiscount(tx, row);
  return isUsedUp(tx, row, accountId, id);
}

const isRunning = ({ isActive, startsAt, endsAt }: DiscountRow, now: Date) =>
  isActive && (!startsAt || startsAt <= now) && (!endsAt || endsAt > now);

const isFor = ({ productTypes, goodsIds }: DiscountRow, { productType, goodsId }: Quote) =>
  (!productTypes || productTypes.includes(productType)) &&
  (!goodsIds || (goodsId !== null && goodsIds.includes(goodsId)));

/** Returns the discount of a cart; null if the cart has none or may not use it now. */
export async function discountInForce(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  { discountCodeId, accountId }: { discountCodeId: number | null; accountId: number },
  quote: Quote,
): Promise<DiscountRow | null> {
  if (discountCodeId === null) return null;
  const row = await findDiscount(tx, { id: discountCodeId });
  return row && (await refusalOf(tx, deps, row, { quote, accountId })) === null ? row : null;
}
