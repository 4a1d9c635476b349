import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { SpendPermitReply } from '#/contract/gameLink.ts';
import { spendPermits } from '#/server/platform/db/tables/gameLinks.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

type Clock = Pick<Deps, 'now'>;

/** The day of the site (UTC), as "2026-11-23". */
const today = ({ now }: Clock) => now().toISOString().slice(0, 10);

/** How many coins the game may spend for a player in a day, and how many it has spent today; 0 of both without a permit. */
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

/** Sets the permit of a player. What was spent today stays spent. */
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
