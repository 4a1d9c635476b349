import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { caseLots } from '#/server/platform/db/tables/cases.ts';
import { premiumPeriods } from '#/server/platform/db/tables/orders.ts';
import type { DeliveryDeps } from '#/server/domain/deliveries/deliver.ts';
import { tellGame } from './grantPremium.ts';

/** The business causes that gave the goods. */
interface GrantCauses {
  accountId: number;
  reason: string;
  refType: string;
  refIds: string[];
}

/** Pieces of a case that were not opened, with the odds they had. */
export interface RevokedLot {
  caseId: number;
  count: number;
  oddsHash: string;
}

/**
 * Removes the unopened pieces of cases that these causes gave. Requires that the account is locked.
 * @returns what was removed, and the opened pieces by case
 */
export async function revokeCases(
  tx: NodePgDatabase,
  { accountId, reason, refType, refIds }: GrantCauses,
): Promise<{ lots: RevokedLot[]; opened: Map<number, number> }> {
  const rows = await tx
    .select()
    .from(caseLots)
    .where(
      and(
        eq(caseLots.accountId, accountId),
        eq(caseLots.reason, reason),
        eq(caseLots.refType, refType),
        inArray(caseLots.refId, refIds),
      ),
    )
    .orderBy(caseLots.id)
    .for('update');
  const lots: RevokedLot[] = [];
  const opened = new Map<number, number>();
  for (const lot of rows) {
    opened.set(lot.caseId, (opened.get(lot.caseId) ?? 0) + lot.opened);
    const count = lot.bought - lot.opened;
    if (count === 0) continue;
    lots.push({ caseId: lot.caseId, count, oddsHash: lot.oddsHash });
    if (lot.opened === 0) await tx.delete(caseLots).where(eq(caseLots.id, lot.id));
    else await tx.update(caseLots).set({ bought: lot.opened }).where(eq(caseLots.id, lot.id));
  }
  return { lots, opened };
}

/**
 * Revokes the Premium that these causes gave, and tells the game (D13). Requires that the account is locked.
 * @returns the unused part in ms
 */
export async function revokePremium(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  { accountId, reason, refType, refIds }: GrantCauses,
): Promise<number> {
  const revokedAt = deps.now();
  const periods = await tx
    .update(premiumPeriods)
    .set({ revokedAt })
    .where(
      and(
        eq(premiumPeriods.accountId, accountId),
        eq(premiumPeriods.reason, reason),
        eq(premiumPeriods.refType, refType),
        inArray(premiumPeriods.refId, refIds),
        isNull(premiumPeriods.revokedAt),
      ),
    )
    .returning({ startsAt: premiumPeriods.startsAt, endsAt: premiumPeriods.endsAt });
  if (periods.length > 0) await tellGame(tx, deps, accountId);
  const leftMs = periods.map(({ startsAt, endsAt }) =>
    Math.max(0, endsAt.getTime() - Math.max(startsAt.getTime(), revokedAt.getTime())),
  );
  return leftMs.reduce((sum, ms) => sum + ms, 0);
}
