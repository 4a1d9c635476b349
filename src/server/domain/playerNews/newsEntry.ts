import { sql } from 'drizzle-orm';
import type { Locale } from '#/contract/kernel/locale.ts';
import { NEWS_KINDS, type NewsKind, type PlayerNewsEntry } from '#/contract/kernel/playerNews.ts';
import type { Localised } from '#/server/platform/db/tables/columns.ts';
import type { NewsSubject } from '#/server/platform/db/tables/playerNews.ts';
import { maskedName } from '#/server/platform/kernel/maskedName.ts';

/** An entry with the names that it is shown with. */
export interface NewsRow extends Record<string, unknown> {
  id: number;
  kind: NewsKind;
  subject: NewsSubject[NewsKind];
  at: Date | string;
  isRead: boolean;
  /** Names of the delivery, of the product or of the reward; texts of the notice of changed terms. */
  titles: Localised | null;
  /** Code of a delivery without names. */
  code: string | null;
  pieces: number | null;
  serverNames: Localised | null;
  /** Public id and short number of the order. */
  order: string | null;
  number: string | null;
  /** Login of a friend; null once their account is closed. */
  friend: string | null;
  /** Of the notice of changed terms. */
  inForceOn: string | null;
  isWithdrawn: boolean;
}

/** SQL: the kinds that this process knows. A newer process may have written others, which wait for it (N18). */
export const OF_KNOWN_KIND = sql`kind = ANY(${sql.param([...NEWS_KINDS])}::text[])`;

/**
 * SQL: the entries `n` with their names. A delivery's own count may be slots or coins, which its name states, so the pieces
 * are those of its order. Only the own deliveries and orders of the reader are read, whatever the subject says.
 */
export const NEWS_ROWS = sql`
  SELECT n.id::float8 AS id, n.kind, n.subject, n.at, n.read_at IS NOT NULL AS "isRead",
    coalesce(d.titles, o.quote -> 'titles', m.names, c.texts) AS titles, d.code,
    coalesce((o.quote ->> 'quantity')::int, 1) AS pieces, s.names AS "serverNames",
    o.public_id AS "order", o.number, f.login AS friend,
    c.in_force_on::text AS "inForceOn", c.withdrawn_at IS NOT NULL AS "isWithdrawn"
  FROM (SELECT * FROM player_news WHERE ${OF_KNOWN_KIND}) n
  LEFT JOIN deliveries d ON n.kind IN ('goods', 'waits') AND d.id = (n.subject ->> 'delivery')::bigint
    AND d.account_id = n.account_id
  LEFT JOIN orders o ON o.account_id = n.account_id AND o.id = CASE
    WHEN n.kind IN ('refund', 'unpaid') THEN (n.subject ->> 'order')::bigint
    WHEN d.ref_type = 'order' THEN split_part(d.ref_id, ':', 1)::bigint END
  LEFT JOIN servers s ON s.key = d.server_key
  LEFT JOIN referral_milestones m ON n.kind = 'reward' AND m.id = (n.subject ->> 'milestone')::bigint
  LEFT JOIN terms_notices c ON n.kind = 'terms' AND c.id = (n.subject ->> 'notice')::bigint
  LEFT JOIN accounts f ON n.kind = 'friend' AND f.id = (n.subject ->> 'friend')::bigint AND f.status <> 'closed'`;

/** An entry in the reader's language. */
export function entryOf(row: NewsRow, locale: Locale): PlayerNewsEntry {
  const { id, isRead, titles, code, pieces, serverNames } = row;
  const entry = { id, isRead, at: new Date(row.at).toISOString() };
  const goods = {
    title: titles?.[locale] ?? code ?? '',
    pieces: pieces ?? 1,
    server: serverNames?.[locale] ?? '',
  };
  const order = { title: goods.title, order: row.order ?? '', number: row.number ?? '' };
  switch (row.kind) {
    case 'goods':
      return { kind: 'goods', ...entry, ...goods };
    case 'waits': {
      const { why, others = 0 } = row.subject as NewsSubject['waits'];
      return { kind: 'waits', ...entry, ...goods, why, others };
    }
    case 'refund': {
      const { cents, hasFailed = false } = row.subject as NewsSubject['refund'];
      return { kind: 'refund', ...entry, ...order, cents, hasFailed };
    }
    case 'unpaid':
      return { kind: 'unpaid', ...entry, ...order };
    case 'friend':
      return { kind: 'friend', ...entry, player: row.friend === null ? '' : maskedName(row.friend) };
    case 'reward':
      return { kind: 'reward', ...entry, title: goods.title };
    case 'terms': {
      const { inForceOn, isWithdrawn } = row;
      return { kind: 'terms', ...entry, text: goods.title, inForceOn: inForceOn ?? '', isWithdrawn };
    }
    case 'promotion':
  }
  const promotion = row.subject as NewsSubject['promotion'];
  const title = promotion.titles?.[locale] ?? '';
  return { kind: 'promotion', ...entry, title, code: promotion.code, endsAt: promotion.endsAt };
}
