import { sql } from 'drizzle-orm';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

const CODE_BYTES = 12;

/**
 * Gives a player's prize a page of its own (C14). Repeated and parallel calls return the same code. An account that is
 * being closed gets no new page.
 * @throws AppError couponNotFound (also for coupons of others)
 */
export async function sharePrize(deps: Deps, accountId: number, id: number): Promise<{ code: string }> {
  const code = deps.randomBytes(CODE_BYTES).toString('base64url');
  // the update that changes nothing returns the code of a row that is there already
  const { rows } = await deps.db.execute<{ code: string }>(sql`
    INSERT INTO shared_prizes AS shared (coupon_id, code, at)
    SELECT coupon.id, ${code}, ${deps.now()} FROM coupons coupon JOIN accounts account ON account.id = coupon.account_id
    WHERE coupon.id = ${id} AND account.id = ${accountId} AND account.status = 'active' FOR SHARE OF account
    ON CONFLICT (coupon_id) DO UPDATE SET code = shared.code
    RETURNING code`);
  return rows[0] ?? fail('couponNotFound');
}

/**
 * Removes the page of a player's prize. Its code never works again.
 * @throws AppError couponNotFound (also for coupons of others)
 */
export async function withdrawPrize(
  { db }: Pick<Deps, 'db'>,
  accountId: number,
  id: number,
): Promise<{ withdrawn: boolean }> {
  const { rows } = await db.execute<{ withdrawn: boolean }>(sql`
    WITH own AS (SELECT id FROM coupons WHERE id = ${id} AND account_id = ${accountId}),
    withdrawn AS (DELETE FROM shared_prizes USING own WHERE coupon_id = own.id RETURNING coupon_id)
    SELECT EXISTS (SELECT FROM withdrawn) AS withdrawn FROM own`);
  return rows[0] ?? fail('couponNotFound');
}
