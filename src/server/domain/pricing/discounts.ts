import { and, eq, isNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ErrorCode } from '#/contract/errors.ts';
import { discountCodes, discountUses } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { Quote } from '../quote.ts';
import { discounted } from './reckon.ts';

export type DiscountRow = typeof discountCodes.$inferSelect;

/** The code as it stands, locked until the transaction ends: whoever counts its uses takes turns. */
export async function lockDiscount(
  tx: NodePgDatabase,
  which: { id: number } | { code: string },
): Promise<DiscountRow | undefined> {
  const isIt = 'id' in which ? eq(discountCodes.id, which.id) : eq(discountCodes.code, which.code);
  const [row] = await tx.select().from(discountCodes).where(isIt).for('no key update');
  return row;
}

/**
 * Whether a code that `lockDiscount` holds may be used by this account for this purchase (E2 of the shop).
 * @returns null, or why not: discountInvalid, discountNotForThis, discountUsed
 */
export async function refusalOf(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  row: DiscountRow | undefined,
  { quote, accountId }: { quote: Quote; accountId: number },
): Promise<ErrorCode | null> {
  if (!row || !isRunning(row, now())) return 'discountInvalid';
  if (!isFor(row, quote) || discounted(quote, row).discountCents === 0) return 'discountNotForThis';
  const { totalLimit, perAccountLimit } = row;
  if (totalLimit === null && perAccountLimit === null) return null;
  const [uses] = await tx
    .select({
      total: sql<number>`count(*)::int`,
      own: sql<number>`(count(*) FILTER (WHERE ${discountUses.accountId} = ${accountId}))::int`,
    })
    .from(discountUses)
    .where(and(eq(discountUses.discountCodeId, row.id), isNull(discountUses.releasedAt)));
  const { total, own } = uses ?? { total: 0, own: 0 };
  const isUsedUp = total >= (totalLimit ?? Infinity) || own >= (perAccountLimit ?? Infinity);
  return isUsedUp ? 'discountUsed' : null;
}

const isRunning = ({ isActive, startsAt, endsAt }: DiscountRow, now: Date) =>
  isActive && (!startsAt || startsAt <= now) && (!endsAt || endsAt > now);

const isFor = ({ productTypes, goodsIds }: DiscountRow, { productType, goodsId }: Quote) =>
  (!productTypes || productTypes.includes(productType)) &&
  (!goodsIds || (goodsId !== null && goodsIds.includes(goodsId)));

/** The discount of a cart, locked, or null where it has none that may be used at this moment. */
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
