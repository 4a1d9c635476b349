import { and, asc, eq, inArray, isNull, lte, not, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { whereBlocked } from '#/server/domain/accounts/access/blocks.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { addNews } from '#/server/domain/playerNews/addNews.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { forEachAccount } from './forEachAccount.ts';

const WAITS_MS = 7 * 24 * 60 * 60_000;
/** Most names of deliveries in one mail. */
const NAMED_MAX = 5;

/** SQL condition: the delivery waits, and its player has not been reminded of it. */
const whereUnreminded = and(
  eq(deliveries.state, 'waiting'),
  eq(deliveries.kind, 'give'),
  isNull(deliveries.remindedAt),
);

/**
 * Mails players whose deliveries have waited for `WAITS_MS`, once for each delivery (D18), and tells it in the cabinet
 * (C15). One mail lists all waiting deliveries.
 */
export async function remindWaiting(deps: Deps): Promise<void> {
  const longAgo = new Date(deps.now().getTime() - WAITS_MS);
  const waiters = deps.db
    .select({ accountId: deliveries.accountId })
    .from(deliveries)
    .where(and(whereUnreminded, lte(deliveries.createdAt, longAgo)));
  const notBlocked = not(whereBlocked('deliver', sql`accounts.id`, deps.now()));
  const whereDue = and(eq(accounts.status, 'active'), notBlocked, inArray(accounts.id, waiters));
  await forEachAccount(deps, whereDue, ({ id }) => withTx(deps.pool, (tx) => remind(tx, deps, id, longAgo)));
}

async function remind(tx: NodePgDatabase, deps: Deps, accountId: number, longAgo: Date): Promise<void> {
  const account = await lockAccount(tx, eq(accounts.id, accountId));
  const things = await tx
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.accountId, accountId), whereUnreminded))
    .orderBy(asc(deliveries.id))
    .for('update');
  const [first] = things;
  // another server has sent the mail, or the deliveries were handed over meanwhile
  if (account?.status !== 'active' || !first || !things.some(({ createdAt }) => createdAt <= longAgo)) return;
  const { login, email, locale, isVerified } = account;
  const [server] = await tx.select().from(servers).where(eq(servers.key, first.serverKey));
  const names = things.slice(0, NAMED_MAX).map(({ titles, code }) => titles?.[locale] ?? code);
  const { isQueued } = await queueMail(tx, deps, accountId, `gameWaiting:${first.id}`, {
    kind: 'gameWaiting',
    to: email,
    isConfirmed: isVerified,
    locale,
    variables: {
      login,
      server: server?.names[locale] ?? first.serverKey,
      things: things.length > NAMED_MAX ? `${names.join(', ')}, …` : names.join(', '),
    },
  });
  // if the mailbox has reached its hourly limit, a later run sends this mail
  if (!isQueued) return;
  await addNews(tx, deps, accountId, {
    kind: 'waits',
    cause: `waits:${first.id}:away`,
    subject: { delivery: first.id, why: 'away', others: things.length - 1 },
    // this job mails it
    isMailed: false,
  });
  const ids = things.map(({ id }) => id);
  await tx.update(deliveries).set({ remindedAt: deps.now() }).where(inArray(deliveries.id, ids));
}
