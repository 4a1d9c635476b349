import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { mailQueue } from '#/server/platform/db/tables/site/background.ts';
import { termsNotices } from '#/server/platform/db/tables/site/news.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { addNews } from './addNews.ts';

/** Accounts told in one transaction, so that none holds its locks for long. */
const BATCH = 100;
/** From so many waiting mails on, the sending waits for the next run: a queue of hours would count as a failure. */
const MOST_WAITING = 1000;

type Notice = typeof termsNotices.$inferSelect;

/**
 * Tells players that the terms will change (O34), in the order of their accounts: in the cabinet, and by a mail to those
 * with a confirmed address, whatever news mails they chose. It is part of the contract, so blocked players are told, too.
 */
export async function tellTerms(deps: Deps): Promise<void> {
  while (!deps.stopping?.aborted && (await withTx(deps.pool, (tx) => tellSome(tx, deps))));
}

/**
 * Tells the next accounts. How far it came is stored in the same transaction, so nobody is told twice or left out,
 * whichever process goes on.
 * @returns whether there is more to do now
 */
async function tellSome(tx: NodePgDatabase, deps: Deps): Promise<boolean> {
  const whereSending = and(isNull(termsNotices.sentAt), isNull(termsNotices.withdrawnAt));
  // another process that holds the row is at this work
  const [notice] = await tx
    .select()
    .from(termsNotices)
    .where(whereSending)
    .for('update', { skipLocked: true });
  if (!notice) return false;
  const whereWaiting = and(
    // as in the index of the queue
    sql`${mailQueue.kind} = 'termsChanged'`,
    isNull(mailQueue.sentAt),
    isNull(mailQueue.failedAt),
  );
  if ((await tx.$count(mailQueue, whereWaiting)) >= MOST_WAITING) return false;
  const people = await tx
    .select({
      id: accounts.id,
      login: accounts.login,
      email: accounts.email,
      locale: accounts.locale,
      isVerified: accounts.isVerified,
    })
    .from(accounts)
    .where(
      and(
        gt(accounts.id, notice.toldUpTo),
        lte(accounts.id, notice.lastAccount),
        eq(accounts.status, 'active'),
      ),
    )
    .orderBy(asc(accounts.id))
    .limit(BATCH)
    // an account that is closed meanwhile is not written to
    .for('no key update');
  for (const player of people) await tell(tx, deps, notice, player);
  const isLast = people.length < BATCH;
  await tx
    .update(termsNotices)
    .set({
      toldUpTo: people.at(-1)?.id ?? notice.toldUpTo,
      mailed: sql`${termsNotices.mailed} + ${people.filter(({ isVerified }) => isVerified).length}`,
      ...(isLast && { sentAt: deps.now() }),
    })
    .where(eq(termsNotices.id, notice.id));
  return !isLast;
}

type Told = Pick<typeof accounts.$inferSelect, 'id' | 'login' | 'email' | 'locale' | 'isVerified'>;

async function tell(
  tx: NodePgDatabase,
  deps: Deps,
  { id: notice, inForceOn, texts }: Notice,
  { id, login, email, locale, isVerified }: Told,
): Promise<void> {
  await addNews(tx, deps, id, {
    kind: 'terms',
    cause: `terms:${notice}`,
    subject: { notice },
    isMailed: false,
  });
  if (!isVerified) return;
  await queueMail(tx, deps, id, `termsChanged:${notice}:${id}`, {
    kind: 'termsChanged',
    to: email,
    isConfirmed: true,
    locale,
    variables: { login, notice, inForceOn, text: texts[locale] },
  });
}
