import type pg from 'pg';
import type { SecretKey } from '#/server/platform/config/secretKey.ts';
import {
  epochIdOf,
  isDerivedId,
  itemOfTicket,
  parseOdds,
  previousSeed,
  ticketOf,
  TICKETS,
} from '#/contract/fair.ts';
import { serverSeedOf } from '#/server/domain/fairness/fairEpoch.ts';
import { fairInvariants } from './fairInvariants.ts';
import { deliveryInvariants } from './deliveryInvariants.ts';
import { orderInvariants } from './orderInvariants.ts';
import { referralInvariants } from './referralInvariants.ts';

/** A slice of a large table: ids above `after`, up to `to`. */
export interface Slice {
  after: number;
  to: number;
}

const SLICE = /\{slice (\w+) ([\w.]+)\}/;

/** Builds the query of an invariant, for all rows or for one slice. */
export function invariantQuery(text: string, slice?: Slice): string {
  return text.replace(SLICE, (_mark, _table, id) =>
    slice ? `${id} > ${slice.after} AND ${id} <= ${slice.to}` : 'true',
  );
}

/** The table whose ids divide an invariant into slices; undefined if it is always checked as a whole. */
export function slicedTable(text: string): string | undefined {
  return SLICE.exec(text)?.[1];
}

const DIFFERS = `balance <> (SELECT coalesce(sum(CASE a.id WHEN to_id THEN amount ELSE -amount END), 0)
      FROM ledger_transfers WHERE a.id IN (from_id, to_id))`;
/** The house has a part in nearly every transfer, so a site checks it one account at a time (`houseDiffers`). */
export const HOUSE_BALANCES = 'LE2 every balance of the house equals its history';

