import { and, eq, inArray, isNull } from 'drizzle-orm';
import { coupons } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

/** Marks prizes as shown to their player; foreign ones and ones shown before are left alone (TRUST.md). */
export async function revealPrizes(
  deps: Deps,
  accountId: number,
  ids: number[],
): Promise<{ revealed: number }> {
  const { rowCount } = await deps.db
    .update(coupons)
    .set({ revealedAt: deps.now() })
    .where(and(eq(coupons.accountId, accountId), inArray(coupons.id, ids), isNull(coupons.revealedAt)));
  return { revealed: rowCount ?? 0 };
}
