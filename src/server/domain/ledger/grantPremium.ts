import { and, eq, isNull, max } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { premiumPeriods } from '#/server/platform/db/tables/orders.ts';
import { type DeliveryDeps, setPremium } from '#/server/domain/deliveries/deliver.ts';

interface PremiumGrant {
  accountId: number;
  lengthMs: number;
  /** The business cause: these three grant time once. */
  reason: string;
  refType: string;
  refId: string;
}

/**
 * Adds time to a player's Premium and tells the game (D13). It starts when the last period ends, or now. Requires that
 * the account is locked.
 */
export async function grantPremium(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  { lengthMs, ...period }: PremiumGrant,
): Promise<void> {
  if (lengthMs <= 0) return;
  const last = await lastEnd(tx, period.accountId);
  const createdAt = deps.now();
  const startsAt = last && last > createdAt ? last : createdAt;
  const endsAt = new Date(startsAt.getTime() + lengthMs);
  await tx.insert(premiumPeriods).values({ ...period, startsAt, endsAt, createdAt });
  await tellGame(tx, deps, period.accountId);
}

/** Tells the game the current end of the player's Premium (D13). Requires that the account is locked. */
export async function tellGame(tx: NodePgDatabase, deps: DeliveryDeps, accountId: number): Promise<void> {
  const [account] = await tx
    .select({ serverKey: accounts.serverKey })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!account) throw new Error(`Premium is for account ${accountId}, which is not there`);
  await setPremium(tx, deps, { accountId, ...account, until: await lastEnd(tx, accountId) });
}

async function lastEnd(tx: NodePgDatabase, accountId: number): Promise<Date | null> {
  const [last] = await tx
    .select({ endsAt: max(premiumPeriods.endsAt) })
    .from(premiumPeriods)
    .where(and(eq(premiumPeriods.accountId, accountId), isNull(premiumPeriods.revokedAt)));
  return last?.endsAt ?? null;
}
