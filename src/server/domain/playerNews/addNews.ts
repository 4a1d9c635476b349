import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { NewsKind } from '#/contract/kernel/playerNews.ts';
import type { NewsSubject } from '#/server/platform/db/tables/playerNews.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

interface NewEntry<K extends NewsKind> {
  kind: K;
  /** Names the event: `refund:17:500`. */
  cause: string;
  subject: NewsSubject[K];
  /** False if another mail tells the same. */
  isMailed?: boolean;
}

/** Tells a player something in the transaction that causes it, once for each cause (C15). */
export async function addNews<K extends NewsKind>(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  accountId: number,
  { kind, cause, subject, isMailed = true }: NewEntry<K>,
): Promise<void> {
  const at = now();
  const mailAt = isMailed ? sql`news_mail_at(${accountId}, ${kind}, ${at})` : null;
  await tx.execute(sql`
    INSERT INTO player_news (account_id, kind, cause, subject, at, mail_at)
    VALUES (${accountId}, ${kind}, ${cause}, ${JSON.stringify(subject)}, ${at}, ${mailAt})
    ON CONFLICT DO NOTHING`);
}
