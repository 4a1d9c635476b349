import { desc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { record } from '../audit.ts';
import { discountCodes, discountUses } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

export type NewDiscount = Omit<typeof discountCodes.$inferInsert, 'id' | 'isActive' | 'createdAt'>;
type Actor = 'operator' | 'site';

/** Makes a discount code. @returns false when it was made before; then it stays as it is */
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
  await record(tx, deps, { accountId: null, actor, event: 'discountCodeMade', detail });
  return true;
}

/** Ends a discount code; orders that have it keep it. @returns false when there is none that is active */
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
  await record(tx, deps, {
    accountId: null,
    actor: 'operator',
    event: 'discountCodeStopped',
    detail: { code },
  });
  return true;
}

/** All codes, the newest first, with how often each is in use. */
export function listDiscounts(db: NodePgDatabase) {
  const uses = sql<number>`(SELECT count(*)::int FROM ${discountUses}
    WHERE ${discountUses.discountCodeId} = ${discountCodes.id} AND ${discountUses.releasedAt} IS NULL)`;
  return db.select({ discount: discountCodes, uses }).from(discountCodes).orderBy(desc(discountCodes.id));
}
