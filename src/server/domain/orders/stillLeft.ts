import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { fail } from '#/server/platform/kernel/errors.ts';
import { isOpen } from './orderStates.ts';
import { isDiscountUsedUp } from '#/server/domain/pricing/discounts.ts';
import { isOversold, type OrderRow } from './moveOrder.ts';

/**
 * Tells whether other orders used up the discount code or the pieces of an unpaid order. Locks the discount code,
 * then the good, so that parallel payments are checked one after the other.
 * @returns undefined if nothing is used up
 */
export async function goneFrom(
  tx: NodePgDatabase,
  order: OrderRow,
): Promise<'discountUsed' | 'goodSoldOut' | undefined> {
  if (order.quote.discountCode !== null && (await isDiscountUsedUp(tx, order))) return 'discountUsed';
  return (await isOversold(tx, order)) ? 'goodSoldOut' : undefined;
}

/** Refuses to start a payment for goods or a discount that are used up. @throws AppError discountUsed, goodSoldOut */
export async function refuseGone(tx: NodePgDatabase, order: OrderRow): Promise<void> {
  const code = isOpen(order.state) ? await goneFrom(tx, order) : undefined;
  if (code) fail(code);
}
