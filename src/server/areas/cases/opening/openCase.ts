import { eq } from 'drizzle-orm';
import type pg from 'pg';
import type { OpenCaseReply } from '#/contract/cases.ts';
import { EPOCH_MAX_DRAWS, parseOdds } from '#/contract/fair.ts';
import { joinedQuery } from '#/server/platform/db/joinedQuery.ts';
import { cases } from '#/server/platform/db/tables/cases.ts';
import { withClient } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { blockedText, refuseBlocked } from '#/server/domain/accounts/access/blocks.ts';
import { DEFAULT_CLIENT_SEED, oldestEpoch } from '#/server/domain/fairness/fairEpoch.ts';
import { CLAIM, storedAnswer } from '#/server/platform/kernel/idempotency.ts';
import {
  checkOpening,
  drawsOf,
  epochEnded,
  inLiveEpoch,
  type Opening,
  openingHash,
  refuseOpening,
} from './opening.ts';

/*
 * The hot path of the site while there is no crowd. The server sends it in three messages: the session; BEGIN and TAKE;
 * RECORD and COMMIT. A crowd shares these messages (openTogetherStatements.ts).
 * Every statement has a name, so that each connection plans it only once.
 */

/**
 * Claims the key (CLAIM, $1 to $4), and takes one piece of the oldest lot in stock and the next nonce of the live
 * epoch. It returns no row if the key was used before, opening is blocked, or nothing is in stock. A row without an
 * epoch means that the epoch has reached its end. The subquery checks the key first, waits for parallel openings of
 * the same lot, then checks the stock again.
 */
export const TAKE = {
  name: 'openTake',
  text: `WITH claim AS (${CLAIM}),
    piece AS (
      UPDATE case_lots SET opened = opened + 1
      WHERE id = (SELECT id FROM case_lots WHERE account_id = $1 AND case_id = $5 AND opened < bought
        AND NOT ${blockedText('open', '$1', '$4')}
        AND ($2::text IS NULL OR EXISTS (SELECT FROM claim)) ORDER BY id LIMIT 1 FOR UPDATE)
      RETURNING id, odds_hash),
    epoch AS (
      UPDATE fair_epochs SET next_nonce = next_nonce + 1,
        client_seed = coalesce(client_seed, ${DEFAULT_CLIENT_SEED}),
        client_seed_origin = coalesce(client_seed_origin, 'server')
      WHERE account_id = $1 AND ended_at IS NULL AND next_nonce < $6 AND created_at > $7
        AND EXISTS (SELECT FROM piece)
      RETURNING *)
    SELECT piece.id AS lot_id, piece.odds_hash, odds.text AS odds_text, epoch.id AS epoch_id, public_id,
      commitment, server_seed_encrypted, client_seed, client_seed_origin, next_nonce - 1 AS nonce
    FROM piece JOIN case_odds odds ON odds.hash = piece.odds_hash LEFT JOIN epoch ON true`,
};

export interface TakenRow {
  lot_id: string;
  odds_hash: string;
  odds_text: string;
  epoch_id: string | null;
  public_id: string;
  commitment: string;
  server_seed_encrypted: Buffer;
  client_seed: string;
  client_seed_origin: 'player' | 'server';
  nonce: number;
}

/** Draws the prize of a taken piece. */
export function drawOfTaken(deps: Pick<Deps, 'secretKey'>, taken: TakenRow) {
  const draw = drawsOf(deps, {
    publicId: taken.public_id,
    commitment: taken.commitment,
    clientSeed: taken.client_seed,
    serverSeedEncrypted: taken.server_seed_encrypted,
  });
  return draw(taken.nonce, taken.odds_hash, parseOdds(taken.odds_text));
}

/**
 * SQL of an answer, which is openCaseReply of the contract. It is built in the database because it contains the
 * coupon's id. Requires the rows `won` (coupon) and `item`.
 * @param locale SQL of the language
 * @param fair SQL of the public side of the draw
 */
