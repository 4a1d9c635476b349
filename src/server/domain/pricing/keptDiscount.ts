import { and, eq, gt, isNull, lte, notExists, notInArray, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { discountCodes } from '#/server/platform/db/tables/shop.ts';

const whereRunningAt = (now: Date) =>
  and(
    discountCodes.isActive,
    or(isNull(discountCodes.startsAt), lte(discountCodes.startsAt, now)),
    or(isNull(discountCodes.endsAt), gt(discountCodes.endsAt, now)),
  );

/**
 * Finds the discount code that a player entered as the promo code of the sign-up (A10). That field takes no hyphens,
 * so they do not count.
 * @returns undefined if no code of this name is in force
 */
export async function findRunningDiscount(
  db: NodePgDatabase,
  now: Date,
  typed: string,
): Promise<number | undefined> {
  const [found] = await db
    .select({ id: discountCodes.id })
    .from(discountCodes)
    .where(and(eq(sql`replace(${discountCodes.code}, '-', '')`, typed), whereRunningAt(now)))
    .orderBy(discountCodes.id)
    .limit(1);
  return found?.id;
}

/** Returns the code that a player kept at sign-up, until their first payment in euro or its end (A10); null without. */
export async function keptDiscount(
  db: NodePgDatabase,
  now: Date,
  accountId: number,
): Promise<{ id: number; code: string } | null> {
  const payments = db
    .select({ one: sql`1` })
    .from(orders)
    .where(
      and(
        eq(orders.accountId, accounts.id),
        sql`${orders.paymentMethodName} is not null`,
        notInArray(orders.state, ['created', 'pending', 'failed', 'expired']),
      ),
    );
  const [kept] = await db
    .select({ id: discountCodes.id, code: discountCodes.code })
    .from(accounts)
    .innerJoin(discountCodes, eq(discountCodes.id, accounts.keptDiscountId))
    .where(and(eq(accounts.id, accountId), whereRunningAt(now), notExists(payments)));
  return kept ?? null;
}
