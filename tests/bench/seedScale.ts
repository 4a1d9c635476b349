import { createHash } from 'node:crypto';
import type pg from 'pg';
import { numberOf } from '../support/desks/orderNumbers.ts';

/** How much there is of everything; a player has the same share of it, however many there are. */
export interface Scale {
  players: number;
  /** Drawn prizes of each player: every second one is kept, the others were swapped for coins. */
  drawsEach: number;
}

/** Of each who are signed in. */
export const SAMPLE = 200;

const QUOTE = JSON.stringify({
  productType: 'one_coin',
  goodsId: null,
  caseId: null,
  serverKey: 'everest',
  titles: { ru: 'One Coins', uk: 'One Coins', en: 'One Coins' },
  image: 'products/tab-1',
  quantity: 1,
  coins: 500,
  bonusCoins: 0,
  coefficientBasisPoints: 10_000,
  currency: 'EUR',
  unitPrice: 10,
  priceCents: 5000,
  discountCents: 0,
  totalCents: 5000,
  totalCoins: 0,
  discountCode: null,
  grants: [],
});

const statementsOf = ({ players, drawsEach }: Scale): string[] => [
  `INSERT INTO accounts (server_key, login, email, password_hash, user_promo_code, is_verified, created_at)
   SELECT 'everest', 'player' || n, 'player' || n || '@example.org', 'none', 'P' || n, true, now()
   FROM generate_series(1, ${players}) n ORDER BY n`,
  // ten for each of the first tenth
  `UPDATE accounts SET inviter_id = (id + 9) / 10, invited_at = created_at WHERE id > 1`,
  `INSERT INTO ledger_accounts (kind, owner_id) SELECT 'wallet', n FROM generate_series(1, ${players}) n ORDER BY n`,
  `INSERT INTO fair_chains (account_id, chain_no, root_encrypted, anchor, created_at)
   SELECT n, 1, '', '', now() FROM generate_series(1, ${players}) n ORDER BY n`,
  `INSERT INTO fair_epochs (public_id, account_id, chain_id, idx, commitment, server_seed_encrypted, client_seed,
     client_seed_origin, next_nonce, created_at)
   SELECT 'e-' || n, n, n, 1, '', '', 's', 'server', ${drawsEach}, now() FROM generate_series(1, ${players}) n ORDER BY 2`,
  `INSERT INTO case_lots (account_id, case_id, odds_hash, bought, opened, reason, ref_type, ref_id)
   SELECT n, 1, hash, ${drawsEach} + 3, ${drawsEach}, 'gift', 'scale', n::text
   FROM generate_series(1, ${players}) n, case_odds WHERE case_id = 1 ORDER BY 1`,
  // everybody opens in turn, as on a site in use: what belongs to one player lies far apart
  `INSERT INTO draws (epoch_id, nonce, client_seed, client_seed_origin, lot_id, odds_hash, ticket, item_id, created_at)
   SELECT n, nonce, 's', 'server', n, hash, 0, 101 + (n + nonce) % 7, now()
   FROM generate_series(0, ${drawsEach} - 1) nonce, generate_series(1, ${players}) n, case_odds WHERE case_id = 1
   ORDER BY 2, 1`,
  `INSERT INTO coupons (account_id, item_id, draw_id, state, is_swap_available, premium_coins_price, created_at, revealed_at)
   SELECT lot_id, item_id, id, CASE nonce % 2 WHEN 0 THEN 'owned' ELSE 'converted' END, true, 10, created_at, now()
   FROM draws ORDER BY id`,
  `INSERT INTO ledger_transfers (from_id, to_id, amount, reason, ref_type, ref_id)
   SELECT house.id, wallet.id, 10, 'coupon', 'coupon', c.id::text
   FROM coupons c JOIN ledger_accounts wallet ON wallet.owner_id = c.account_id AND wallet.kind = 'wallet'
   JOIN ledger_accounts house ON house.kind = 'prizes' AND house.part = 0
   WHERE c.state = 'converted' ORDER BY c.id`,
  `UPDATE ledger_accounts SET balance = CASE kind WHEN 'wallet' THEN 10 ELSE -10 * ${players}::bigint END * (${drawsEach} / 2)
   WHERE kind IN ('wallet', 'prizes') AND part = 0`,
  `INSERT INTO carts (public_id, token_hash, account_id, quote, created_at, expires_at)
   SELECT 'scale' || n, sha256(convert_to(n::text, 'UTF8')), n, '${QUOTE}'::jsonb, now(), now()
   FROM generate_series(4, ${players}, 4) n ORDER BY n`,
  // every fourth player has paid once, and their inviter's share is on hold
  `INSERT INTO orders (public_id, number, account_id, buyer_id, cart_id, state, version, quote, currency, total_cents, total_coins,
     locale, created_at, expires_at, paid_at, granted_at)
   SELECT 'scale' || n, ${numberOf('n')}, n, n, cart.id, 'granted', 1, quote, 'EUR', 5000, 0, 'ru', now(), now(), now(), now()
   FROM generate_series(4, ${players}, 4) n JOIN carts cart ON cart.account_id = n ORDER BY 2`,
  `INSERT INTO cash_backs (order_id, inviter_id, referee_id, basis_points, amount, state, created_at, release_at)
   SELECT o.id, a.inviter_id, a.id, 500, 25, 'held', now(), now() + interval '14 days'
   FROM orders o JOIN accounts a ON a.id = o.account_id
   WHERE a.inviter_id IS NOT NULL`,
];

/**
 * Fills a migrated, empty database that has the test catalogue, and signs in a sample of players, spread over all.
 * @returns their tokens
 */
export async function seedScale(pool: pg.Pool, scale: Scale): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query(`SET statement_timeout = 0; SET synchronous_commit = off`);
    for (const statement of statementsOf(scale)) await client.query(statement);
    const tokens = Array.from({ length: SAMPLE }, (_, at) => `scale-token-${at}`);
    await client.query(
      `INSERT INTO sessions (account_id, kind, token_hash, created_at, last_seen_at, expires_at)
       SELECT 1 + (at - 1) * ($3::int / $2::int), 'bearer', hash, now(), now(), now() + interval '1 day'
       FROM unnest($1::bytea[]) WITH ORDINALITY AS token(hash, at)`,
      [tokens.map((token) => createHash('sha256').update(token).digest()), SAMPLE, scale.players],
    );
    await client.query('VACUUM ANALYZE');
    return tokens;
  } finally {
    client.release(true);
  }
}