/** Counts the house accounts of a slice whose balance differs from their history; they are numbered in their order. */
export async function houseDiffers(client: pg.PoolClient, { after, to }: Slice): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) FROM ledger_accounts a WHERE a.id = ANY(ARRAY(SELECT id FROM ledger_accounts
       WHERE owner_id IS NULL ORDER BY id LIMIT $1 OFFSET $2)) AND ${DIFFERS}`,
    [to - after, after],
  );
  return Number(rows[0]!.count);
}

/**
 * Invariants: queries that count the rows that break them. `{slice TABLE ID}` marks where the query of a large table
 * can be limited to a range of ids (`invariantQuery`).
 */
export const invariants: Record<string, string> = {
  'LE1 the balances of all ledger accounts sum to 0': `
    SELECT count(*) FROM (SELECT sum(balance) AS total FROM ledger_accounts) t WHERE total <> 0`,
  'LE2 every balance of a player equals its history': `
    SELECT count(*) FROM ledger_accounts a WHERE {slice ledger_accounts a.id} AND owner_id IS NOT NULL AND ${DIFFERS}`,
  [HOUSE_BALANCES]: `SELECT count(*) FROM ledger_accounts a WHERE owner_id IS NULL AND ${DIFFERS}`,
  'LE3 no wallet and no hold is below 0': `
    SELECT count(*) FROM ledger_accounts WHERE {slice ledger_accounts id} AND kind IN ('wallet', 'hold') AND balance < 0`,
  'LE4 a business cause moved coins once': `
    SELECT count(*) FROM ledger_transfers t WHERE {slice ledger_transfers t.id} AND EXISTS (SELECT FROM ledger_transfers e
      WHERE e.reason = t.reason AND e.ref_type = t.ref_type AND e.ref_id = t.ref_id AND e.id < t.id)`,
  'ST1 the opened pieces of a lot are its draws, and no more than were bought': `
    SELECT count(*) FROM case_lots l WHERE {slice case_lots l.id} AND (opened > bought OR opened < 0
      OR opened <> (SELECT count(*) FROM draws d WHERE d.lot_id = l.id))`,
  'ST1 a piece is drawn with the odds of its lot': `
    SELECT count(*) FROM draws d JOIN case_lots l ON l.id = d.lot_id
    WHERE {slice draws d.id} AND d.odds_hash <> l.odds_hash`,
  'ST2 every draw has one coupon, of its item and its player': `
    SELECT count(*) FROM draws d JOIN case_lots l ON l.id = d.lot_id LEFT JOIN coupons c ON c.draw_id = d.id
    WHERE {slice draws d.id} AND (c.id IS NULL OR c.item_id <> d.item_id OR c.account_id <> l.account_id)`,
  'ST2 every coupon has its draw': `
    SELECT count(*) FROM coupons c WHERE {slice coupons c.id} AND NOT EXISTS (SELECT FROM draws d WHERE d.id = c.draw_id)`,
  'ST3 a coupon brought coins exactly once it was converted, as far as it is worth any': `
    SELECT count(*) FROM coupons c WHERE {slice coupons c.id} AND (state = 'converted' AND premium_coins_price > 0) <> EXISTS (
      SELECT FROM ledger_transfers t WHERE t.reason = 'coupon' AND t.ref_type = 'coupon'
        AND t.ref_id = CASE c.undone WHEN 0 THEN c.id::text ELSE concat(c.id, ':', c.undone + 1) END)`,
  'ST4 the coins of a coupon are the price frozen on it, and went to its player': `
    SELECT count(*) FROM ledger_transfers t
    LEFT JOIN coupons c ON c.id = CASE WHEN t.ref_type = 'coupon' THEN split_part(t.ref_id, ':', 1)::bigint END
    LEFT JOIN ledger_accounts a ON a.id = t.to_id
    WHERE {slice ledger_transfers t.id} AND t.reason = 'coupon' AND t.ref_type = 'coupon'
      AND (t.amount, a.kind, a.owner_id) IS DISTINCT FROM (c.premium_coins_price::bigint, 'wallet', c.account_id)`,
  'ST6 an exchange gave its coins back exactly if it was undone': `
    SELECT count(*) FROM ledger_transfers t
    LEFT JOIN coupons c ON c.id = CASE WHEN t.ref_type = 'coupon' THEN split_part(t.ref_id, ':', 1)::bigint END
    LEFT JOIN ledger_transfers b ON b.reason = 'couponUndone' AND b.ref_type = t.ref_type AND b.ref_id = t.ref_id
    LEFT JOIN ledger_accounts payer ON payer.id = t.from_id LEFT JOIN ledger_accounts payee ON payee.id = b.to_id
    WHERE {slice ledger_transfers t.id} AND t.reason = 'coupon' AND t.ref_type = 'coupon'
      AND ((c.undone >= coalesce(nullif(split_part(t.ref_id, ':', 2), ''), '1')::int) IS DISTINCT FROM (b.id IS NOT NULL)
        OR (b.id IS NOT NULL AND (b.amount, b.from_id, payee.kind, payee.owner_id)
          IS DISTINCT FROM (t.amount, t.to_id, payer.kind, payer.owner_id)))`,
  'ST6 no coins went back without an exchange': `
    SELECT count(*) FROM ledger_transfers b WHERE {slice ledger_transfers b.id} AND b.reason = 'couponUndone' AND NOT EXISTS (
      SELECT FROM ledger_transfers t WHERE t.reason = 'coupon' AND t.ref_type = b.ref_type AND t.ref_id = b.ref_id)`,
  'FA1 the nonces of an epoch are 0 to next_nonce - 1': `
    SELECT count(*) FROM fair_epochs e WHERE {slice fair_epochs e.id}
      AND (next_nonce <> (SELECT count(*) FROM draws d WHERE d.epoch_id = e.id)
      OR next_nonce - 1 <> (SELECT max(nonce) FROM draws d WHERE d.epoch_id = e.id))`,
  'FA1 an epoch draws for its own player': `
    SELECT count(*) FROM draws d JOIN fair_epochs e ON e.id = d.epoch_id JOIN case_lots l ON l.id = d.lot_id
    WHERE {slice draws d.id} AND e.account_id <> l.account_id`,
  'FA1 every player has one live epoch': `
    SELECT count(*) FROM accounts a WHERE {slice accounts a.id} AND 1 <>
      (SELECT count(*) FROM fair_epochs e WHERE e.account_id = a.id AND ended_at IS NULL)`,
  'FA5 the tickets of every odds table are at least 1 and sum to a million': `
    SELECT count(*) FROM case_odds o WHERE NOT EXISTS (
      SELECT FROM regexp_matches(o.text, '^\\d+:(\\d+)$', 'gn') AS line
      HAVING sum(line[1]::int) = ${TICKETS} AND min(line[1]::int) >= 1)`,
  'FA5 the name of an odds table is the hash of its text': `
    SELECT count(*) FROM case_odds WHERE hash <> encode(sha256(convert_to(text, 'UTF8')), 'hex')`,
  ...fairInvariants,
  'AC1 whoever has two-factor authentication on has its secret, and nobody else': `
    SELECT count(*) FROM accounts a
    WHERE is_two_fa_enabled <> EXISTS (SELECT FROM two_factors f WHERE f.account_id = a.id)`,
  'AC2 of a reset code at most five guesses were evaluated': `
    SELECT count(*) FROM password_resets WHERE attempts NOT BETWEEN 0 AND 5`,
  'AC3 a reset was used once its code was accepted, before it ran out, and by somebody': `
    SELECT count(*) FROM password_resets WHERE used_at IS NOT NULL
      AND (accepted_at IS NULL OR used_at < accepted_at OR used_at > expires_at OR account_id IS NULL)`,
  'AC4 no session lives longer than 30 days': `
    SELECT count(*) FROM sessions WHERE expires_at > created_at + interval '720 hours'`,
  'AC4 a closed account has no live session': `
    SELECT count(*) FROM sessions s JOIN accounts a ON a.id = s.account_id
    WHERE a.status = 'closed' AND ended_at IS NULL`,
  'AC4 of the sessions before the last change of a factor at most the one that made it is left, of a reset none': `
    SELECT count(*) FROM (
      SELECT DISTINCT ON (account_id) account_id, event, created_at FROM audit
      WHERE event IN ('passwordChanged', 'passwordReset', 'twoFaOn', 'twoFaOff') ORDER BY account_id, id DESC) change
    WHERE (SELECT count(*) FROM sessions s
      WHERE s.account_id = change.account_id AND s.ended_at IS NULL AND s.created_at < change.created_at
        AND s.expires_at > change.created_at AND s.last_seen_at > change.created_at - interval '168 hours')
      > CASE event WHEN 'passwordReset' THEN 0 ELSE 1 END`,
  'AC5 a mail that waits has its content, and one that was sent or dropped has none': `
    SELECT count(*) FROM mail_queue
    WHERE CASE WHEN sent_at IS NOT NULL OR dropped_at IS NOT NULL THEN content_encrypted IS NOT NULL
      ELSE failed_at IS NULL AND content_encrypted IS NULL END`,
  'AC4 nobody has more than ten live sessions': `
    SELECT count(*) FROM (SELECT FROM sessions WHERE ended_at IS NULL GROUP BY account_id HAVING count(*) > 10) t`,
  'AC4 nothing leads into a closed account': `
    SELECT count(*) FROM accounts a WHERE status = 'closed' AND (
      EXISTS (SELECT FROM sessions WHERE account_id = a.id) OR EXISTS (SELECT FROM known_devices WHERE account_id = a.id)
      OR EXISTS (SELECT FROM email_tokens WHERE account_id = a.id) OR EXISTS (SELECT FROM email_changes WHERE account_id = a.id)
      OR EXISTS (SELECT FROM two_factors WHERE account_id = a.id) OR EXISTS (SELECT FROM recovery_codes WHERE account_id = a.id))`,
  'AC7 login and e-mail are unique on their server': `
    SELECT count(*) FROM accounts a JOIN accounts b ON a.server_key = b.server_key AND a.id < b.id
    WHERE lower(a.login) = lower(b.login) OR lower(a.email) = lower(b.email)`,
  'AC6 whoever was removed had 14 days of 24 hours, confirmed nothing and left nothing': `
    SELECT count(*) FROM audit r WHERE event = 'accountRemoved' AND (
      created_at < (detail ->> 'accountCreatedAt')::timestamptz + interval '336 hours'
      OR EXISTS (SELECT FROM audit c
        WHERE c.account_id = r.account_id AND c.event IN ('emailConfirmed', 'emailChanged', 'accountRemoved')
          AND c.id <> r.id)
      OR EXISTS (SELECT FROM accounts a WHERE a.id = r.account_id))`,
  'RF1 nobody invited himself, directly or around a circle': `
    WITH RECURSIVE line(start, id, depth) AS (
      SELECT id, inviter_id, 1 FROM accounts a WHERE {slice accounts a.id} AND inviter_id IS NOT NULL
      UNION ALL SELECT start, a.inviter_id, depth + 1 FROM line JOIN accounts a ON a.id = line.id
      WHERE a.inviter_id IS NOT NULL AND line.id <> line.start AND depth < 100)
    SELECT count(*) FROM line WHERE id = start`,
  ...referralInvariants,
  'ID1 every kept key has its answer': `
    SELECT count(*) FROM idempotency WHERE status IS NULL OR body IS NULL`,
  ...orderInvariants,
  ...deliveryInvariants,
};

/** The broken invariants, each with the number of rows that break it; all are counted in one round trip. */
export async function brokenInvariants(pool: pg.Pool): Promise<Record<string, number>> {
  const names = Object.keys(invariants);
  const all = names.map((name) => invariantQuery(invariants[name]!)).join(';');
  // pg returns an array of answers for several statements in one text; its types do not know this
  const answers = (await pool.query(all)) as unknown as pg.QueryResult<{ count: string }>[];
  const counts = names.map((name, at) => [name, Number(answers[at]!.rows[0]!.count)] as const);
  return Object.fromEntries(counts.filter(([, violations]) => violations !== 0));
}

interface DrawRow {
  id: string;
  nonce: number;
  client_seed: string;
  odds_hash: string;
  odds_text: string;
  ticket: number;
  item_id: string;
  public_id: string;
  commitment: string;
  server_seed_encrypted: Buffer;
}

/**
 * Computes prizes again (FA2, FA4): the newest, or those of a slice.
 * @returns ids of draws whose ticket, item, commitment or epoch id differs
 */
export async function differingDraws(
  db: pg.Pool | pg.PoolClient,
  secretKey: SecretKey,
  { after = 0, to = Number.MAX_SAFE_INTEGER, limit = 1000 }: Partial<Slice> & { limit?: number } = {},
): Promise<number[]> {
  const { rows } = await db.query<DrawRow>(
    `SELECT d.id, d.nonce, d.client_seed, d.odds_hash, o.text AS odds_text, d.ticket, d.item_id,
       e.public_id, e.commitment, e.server_seed_encrypted
     FROM draws d JOIN fair_epochs e ON e.id = d.epoch_id JOIN case_odds o ON o.hash = d.odds_hash
     WHERE d.id > $2 AND d.id <= $3 ORDER BY d.id DESC LIMIT $1`,
    [limit, after, to],
  );
  return rows.filter((row) => !isDrawnAgain(row, secretKey)).map((row) => Number(row.id));
}

function isDrawnAgain(row: DrawRow, secretKey: SecretKey): boolean {
  const serverSeed = serverSeedOf(secretKey, row.public_id, row.server_seed_encrypted);
  const ticket = ticketOf({
    serverSeed,
    epochId: row.public_id,
    clientSeed: row.client_seed,
    nonce: row.nonce,
    oddsHash: row.odds_hash,
  });
  return (
    previousSeed(serverSeed) === row.commitment &&
    (!isDerivedId(row.public_id) || epochIdOf(serverSeed) === row.public_id) &&
    ticket === row.ticket &&
    itemOfTicket(parseOdds(row.odds_text), ticket) === Number(row.item_id)
  );
}
