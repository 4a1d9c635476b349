import { sql } from 'drizzle-orm';
import { RARITIES } from '#/contract/cases.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/**
 * Marks prizes as revealed (R7). Prizes of other players and revealed ones stay unchanged. Rare ones become drops,
 * each once.
 */
export async function revealPrizes(
  deps: Deps,
  accountId: number,
  ids: number[],
): Promise<{ revealed: number }> {
  const rare = RARITIES.slice(RARITIES.indexOf(deps.config.feedRarity));
  const { rows } = await deps.db.execute<{ revealed: number; dropped: number }>(sql`
    WITH revealed AS (
      UPDATE coupons SET revealed_at = ${deps.now()}
      WHERE account_id = ${accountId} AND id = ANY(${sql.param(ids)}::bigint[]) AND revealed_at IS NULL
      RETURNING id, item_id),
    dropped AS (
      INSERT INTO drops (coupon_id, at, case_id, rank)
      SELECT revealed.id, ${deps.now()}, item.case_id, array_position(${sql.param([...RARITIES])}::text[], item.color) - 1
      FROM revealed JOIN case_items item ON item.id = revealed.item_id
      WHERE item.color = ANY(${sql.param(rare)}::text[]) ORDER BY revealed.id
      ON CONFLICT (coupon_id) DO NOTHING
      RETURNING id)
    SELECT (SELECT count(*)::int FROM revealed) AS revealed, (SELECT count(*)::int FROM dropped) AS dropped`);
  if (rows[0] && rows[0].dropped > 0) deps.wakeUps.emit('drops');
  return { revealed: rows[0]?.revealed ?? 0 };
}
