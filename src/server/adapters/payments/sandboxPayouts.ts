import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PayoutLineKind } from '#/contract/operator/figures/payouts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { Payout, PayoutReports } from '#/server/ports/payouts.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Time from the end of a week until its money is at the bank. */
const TRANSFER_MS = 2 * DAY_MS;
/** Lines of a page. */
const PAGE_ROWS = 500;

/**
 * The money that each webhook of a week moved: a payment costs 1.5 % and 25 cents, a dispute 15 euro whether it is won
 * or lost.
 */
const MOVES = sql`SELECT id, m ->> 'kind' AS event, m ->> 'paymentRef' AS payment, m ->> 'causeRef' AS cause,
    (m ->> 'createdAt')::timestamptz AS at,
    CASE WHEN m ->> 'kind' IN ('refunded', 'chargedBack') THEN -1 ELSE 1 END * (m ->> 'amountCents')::bigint AS gross,
    CASE m ->> 'kind' WHEN 'paid' THEN ((m ->> 'amountCents')::bigint * 15 + 500) / 1000 + 25
      WHEN 'chargedBack' THEN 1500 ELSE 0 END AS fee
  FROM (SELECT id, body::jsonb AS m FROM sandbox_webhooks) messages
  WHERE m ->> 'kind' IN ('paid', 'refunded', 'refundFailed', 'chargedBack', 'disputeWon')`;

const KINDS: Readonly<Record<string, PayoutLineKind>> = {
  paid: 'charge',
  refunded: 'refund',
  refundFailed: 'refund',
  chargedBack: 'dispute',
  disputeWon: 'dispute',
};

/** The payouts of the sandbox: every Monday the money of the week before (UTC), made up from its own payments. */
export const sandboxPayouts = ({ pool, now }: Pick<Deps, 'pool' | 'now'>): PayoutReports => {
  const db = drizzle(pool);
  const read = async <T extends Record<string, unknown>>(query: SQL) => (await db.execute<T>(query)).rows;
  return {
    async *list(since) {
      // an hour after its end a week has all its webhooks; while a demonstration writes its history, no week has
      const until = new Date(now().getTime() - HOUR_MS);
      const weeks = await read<{ week: string; amount: string }>(sql`
        SELECT to_char(week, 'YYYY-MM-DD') AS week, sum(gross - fee) AS amount
        FROM (SELECT moves.*, date_trunc('week', at AT TIME ZONE 'UTC') AS week FROM (${MOVES}) moves) moved
        WHERE week + interval '7 days' >= ${since.toISOString()}::timestamptz AT TIME ZONE 'UTC'
          AND week + interval '7 days' <= ${until.toISOString()}::timestamptz AT TIME ZONE 'UTC'
          AND NOT EXISTS (SELECT FROM demo_history WHERE finished_at IS NULL)
        GROUP BY 1 HAVING sum(gross - fee) <> 0 ORDER BY 1 DESC`);
      yield weeks.map(({ week, amount }) => payoutOf(week, Number(amount), now()));
    },
    async *linesOf(payoutRef, afterRef) {
      const monday = new Date(`${payoutRef.slice(REF.length)}T00:00:00Z`);
      const sunday = new Date(monday.getTime() + 7 * DAY_MS);
      for (let last = Number(afterRef?.slice(LINE.length) ?? 0); ;) {
        const rows = await read<Move>(sql`SELECT * FROM (${MOVES}) moves WHERE id > ${last}
          AND at >= ${monday.toISOString()} AND at < ${sunday.toISOString()} ORDER BY id LIMIT ${PAGE_ROWS}`);
        yield rows.map(lineOf);
        if (rows.length < PAGE_ROWS) return;
        last = Number(rows.at(-1)!.id);
      }
    },
    pageOf: () => undefined,
  };
};

const REF = 'week-';
const LINE = 'move-';

function payoutOf(week: string, amountCents: number, now: Date): Payout {
  const createdAt = new Date(Date.parse(week) + 7 * DAY_MS);
  const arrivesAt = new Date(createdAt.getTime() + TRANSFER_MS);
  return {
    payoutRef: REF + week,
    amountCents,
    currency: 'EUR',
    status: arrivesAt <= now ? 'paid' : 'inTransit',
    createdAt,
    arrivesAt,
    lines: 'ready',
  };
}

interface Move extends Record<string, unknown> {
  id: string;
  event: string;
  payment: string;
  cause: string;
  at: string;
  gross: string;
  fee: string;
}

const lineOf = ({ id, event, payment, cause, at, gross, fee }: Move) => ({
  lineRef: LINE + id,
  kind: KINDS[event] ?? 'adjustment',
  paymentRef: payment,
  causeRef: cause,
  orderId: null,
  grossCents: Number(gross),
  feeCents: Number(fee),
  currency: 'EUR',
  at: new Date(at),
  note: null,
});
