import type { LightMyRequestResponse } from 'fastify';
import type { ErrorCode, ErrorReply } from '#/contract/kernel/errors.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import type { Player } from '../app/factories.ts';
import type { TestApp } from '../app/testApp.ts';

/** Gives a player coupons of one case without opening it through the API. @returns their ids, the oldest first */
export async function giveCoupons(
  { pool }: TestApp,
  { accountId }: Pick<Player, 'accountId'>,
  count: number,
  changes: { itemId?: number; isSwapAvailable?: boolean; price?: number; state?: string } = {},
): Promise<number[]> {
  const { itemId = 100, isSwapAvailable = true, price = 40, state = 'owned' } = changes;
  const { rows } = await pool.query<{ id: string }>(
    `WITH lot AS (
      INSERT INTO case_lots (account_id, case_id, odds_hash, bought, opened, reason, ref_type, ref_id)
      SELECT $1, item.case_id, odds.hash, $2, $2, 'gift', 'test', gen_random_uuid()::text
      FROM case_items item JOIN case_odds odds ON odds.case_id = item.case_id WHERE item.id = $3
      ORDER BY odds.revision DESC LIMIT 1 RETURNING *),
    epoch AS (
      UPDATE fair_epochs SET next_nonce = next_nonce + $2 WHERE account_id = $1 AND ended_at IS NULL RETURNING *),
    draw AS (
      INSERT INTO draws (epoch_id, nonce, client_seed, client_seed_origin, lot_id, odds_hash, ticket, item_id, created_at)
      SELECT epoch.id, next_nonce - $2 + n, 's', 'player', lot.id, lot.odds_hash, 0, $3, epoch.created_at
      FROM lot, epoch, generate_series(0, $2 - 1) n RETURNING *)
    INSERT INTO coupons (account_id, item_id, draw_id, is_swap_available, premium_coins_price, state, created_at)
    SELECT $1, $3, id, $4, $5, $6, created_at FROM draw ORDER BY id RETURNING id`,
    [accountId, count, itemId, isSwapAvailable, price, state],
  );
  return rows.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
}

/** Posts as a player, with a key if one is given. */
export const postAs = (
  app: TestApp,
  player: Player,
  url: string,
  body?: object,
  key?: string,
): Promise<LightMyRequestResponse> =>
  app.post(url, body, { ...player.headers, ...(key && { [IDEMPOTENCY_HEADER]: key }) });

/** Status and code of a refusal. */
export const refusal = (reply: LightMyRequestResponse): [number, ErrorCode] => [
  reply.statusCode,
  reply.json<ErrorReply>().code,
];
