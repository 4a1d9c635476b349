import { desc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { discountCodes } from '#/server/platform/db/tables/shop.ts';
import { discountUses } from '#/server/platform/db/tables/orders.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

export type NewDiscount = Omit<typeof discountCodes.$inferInsert, 'id' | 'isActive' | 'createdAt'>;
type Actor = 'operator' | 'site';

/** Creates a discount code. @returns false if the code exists; then nothing changes */
export async function makeDiscount(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  discount: NewDiscount,
  actor: Actor,
): Promise<boolean> {
  const made = await tx
    .insert(discountCodes)
    .values({ ...discount, createdAt: deps.now() })
    .onConflictDoNothing({ target: discountCodes.code })
    .returning({ id: discountCodes.id });
  if (made.length === 0) return false;
  const detail = { code: discount.code };
  await writeAudit(tx, deps, { accountId: null, actor, event: 'discountCodeMade', detail });
  return true;
}

/** Stops a discount code. Orders that already have it keep it. @returns false if no active code has this name */
export async function stopDiscount(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  code: string,
): Promise<boolean> {
  const stopped = await tx
    .update(discountCodes)
    .set({ isActive: false })
    .where(sql`${eq(discountCodes.code, code)} AND ${discountCodes.isActive}`)
    .returning({ id: discountCodes.id });
  if (stopped.length === 0) return false;
  await writeAudit(tx, deps, {
    accountId: null,
    actor: 'operator',
    event: 'discountCodeStopped',
    detail: { code },
  });
  return true;
}

/** Lists all codes, the newest first, each with the number of its uses. */
export function listDiscounts(db: NodePgDatabase) {
  const uses = sql<number>`(SELECT count(*)::int FROM ${discountUses}
    WHERE ${discountUses.discountCodeId} = ${discountCodes.id} AND ${discountUses.releasedAt} IS NULL)`;
  return db.select({ discount: discountCodes, uses }).from(discountCodes).orderBy(desc(discountCodes.id));
}
