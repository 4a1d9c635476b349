import { and, eq, isNull, lte, or } from 'drizzle-orm';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { discountCodes } from '#/server/platform/db/tables/shop.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { makeDiscount } from '#/server/domain/pricing/discountCodes.ts';

/** A public code: 10 % off anything, once for each account. It exists in the demonstration only. */
export const demoDiscount = { code: 'NIGHT10', percentBasisPoints: 1000, perAccountLimit: 1 } as const;

const DAY_MS = 24 * 60 * 60_000;
/** Midnight in Kyiv in winter. */
const END_HOUR_UTC = 22;

/** The end of the third day from now. The code ends then, and the banner counts down to it. */
function nextEnd(now: Date): Date {
  const end = new Date(now.getTime() + 3 * DAY_MS);
  end.setUTCHours(END_HOUR_UTC, 0, 0, 0);
  return end;
}

/** Creates the discount code of the demonstration, or prolongs it if it has ended (L5). */
export async function seedDemoDiscount(deps: Pick<Deps, 'pool' | 'now'>): Promise<void> {
  const now = deps.now();
  const endsAt = nextEnd(now);
  await withTx(deps.pool, async (tx) => {
    if (await makeDiscount(tx, deps, { ...demoDiscount, endsAt }, 'site')) return;
    const prolonged = await tx
      .update(discountCodes)
      .set({ endsAt })
      .where(
        and(
          eq(discountCodes.code, demoDiscount.code),
          or(isNull(discountCodes.endsAt), lte(discountCodes.endsAt, now)),
        ),
      )
      .returning({ id: discountCodes.id });
    if (prolonged.length === 0) return;
    const detail = { code: demoDiscount.code };
    await writeAudit(tx, deps, { accountId: null, actor: 'site', event: 'discountCodeProlonged', detail });
  });
}
