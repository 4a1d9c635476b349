import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
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
 * Revokes the Premium that these causes gave, lets later Premium begin earlier by the unused part, and tells the game
 * (D13). Requires that the account is locked.
 * @returns the unused part in ms
 */
export async function revokePremium(
  tx: NodePgDatabase,
  deps: DeliveryDeps,
  { accountId, reason, refType, refIds }: GrantCauses,
): Promise<number> {
  const revokedAt = deps.now();
  const revoked = await tx
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
  if (revoked.length === 0) return 0;
  const unused = revoked.map(({ startsAt, endsAt }) => {
    const leftMs = endsAt.getTime() - Math.max(startsAt.getTime(), revokedAt.getTime());
    return { endsAt, leftMs: Math.max(0, leftMs) };
  });
  // the last gap first, because closing an earlier one moves the Premium around the later ones
  const lastFirst = unused.toSorted((a, b) => b.endsAt.getTime() - a.endsAt.getTime());
  for (const gap of lastFirst) await closeGap(tx, accountId, gap);
  await tellGame(tx, deps, accountId);
  return unused.reduce((sum, { leftMs }) => sum + leftMs, 0);
}

/** Moves the player's Premium after a revoked period to an earlier time. Each period keeps its length. */
async function closeGap(
  tx: NodePgDatabase,
  accountId: number,
  { endsAt, leftMs }: { endsAt: Date; leftMs: number },
): Promise<void> {
  if (leftMs === 0) return;
  // an interval without days, whose length does not depend on the time zone of the session
  const left = sql`${leftMs} * interval '1 millisecond'`;
  await tx
    .update(premiumPeriods)
    .set({
      startsAt: sql`${premiumPeriods.startsAt} - ${left}`,
      endsAt: sql`${premiumPeriods.endsAt} - ${left}`,
    })
    .where(
      and(
        eq(premiumPeriods.accountId, accountId),
        isNull(premiumPeriods.revokedAt),
        gte(premiumPeriods.startsAt, endsAt),
      ),
    );
}
