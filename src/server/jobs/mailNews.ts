import { and, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { lockAccount, type LockedAccount } from '#/server/domain/accounts/accountLock.ts';
import { findBlock } from '#/server/domain/accounts/access/blocks.ts';
import { readMailChoices } from '#/server/domain/playerNews/mailChoices.ts';
import { entryOf, OF_KNOWN_KIND, NEWS_ROWS, type NewsRow } from '#/server/domain/playerNews/newsEntry.ts';
import { stopMailsToken } from '#/server/domain/playerNews/stopMails.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { playerNews } from '#/server/platform/db/tables/playerNews.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { forEachAccount } from './forEachAccount.ts';

/** Age at which unread news is not mailed any more: the history of a demonstration, or a mailbox that was full for long. */
const TOO_OLD_MS = 2 * 24 * 60 * 60_000;
/** Most entries in one mail. */
const NAMED_MAX = 10;

/**
 * Mails players the news that is due and that they have not read on the site (C16). One mail tells everything that is due.
 * Only active players with a confirmed address who may sign in get it.
 */
export async function mailNews(deps: Deps): Promise<void> {
  const whereDue = and(
    isNotNull(playerNews.mailAt),
    isNull(playerNews.readAt),
    lte(playerNews.mailAt, deps.now()),
    OF_KNOWN_KIND,
  );
  const readers = deps.db.select({ id: playerNews.accountId }).from(playerNews).where(whereDue);
  await forEachAccount(deps, inArray(accounts.id, readers), ({ id }) =>
    withTx(deps.pool, (tx) => mailOne(tx, deps, id)),
  );
}

async function mailOne(tx: NodePgDatabase, deps: Deps, accountId: number): Promise<void> {
  const account = await lockAccount(tx, eq(accounts.id, accountId));
  const { rows } = await tx.execute<NewsRow>(sql`${NEWS_ROWS}
    WHERE n.account_id = ${accountId} AND n.mail_at <= ${deps.now()} AND n.read_at IS NULL
    ORDER BY n.id FOR UPDATE OF n`);
  // another server has mailed it, or the player has read it meanwhile
  if (!account || rows.length === 0) return;
  const waitSeconds = await queueFor(tx, deps, account, rows);
  const ids = rows.map(({ id }) => id);
  const mailAt = waitSeconds > 0 ? new Date(deps.now().getTime() + waitSeconds * 1000) : null;
  await tx.update(playerNews).set({ mailAt }).where(inArray(playerNews.id, ids));
}

/**
 * Queues the mail, if it may be sent.
 * @returns the seconds until it may be tried again, because the mailbox has had enough; else 0
 */
async function queueFor(
  tx: NodePgDatabase,
  deps: Deps,
  account: LockedAccount,
  rows: readonly NewsRow[],
): Promise<number> {
  const mayBeMailed = account.status === 'active' && account.isVerified;
  if (!mayBeMailed || (await findBlock(tx, deps, account.id, 'sign-in'))) return 0;
  // the choice may have changed while the news was written
  const choices: Record<string, string> = await readMailChoices(tx, account.id);
  const since = deps.now().getTime() - TOO_OLD_MS;
  const told = rows.filter(
    ({ kind, at }) => (choices[kind] ?? 'off') !== 'off' && new Date(at).getTime() > since,
  );
  const last = told.at(-1);
  if (!last) return 0;
  const { locale, login, email } = account;
  const { isQueued, nextSeconds } = await queueMail(tx, deps, account.id, `playerNews:${last.id}`, {
    kind: 'playerNews',
    to: email,
    isConfirmed: true,
    locale,
    variables: {
      login,
      news: told
        .slice(-NAMED_MAX)
        .toReversed()
        .map((row) => entryOf(row, locale)),
      count: told.length,
      stop: stopMailsToken(deps, account),
    },
  });
  return isQueued ? 0 : Math.max(1, nextSeconds);
}
