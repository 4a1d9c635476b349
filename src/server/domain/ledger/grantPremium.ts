import { and, eq, isNull, max } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { premiumPeriods } from '#/server/platform/db/tables/orders.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

interface PremiumGrant {
  accountId: number;
  lengthMs: number;
  /** The business cause: these three grant time once. */
  reason: string;
  refType: string;
  refId: string;
}

/**
 * Adds time to a player's Premium. It starts when the last period ends, or now. Requires that the account is locked.
 */
export async function grantPremium(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  { lengthMs, ...period }: PremiumGrant,
): Promise<void> {
  if (lengthMs <= 0) return;
  const isIts = and(eq(premiumPeriods.accountId, period.accountId), isNull(premiumPeriods.revokedAt));
  const [last] = await tx
    .select({ endsAt: max(premiumPeriods.endsAt) })
    .from(premiumPeriods)
    .where(isIts);
  const createdAt = now();
  const startsAt = last?.endsAt && last.endsAt > createdAt ? last.endsAt : createdAt;
  const endsAt = new Date(startsAt.getTime() + lengthMs);
  await tx.insert(premiumPeriods).values({ ...period, startsAt, endsAt, createdAt });
}