export const answerText = (locale: string, fair: string): string =>
  `json_build_object('caseItemId', won.item_id, 'coupons', json_build_array(json_build_object(
        'id', won.id, 'name', item.names ->> ${locale}::text, 'imageName', item.image_name, 'color', item.color,
        'isSwapAvailable', won.is_swap_available, 'premiumCoinsPrice', won.premium_coins_price)),
        'fair', ${fair}::json)`;

/**
 * Inserts the draw and its coupon, and stores the answer under its key. No draw gets a time after the database's
 * clock, even if this server's clock is ahead.
 */
export const RECORD = {
  name: 'openRecord',
  text: `WITH draw AS (
      INSERT INTO draws (epoch_id, nonce, client_seed, client_seed_origin, lot_id, odds_hash, ticket, item_id, created_at)
      VALUES ($2, $3, $4, $5, $6, $7, $8, $9, least($10, now())) RETURNING id),
    item AS (SELECT * FROM case_items WHERE id = $9),
    won AS (
      INSERT INTO coupons (account_id, item_id, draw_id, is_swap_available, premium_coins_price, created_at)
      SELECT $1, item.id, draw.id, item.is_swap_available, item.premium_coins_price, $10 FROM draw, item
      RETURNING *),
    answer AS (
      SELECT ${answerText('$11', '$12')} AS body FROM won, item),
    kept AS (
      UPDATE idempotency SET status = 200, body = answer.body FROM answer WHERE account_id = $1 AND key = $13)
    SELECT body FROM answer`,
};

/**
 * Opens one piece of a case. Key, piece, nonce, draw, coupon and answer are one transaction, and a repeated key opens
 * once (ID1, PF1). The oldest lot is opened first, with the odds it was bought with.
 * @throws AppError caseNotFound, caseOutOfStock, oddsChanged and inDebt (nothing is taken), accountBlocked,
 *   idempotencyKeyReused
 */
export async function openCase(deps: Deps, opening: Opening): Promise<OpenCaseReply> {
  const { accountId, caseId, idempotencyKey: key } = opening;
  const hash = openingHash(opening);
  const opened = await inLiveEpoch(deps, { accountId, pieces: 1 }, () =>
    withClient(deps.pool, async (client) => {
      const values = [accountId, key, hash, deps.now(), caseId, EPOCH_MAX_DRAWS, oldestEpoch(deps)];
      const { rows } = await joinedQuery<TakenRow>(client, { ...TAKE, values }, 'first');
      const [taken] = rows;
      if (!taken) {
        const stored = await storedAnswer<OpenCaseReply>(client, accountId, key, hash);
        if (stored) await client.query('COMMIT');
        return stored;
      }
      checkOpening(opening, taken.odds_hash);
      if (taken.epoch_id === null) epochEnded();
      return record(deps, client, opening, taken);
    }),
  );
  return opened ?? refuse(deps, opening);
}

/**
 * Finds the reason why nothing was opened.
 * @throws AppError always
 */
async function refuse(deps: Deps, { accountId, caseId }: Opening): Promise<never> {
  await refuseBlocked(deps.db, deps, accountId, 'open');
  return refuseOpening((await deps.db.$count(cases, eq(cases.id, caseId))) > 0);
}

async function record(
  deps: Deps,
  client: pg.PoolClient,
  { accountId, idempotencyKey, locale }: Opening,
  taken: TakenRow,
): Promise<OpenCaseReply> {
  const { itemId, fair } = drawOfTaken(deps, taken);
  const values = [
    accountId,
    taken.epoch_id,
    taken.nonce,
    taken.client_seed,
    taken.client_seed_origin,
    taken.lot_id,
    taken.odds_hash,
    fair.ticket,
    itemId,
    deps.now(),
    locale,
    JSON.stringify(fair),
    idempotencyKey,
  ];
  const { rows } = await joinedQuery<{ body: OpenCaseReply }>(client, { ...RECORD, values }, 'last');
  if (!rows[0]) throw new Error(`item ${itemId} of a drawn ticket is not in the catalogue`);
  return rows[0].body;
}
