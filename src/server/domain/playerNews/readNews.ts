import { and, eq, inArray, isNull, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { MOST_UNREAD } from '#/contract/kernel/limits.ts';
import type { PlayerNewsReply, ReadNewsBody } from '#/contract/kernel/playerNews.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { playerNews } from '#/server/platform/db/tables/playerNews.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { entryOf, OF_KNOWN_KIND, NEWS_ROWS, type NewsRow } from './newsEntry.ts';

const PAGE_ROWS = 20;

/** Lists a player's news, the newest first (C15). Every page costs the same. */
export async function readNews(
  { db }: Pick<Deps, 'db'>,
  accountId: number,
  before: number | undefined,
  locale: Locale,
): Promise<PlayerNewsReply> {
  const { rows } = await db.execute<NewsRow>(sql`${NEWS_ROWS}
    WHERE n.account_id = ${accountId} AND n.id < ${before ?? Number.MAX_SAFE_INTEGER}
    ORDER BY n.id DESC LIMIT ${PAGE_ROWS + 1}`);
  const news = rows.slice(0, PAGE_ROWS).map((row) => entryOf(row, locale));
  return { news, nextBefore: rows.length > PAGE_ROWS ? (news.at(-1)?.id ?? null) : null };
}

/** Marks a player's news as read (C15). @returns how many are unread afterwards */
export async function markNewsRead(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: number,
  body: ReadNewsBody,
): Promise<{ unread: number }> {
  await db
    .update(playerNews)
    .set({ readAt: now() })
    .where(
      and(
        eq(playerNews.accountId, accountId),
        isNull(playerNews.readAt),
        OF_KNOWN_KIND,
        'ids' in body ? inArray(playerNews.id, body.ids) : lte(playerNews.id, body.up_to),
      ),
    );
  const { rows } = await db.execute<{ count: number }>(unreadNewsOf(accountId));
  return { unread: rows[0]!.count };
}

/** SQL: the number of a player's unread news, up to `MOST_UNREAD`. */
export const unreadNewsOf = (accountId: SQLWrapper | number): SQL => sql`SELECT count(*)::int AS count FROM (
  SELECT FROM player_news WHERE account_id = ${accountId} AND read_at IS NULL AND ${OF_KNOWN_KIND}
  LIMIT ${sql.raw(`${MOST_UNREAD}`)}) unread`;
