import { makeDiscount } from '#/server/domain/pricing/discountCodes.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Past } from './past.ts';

/** The code of the promotion: 15 % off, once for each account. It ended long before the present. */
export const PROMOTION_CODE = 'WEEKEND15';

/** Makes the discount code of the promotion. */
export async function beginPromotion({ deps }: Past, endsAt: Date): Promise<void> {
  const code = { code: PROMOTION_CODE, percentBasisPoints: 1500, perAccountLimit: 1, endsAt };
  await withTx(deps.pool, (tx) => makeDiscount(tx, deps, code, 'site'));
}
