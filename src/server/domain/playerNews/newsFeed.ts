import { sql } from 'drizzle-orm';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** Ids that are read again, because news with a smaller id may be committed later. */
const REREAD_IDS = 500;
/** News read at a time. Players whose news is left out see it when they look. */
const MOST_READ = 5000;

/**
 * Returns a function that tells the open pages of players that they have news (C15), whichever process wrote it. The
 * event says nothing else, and only sessions that are still live get it. Nothing is read while no player is connected.
 */
export function createNewsFeed({ db, live, now }: Pick<Deps, 'db' | 'live' | 'now'>): () => Promise<void> {
  let quietUntil = now();
  let told: Set<number> | undefined;
  let last = 0;
  return async () => {
    if (live.counts().players === 0) {
      quietUntil = now();
      told = undefined;
      return;
    }
    const amongNewest = told ? sql`id > ${last - REREAD_IDS}` : sql`true`;
    const { rows } = await db.execute<NewsRow>(sql`
      SELECT id::float8 AS id, account_id::float8 AS "accountId", at > ${quietUntil} AS "isNew"
      FROM player_news WHERE ${amongNewest} ORDER BY id DESC LIMIT ${told ? MOST_READ : REREAD_IDS}`);
    // what came since the last round without a player may be newer than what the first one has read
    const fresh = rows.filter(({ id, isNew }) => (told ? !told.has(id) : isNew));
    last = Math.max(last, ...rows.map(({ id }) => id));
    told = new Set(rows.map(({ id }) => id).filter((id) => id > last - REREAD_IDS));
    if (fresh.length === 0) return;
    const accountIds = [...new Set(fresh.map(({ accountId }) => accountId))];
    const { rows: sessions } = await db.execute<{ id: number }>(sql`SELECT id::float8 AS id FROM sessions
      WHERE account_id = ANY(${sql.param(accountIds)}::bigint[]) AND ended_at IS NULL AND expires_at > ${now()}`);
    live.tell('news', new Set(sessions.map(({ id }) => id)), {});
  };
}

interface NewsRow extends Record<string, unknown> {
  id: number;
  accountId: number;
  isNew: boolean;
}
