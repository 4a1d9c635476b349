import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { discountCodes } from '#/server/platform/db/tables/shop.ts';
import { discountUses } from '#/server/platform/db/tables/orders.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { Quote } from '#/server/platform/db/tables/quote.ts';
import { discounted } from './quote.ts';

export type DiscountRow = typeof discountCodes.$inferSelect;

/**
 * Finds a discount code and locks it until the transaction ends, so that its uses are counted one transaction after
 * another.
 */
export async function lockDiscount(
  tx: NodePgDatabase,
  which: { id: number } | { code: string },
): Promise<DiscountRow | undefined> {
  const where = 'id' in which ? eq(discountCodes.id, which.id) : eq(discountCodes.code, which.code);
  const [row] = await tx.select().from(discountCodes).where(where).for('no key update');
  return row;
}

/**
 * Checks whether an account may use a code for a purchase (OR8). Requires `lockDiscount`.
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

/** Whether paid orders have reached the limit of a locked code. The order `leftOut` is not counted. */
async function isUsedUp(
  tx: NodePgDatabase,
  { id, totalLimit, perAccountLimit }: DiscountRow,
  accountId: number,
  leftOut = 0,
): Promise<boolean> {
  if (totalLimit === null && perAccountLimit === null) return false;
  const [uses] = await tx
    .select({
      total: sql<number>`count(*)::int`,
      own: sql<number>`(count(*) FILTER (WHERE ${discountUses.accountId} = ${accountId}))::int`,
    })
    .from(discountUses)
    .where(
      and(
        eq(discountUses.discountCodeId, id),
        isNull(discountUses.releasedAt),
        ne(discountUses.orderId, leftOut),
      ),
    );
  const { total, own } = uses ?? { total: 0, own: 0 };
  return total >= (totalLimit ?? Infinity) || own >= (perAccountLimit ?? Infinity);
}

/** Whether other orders used up the discount code of a locked order before this order was paid. Locks the code. */
export async function isDiscountUsedUp(
  tx: NodePgDatabase,
  { id, accountId }: { id: number; accountId: number },
): Promise<boolean> {
  const [use] = await tx.select().from(discountUses).where(eq(discountUses.orderId, id));
  const row = use && (await lockDiscount(tx, { id: use.discountCodeId }));
  return row !== undefined && isUsedUp(tx, row, accountId, id);
}

const isRunning = ({ isActive, startsAt, endsAt }: DiscountRow, now: Date) =>
  isActive && (!startsAt || startsAt <= now) && (!endsAt || endsAt > now);

const isFor = ({ productTypes, goodsIds }: DiscountRow, { productType, goodsId }: Quote) =>
  (!productTypes || productTypes.includes(productType)) &&
  (!goodsIds || (goodsId !== null && goodsIds.includes(goodsId)));

/** Returns the discount of a cart, locked; null if the cart has none or may not use it now. */
export async function discountInForce(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  { discountCodeId, accountId }: { discountCodeId: number | null; accountId: number },
  quote: Quote,
): Promise<DiscountRow | null> {
  if (discountCodeId === null) return null;
  const row = await lockDiscount(tx, { id: discountCodeId });
  return row && (await refusalOf(tx, deps, row, { quote, accountId })) === null ? row : null;
}
