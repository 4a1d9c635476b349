import { DEFAULT_CLIENT_SEED } from '#/server/domain/fairness/fairEpoch.ts';
import { blockedText } from '#/server/domain/accounts/access/blocks.ts';
import { answerText, type TakenRow } from './openCase.ts';

/*
 * TAKE and RECORD for many players, with one opening of each. Openings whose rows another transaction has locked are left
 * out.
 */

/**
 * Claims the keys of all openings, and takes a piece and a nonce for each that can run at once. It leaves out what has
 * another reason to wait or to be refused: a used key, a block, no stock, other odds than the player was shown, an
 * epoch at its end, a locked lot or epoch.
 *
 * The keys come first, in the order of the accounts. So the statement waits for a key only while it holds no lot, and two
 * transactions never wait for each other. If another transaction holds a key for more than 100 ms, the statement fails,
 * and each opening is tried alone.
 *
 * $1 accounts in ascending order, $2 keys, $3 hashes of the requests, $4 cases, $5 hashes of the odds that were shown,
 * $6 now, $7 EPOCH_MAX_DRAWS, $8 oldest time of an epoch.
 */
export const TAKE_TOGETHER = {
  name: 'openTakeTogether',
  text: `WITH opening AS (
      SELECT opening.* FROM set_config('lock_timeout', '100ms', true),
        unnest($1::bigint[], $2::text[], $3::bytea[], $4::bigint[], $5::text[])
          AS opening(account_id, key, request_hash, case_id, shown_hash)),
    claim AS (
      INSERT INTO idempotency (account_id, key, request_hash, created_at)
      SELECT account_id, key, request_hash, $6 FROM opening WHERE key IS NOT NULL ORDER BY account_id
      ON CONFLICT DO NOTHING RETURNING account_id),
    ready AS (
      SELECT opening.account_id, lot.id AS lot_id, lot.odds_hash, epoch.id AS epoch_id
      FROM opening
      CROSS JOIN LATERAL (
        SELECT id, odds_hash FROM case_lots
        WHERE id = (SELECT id FROM case_lots WHERE account_id = opening.account_id AND case_id = opening.case_id
            AND opened < bought ORDER BY id LIMIT 1)
          AND opened < bought AND (opening.shown_hash IS NULL OR odds_hash = opening.shown_hash)
        FOR UPDATE SKIP LOCKED) lot
      CROSS JOIN LATERAL (
        SELECT id FROM fair_epochs
        WHERE account_id = opening.account_id AND ended_at IS NULL AND next_nonce < $7 AND created_at > $8
        FOR UPDATE SKIP LOCKED) epoch
      -- the count makes PostgreSQL claim all keys before it locks the first lot
      WHERE (SELECT count(*) FROM claim) >= 0
        AND (opening.key IS NULL OR opening.account_id IN (SELECT account_id FROM claim))
        AND NOT ${blockedText('open', 'opening.account_id', '$6')}),
    piece AS (
      UPDATE case_lots SET opened = opened + 1 FROM ready WHERE case_lots.id = ready.lot_id
      RETURNING ready.account_id),
    epoch AS (
      UPDATE fair_epochs SET next_nonce = next_nonce + 1,
        client_seed = coalesce(client_seed, ${DEFAULT_CLIENT_SEED}),
        client_seed_origin = coalesce(client_seed_origin, 'server')
      FROM ready WHERE fair_epochs.id = ready.epoch_id
      RETURNING fair_epochs.*)
    SELECT ready.account_id, ready.lot_id, ready.odds_hash, odds.text AS odds_text, epoch.id AS epoch_id, public_id,
      commitment, server_seed_encrypted, client_seed, client_seed_origin, next_nonce - 1 AS nonce
    FROM ready JOIN piece USING (account_id) JOIN epoch ON epoch.id = ready.epoch_id
      JOIN case_odds odds ON odds.hash = ready.odds_hash`,
};

export interface TakenTogether extends TakenRow {
  account_id: string;
  epoch_id: string;
}

/**
 * Inserts the draws and coupons, stores the answers under their keys, and releases the keys of the openings that were
 * left out.
 *
 * $1 accounts, $2 keys, $3 epochs, $4 nonces, $5 client seeds, $6 their origins, $7 lots, $8 hashes of their odds,
 * $9 tickets, $10 items, $11 languages, $12 public sides of the draws, $13 now, $14 accounts that were left out,
 * $15 their keys.
 */
export const RECORD_TOGETHER = {
  name: 'openRecordTogether',
  text: `WITH drawn AS (
      SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::int[], $5::text[], $6::text[], $7::bigint[],
          $8::text[], $9::int[], $10::bigint[], $11::text[], $12::json[])
        AS drawn(account_id, key, epoch_id, nonce, client_seed, client_seed_origin, lot_id, odds_hash, ticket, item_id,
          locale, fair)),
    draw AS (
      INSERT INTO draws (epoch_id, nonce, client_seed, client_seed_origin, lot_id, odds_hash, ticket, item_id, created_at)
      SELECT epoch_id, nonce, client_seed, client_seed_origin, lot_id, odds_hash, ticket, item_id, least($13, now())
      FROM drawn RETURNING id, epoch_id),
    won AS (
      INSERT INTO coupons (account_id, item_id, draw_id, is_swap_available, premium_coins_price, created_at)
      SELECT drawn.account_id, item.id, draw.id, item.is_swap_available, item.premium_coins_price, $13
      FROM drawn JOIN draw USING (epoch_id) JOIN case_items item ON item.id = drawn.item_id
      RETURNING *),
    answer AS (
      SELECT account_id, drawn.key, ${answerText('drawn.locale', 'drawn.fair')} AS body
      FROM won JOIN drawn USING (account_id) JOIN case_items item ON item.id = won.item_id),
    kept AS (
      UPDATE idempotency SET status = 200, body = answer.body FROM answer
      WHERE idempotency.account_id = answer.account_id AND idempotency.key = answer.key),
    released AS (
      DELETE FROM idempotency USING unnest($14::bigint[], $15::text[]) AS other(account_id, key)
      WHERE idempotency.account_id = other.account_id AND idempotency.key = other.key AND status IS NULL)
    SELECT account_id, body FROM answer`,
};
