import { sql } from 'drizzle-orm';
import { type DrawsReply, PLAYER_LINES } from '#/contract/operator/players.ts';
import type { Localised } from '#/server/platform/db/tables/columns.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { refuseStranger } from './playerStanding.ts';

interface Row extends Record<string, unknown> {
  id: number;
  at: Date;
  case: Localised;
  item: Localised;
  color: string;
  state: string;
  swapCoins: number | null;
  epoch: string;
  nonce: number;
}

/**
 * Lists a player's prizes, the newest first, each with its state and the link to verify its draw. The newest coupons
 * of every state are merged, because the index has the state before the id.
 * @param before id of the last coupon of the page before
 * @throws AppError notFound
 */
export async function playerDraws(
  { db }: Pick<Deps, 'db'>,
  accountId: number,
  before?: string,
): Promise<DrawsReply> {
  await refuseStranger(db, accountId);
  const most = sql.raw(`LIMIT ${PLAYER_LINES + 1}`);
  const { rows } = await db.execute<Row>(sql`
    SELECT won.id::float8, won.created_at AS at, won.state, item.color, item.names AS item, box.names AS case,
      CASE WHEN won.is_swap_available THEN won.premium_coins_price END AS "swapCoins",
      epoch.public_id AS epoch, draw.nonce
    FROM unnest(ARRAY['owned', 'converted', 'claimed', 'delivered']) AS of(state)
    CROSS JOIN LATERAL (SELECT * FROM coupons c WHERE c.account_id = ${accountId} AND c.state = of.state
      AND c.id < ${before ?? String(Number.MAX_SAFE_INTEGER)}::bigint ORDER BY c.id DESC ${most}) won
    JOIN case_items item ON item.id = won.item_id
    JOIN cases box ON box.id = item.case_id
    JOIN draws draw ON draw.id = won.draw_id
    JOIN fair_epochs epoch ON epoch.id = draw.epoch_id
    ORDER BY won.id DESC ${most}`);
  const draws = rows
    .slice(0, PLAYER_LINES)
    .map(({ at, ...row }) => Object.assign(row, { at: new Date(at).toISOString() }));
  return { draws, before: rows.length > PLAYER_LINES ? (draws.at(-1)?.id ?? null) : null };
}
