import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { SpendPermitReply } from '#/contract/gameLink.ts';
import { spendPermits } from '#/server/platform/db/tables/gameLinks.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

type Clock = Pick<Deps, 'now'>;

/** Today's date in UTC, for example "2026-11-23". */
const today = ({ now }: Clock) => now().toISOString().slice(0, 10);

/**
 * Returns the coins that the game may spend for a player in a day, and the coins that it has spent today. Both are 0
 * without a permit.
 */
export async function findPermit(
  db: NodePgDatabase,
  clock: Clock,
  accountId: number,
): Promise<SpendPermitReply> {
  const [permit] = await db.select().from(spendPermits).where(eq(spendPermits.accountId, accountId));
  if (!permit) return { coinsPerDay: 0, spentToday: 0 };
  const { coinsPerDay, spentOn, spentCoins } = permit;
  return { coinsPerDay, spentToday: spentOn === today(clock) ? spentCoins : 0 };
}

/** Sets the permit of a player. The amount spent today is kept. */
export async function setPermit(
  tx: NodePgDatabase,
  { now }: Clock,
  accountId: number,
  coinsPerDay: number,
): Promise<void> {
  const set = { coinsPerDay, setAt: now() };
  await tx
    .insert(spendPermits)
    .values({ accountId, ...set })
    .onConflictDoUpdate({ target: spendPermits.accountId, set });
}

/**
 * Counts coins that the game spends for a player today (D17). The same statement checks the permit, so parallel
 * purchases never exceed it.
 * @returns false if the permit does not allow so many
 */
export async function takeFromPermit(
  tx: NodePgDatabase,
  clock: Clock,
  accountId: number,
  coins: number,
): Promise<boolean> {
  const day = today(clock);
  const spent = sql`CASE WHEN ${spendPermits.spentOn} = ${day} THEN ${spendPermits.spentCoins} ELSE 0 END + ${coins}`;
  const { rowCount } = await tx
    .update(spendPermits)
    .set({ spentOn: day, spentCoins: spent })
    .where(and(eq(spendPermits.accountId, accountId), sql`${spent} <= ${spendPermits.coinsPerDay}`));
  return rowCount === 1;
}
