import { type SQL, sql } from 'drizzle-orm';
import { MOST_COUNTED } from '#/contract/operator/site.ts';
import type { PayoutRow, PayoutSource } from '#/contract/operator/figures/payouts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { WHERE_PAYOUT_OPEN } from './openPayouts.ts';

/** SQL: a time as ISO 8601, null if there is none. */
export const isoTime = (column: string): SQL =>
  sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** Reads payouts `p`. @param rest conditions, order and limit */
export async function readPayouts(db: Pick<Deps['db'], 'execute'>, rest: SQL): Promise<PayoutRow[]> {
  const { rows } = await db.execute<PayoutRow & Record<string, unknown>>(sql`
    SELECT p.id::float8 AS id, p.provider, p.payout_ref AS ref, p.amount_cents::float8 AS "amountCents", p.currency,
      p.status, ${isoTime('p.created_at')} AS "createdAt", ${isoTime('p.arrives_at')} AS "arrivesAt",
      CASE WHEN p.lines_read_at IS NOT NULL THEN 'read' WHEN p.lines = 'ready' THEN 'reading' ELSE p.lines END
        AS "linesState",
      p.line_count AS lines, p.matched_cents::float8 AS "matchedCents", p.open_lines AS "openLines",
      p.open_cents::float8 AS "openCents",
      CASE WHEN p.lines_read_at IS NOT NULL THEN (p.amount_cents - p.lines_cents)::float8 END AS "differenceCents",
      (${WHERE_PAYOUT_OPEN}) AS "isOpen"
    FROM payouts p ${rest}`);
  return rows;
}

/** SQL: the number of payouts that need a look, up to `MOST_COUNTED`. */
export const OPEN_PAYOUTS = sql`(SELECT count(*)::int
  FROM (SELECT FROM payouts p WHERE ${WHERE_PAYOUT_OPEN} LIMIT ${MOST_COUNTED}) open)`;

/** Lists what is known about the payouts of each configured provider, and of those with stored payouts. */
export async function payoutSources({
  db,
  payments,
}: Pick<Deps, 'db' | 'payments'>): Promise<PayoutSource[]> {
  const { rows } = await db.execute<Record<string, string | null> & { provider: string }>(sql`
    SELECT provider, ${isoTime('next_at')} AS "nextAt", ${isoTime('fetched_at')} AS "fetchedAt",
      ${isoTime('failed_at')} AS "failedAt", last_error AS error
    FROM payout_fetches`);
  const fetches = new Map(rows.map((row) => [row.provider, row]));
  return [...payments.providers.values()].map(({ name, payouts }) => {
    const fetched = fetches.get(name);
    return {
      provider: name,
      isTold: payouts !== null,
      fetchedAt: fetched?.['fetchedAt'] ?? null,
      failedAt: fetched?.['failedAt'] ?? null,
      error: fetched?.['error'] ?? null,
      nextAt: payouts && (fetched?.['nextAt'] ?? null),
    };
  });
}
