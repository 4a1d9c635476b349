import { desc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PlayerData } from '#/contract/playerData.ts';
import { emailTokens } from '#/server/platform/db/tables/mailedLinks.ts';
import { mailQueue } from '#/server/platform/db/tables/site/background.ts';
import { mailChoices, playerNews } from '#/server/platform/db/tables/playerNews.ts';
import { isoTime } from './isoTime.ts';

type MailData = Pick<PlayerData, 'emailLinks' | 'news' | 'mailChoices' | 'mails'>;

/** Reads what the site told a player, the newest first, and which mails they want. */
export async function readMailData(tx: NodePgDatabase, accountId: number): Promise<MailData> {
  return {
    emailLinks: await tx
      .select({
        purpose: emailTokens.purpose,
        email: emailTokens.email,
        createdAt: isoTime(emailTokens.createdAt),
        expiresAt: isoTime(emailTokens.expiresAt),
        usedAt: isoTime(emailTokens.usedAt),
      })
      .from(emailTokens)
      .where(eq(emailTokens.accountId, accountId))
      .orderBy(desc(emailTokens.id)),
    news: await tx
      .select({
        kind: playerNews.kind,
        // without the id of the friend, which belongs to the friend
        subject: sql<Record<string, unknown>>`${playerNews.subject} - 'friend'`,
        at: isoTime(playerNews.at),
        readAt: isoTime(playerNews.readAt),
      })
      .from(playerNews)
      .where(eq(playerNews.accountId, accountId))
      .orderBy(desc(playerNews.id)),
    mailChoices: await tx
      .select({
        kind: mailChoices.kind,
        choice: mailChoices.choice,
        changedAt: isoTime(mailChoices.changedAt),
      })
      .from(mailChoices)
      .where(eq(mailChoices.accountId, accountId))
      .orderBy(mailChoices.kind),
    mails: await tx
      .select({
        kind: mailQueue.kind,
        createdAt: isoTime(mailQueue.createdAt),
        sentAt: isoTime(mailQueue.sentAt),
        failedAt: isoTime(mailQueue.failedAt),
      })
      .from(mailQueue)
      .where(eq(mailQueue.accountId, accountId))
      .orderBy(desc(mailQueue.id)),
  };
}
