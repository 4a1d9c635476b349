import type { Movement } from '#/contract/referral.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { shortRead } from '#/server/platform/db/readPool.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { maskedName } from '#/server/platform/kernel/maskedName.ts';

const PAGE_ROWS = 24;
/**
 * One row more shows whether another page follows. The number is written into the text, because with a parameter the
 * planner expects thousands of rows.
 */
const ROWS = PAGE_ROWS + 1;

/**
 * Reads movements of a wallet with their subject: the order, the prize, the milestone, or the paying player. Compares
 * pairs to use the indexes of ledger accounts, which have that order. Most transfers belong to a few house accounts,
 * so by `from_id = ...` alone PostgreSQL would read all transfers for a wallet without any.
 */
export const MOVEMENTS = {
  name: shortRead('cabinetMovements'),
  text: `WITH own AS (SELECT id FROM ledger_accounts WHERE kind = 'wallet' AND owner_id = $1),
    gone AS (SELECT * FROM ledger_transfers
      WHERE (from_id, id) < ((SELECT id FROM own), $2) AND (from_id, id) > ((SELECT id FROM own), 0)
      ORDER BY from_id DESC, id DESC LIMIT ${ROWS}),
    come AS (SELECT * FROM ledger_transfers
      WHERE (to_id, id) < ((SELECT id FROM own), $2) AND (to_id, id) > ((SELECT id FROM own), 0)
      ORDER BY to_id DESC, id DESC LIMIT ${ROWS}),
    page AS (
      SELECT id, amount, reason, ref_type, ref_id, created_at,
        CASE WHEN ref_id ~ '^\\d{1,15}(:\\d{1,15})*$' THEN split_part(ref_id, ':', 1)::bigint END AS ref,
        CASE WHEN ref_id ~ '^\\d{1,15}(:\\d{1,15})+$' THEN split_part(ref_id, ':', 2)::bigint END AS second_ref
      FROM (SELECT id, -amount AS amount, reason, ref_type, ref_id, created_at FROM gone UNION ALL
        SELECT id, amount, reason, ref_type, ref_id, created_at FROM come) both_ways
      ORDER BY id DESC LIMIT ${ROWS})
    SELECT page.id, page.amount, page.reason, page.created_at AS date, referee.login,
      coalesce(item.names, milestone.names, CASE WHEN referee.id IS NULL THEN own.quote -> 'titles' END) ->> $3::text AS subject
    FROM page
    LEFT JOIN orders own ON page.ref_type IN ('order', 'reversal', 'cashBack') AND own.id = page.ref
    LEFT JOIN coupons coupon ON page.ref_type = 'coupon' AND coupon.id = page.ref
    LEFT JOIN case_items item ON item.id = coupon.item_id
    LEFT JOIN referral_milestones milestone ON page.ref_type = 'milestone' AND milestone.id = page.second_ref
    LEFT JOIN accounts referee ON page.ref_type = 'cashBack' AND referee.id = own.account_id
    ORDER BY page.id DESC`,
};

interface Row {
  id: string;
  amount: string;
  reason: string;
  date: Date;
  /** Login of the player whose payment brought the cash-back. */
  login: string | null;
  subject: string | null;
}

/**
 * Lists incoming and outgoing coins of the player's wallet, the newest first (C3). All movements add up to the
 * balance. Every page costs the same.
 * @param before id of the last row of the page before
 */
export async function movements(
  { pool }: Deps,
  accountId: number,
  before: number | undefined,
  locale: Locale,
): Promise<{ movements: Movement[]; nextBefore: number | null }> {
  const values = [accountId, before ?? Number.MAX_SAFE_INTEGER, locale];
  const { rows } = await pool.query<Row>({ ...MOVEMENTS, values });
  const shown = rows.slice(0, PAGE_ROWS).map(({ id, amount, reason, date, login, subject }) => ({
    id: Number(id),
    amount: Number(amount),
    reason,
    subject: subject ?? (login && maskedName(login)),
    date: date.toISOString(),
  }));
  return {
    movements: shown,
    nextBefore: rows.length > PAGE_ROWS ? (shown.at(-1)?.id ?? null) : null,
  };
}
