import { sql } from 'drizzle-orm';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** Time before its end from which a promotion is told. */
const SOON_MS = 48 * 60 * 60_000;
/** Players told by one statement, so that none holds its locks for long. */
const BATCH = 1000;

/**
 * Tells players that a promotion of the banner ends within `SOON_MS` (C15): those who have a session, and those who asked for
 * mails about it. A player who keeps a discount code since the sign-up is told of its end in the same way (A10). A code
 * is told to a player once for each end, and not at all to those who have used it up.
 */
export async function tellPromotions(deps: Pick<Deps, 'db' | 'now' | 'stopping'>): Promise<void> {
  const at = deps.now();
  const soon = new Date(at.getTime() + SOON_MS);
  for (let told = BATCH; told === BATCH && !deps.stopping?.aborted;) {
    const { rows } = await deps.db.execute<{ told: number }>(sql`
      WITH ending AS MATERIALIZED (
        SELECT d.id, d.code, d.ends_at, d.per_account_limit, p.titles,
          'promotion:' || d.code || ':' || extract(epoch FROM d.ends_at)::bigint AS cause
        FROM discount_codes d LEFT JOIN promos p ON p.code = d.code AND NOT p.is_withdrawn
        WHERE d.is_active AND (d.starts_at IS NULL OR d.starts_at <= ${at}) AND d.ends_at > ${at} AND d.ends_at <= ${soon}),
      reader AS (
        SELECT e.*, who.account_id FROM ending e CROSS JOIN LATERAL (
          SELECT s.account_id FROM sessions s
            WHERE e.titles IS NOT NULL AND s.ended_at IS NULL AND s.expires_at > ${at}
          UNION SELECT c.account_id FROM mail_choices c
            WHERE e.titles IS NOT NULL AND c.kind = 'promotion' AND c.choice <> 'off'
          UNION SELECT a.id FROM accounts a
            WHERE a.kept_discount_id = e.id AND NOT EXISTS (SELECT FROM orders o WHERE o.account_id = a.id
              AND o.payment_method_name IS NOT NULL AND o.state NOT IN ('created', 'pending', 'failed', 'expired'))) who),
      written AS (
        INSERT INTO player_news (account_id, kind, cause, subject, at, mail_at)
        SELECT a.id, 'promotion', r.cause, jsonb_build_object('titles', r.titles, 'code', r.code, 'endsAt',
            to_char(r.ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
          ${at}, news_mail_at(a.id, 'promotion', ${at})
        FROM reader r JOIN accounts a ON a.id = r.account_id
        WHERE a.status = 'active'
          AND NOT EXISTS (SELECT FROM player_news n WHERE n.account_id = a.id AND n.cause = r.cause)
          AND (r.per_account_limit IS NULL OR r.per_account_limit > (SELECT count(*) FROM discount_uses u
            WHERE u.discount_code_id = r.id AND u.account_id = a.id AND u.released_at IS NULL))
        LIMIT ${BATCH} ON CONFLICT DO NOTHING RETURNING id)
      SELECT count(*)::int AS told FROM written`);
    told = rows[0]?.told ?? 0;
  }
}
