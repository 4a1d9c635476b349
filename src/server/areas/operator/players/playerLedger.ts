import { type LedgerReply, PLAYER_LINES, type PlayerLedgerAccount } from '#/contract/operator/players.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { refuseStranger } from './playerStanding.ts';

/** One row more shows whether another page follows. The number is written into the text, as in `MOVEMENTS`. */
const ROWS = PLAYER_LINES + 1;

/** Reads lines of a ledger account. Compares pairs for the same reason as `MOVEMENTS`. */
const LINES = {
  name: 'operatorLedger',
  text: `WITH own AS (SELECT id, balance FROM ledger_accounts WHERE kind = $1 AND owner_id = $2),
    gone AS (SELECT id, to_id AS other, -amount AS amount, reason, ref_type, ref_id, created_at FROM ledger_transfers
      WHERE (from_id, id) < ((SELECT id FROM own), $3) AND (from_id, id) > ((SELECT id FROM own), 0)
      ORDER BY from_id DESC, id DESC LIMIT ${ROWS}),
    come AS (SELECT id, from_id AS other, amount, reason, ref_type, ref_id, created_at FROM ledger_transfers
      WHERE (to_id, id) < ((SELECT id FROM own), $3) AND (to_id, id) > ((SELECT id FROM own), 0)
      ORDER BY to_id DESC, id DESC LIMIT ${ROWS}),
    page AS (SELECT * FROM (TABLE gone UNION ALL TABLE come) both_ways ORDER BY id DESC LIMIT ${ROWS})
    SELECT page.id, page.created_at AS at, page.amount, page.reason, other.kind AS other, o.public_id AS order,
      page.ref_type || ' ' || page.ref_id AS cause, own.balance
    FROM page CROSS JOIN own JOIN ledger_accounts other ON other.id = page.other
    LEFT JOIN orders o ON page.ref_type IN ('order', 'reversal', 'cashBack')
      AND o.id = CASE WHEN page.ref_id ~ '^\\d{1,15}(:.*)?$' THEN split_part(page.ref_id, ':', 1)::bigint END
    ORDER BY page.id DESC`,
};

interface Row {
  id: string;
  at: Date;
  amount: string;
  balance: string;
  reason: string;
  other: string;
  order: string | null;
  cause: string;
}

/**
 * Lists the lines of a player's ledger account, the newest first, with its balance from the same snapshot (O12).
 * @param before id of the last line of the page before
 * @throws AppError notFound
 */
export async function playerLedger(
  { pool, db }: Pick<Deps, 'pool' | 'db'>,
  accountId: number,
  { ledgerAccount, before }: { ledgerAccount: PlayerLedgerAccount; before?: string | undefined },
): Promise<LedgerReply> {
  await refuseStranger(db, accountId);
  const values = [ledgerAccount, accountId, before ?? String(Number.MAX_SAFE_INTEGER)];
  const { rows } = await pool.query<Row>({ ...LINES, values });
  const lines = rows.slice(0, PLAYER_LINES).map((row) => ({
    id: Number(row.id),
    at: row.at.toISOString(),
    amount: Number(row.amount),
    reason: row.reason,
    other: row.other,
    order: row.order,
    cause: row.cause,
  }));
  return {
    balance: Number(rows[0]?.balance ?? 0),
    lines,
    before: rows.length > PLAYER_LINES ? (lines.at(-1)?.id ?? null) : null,
  };
}
