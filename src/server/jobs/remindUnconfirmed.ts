import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { UNVERIFIED_ACCOUNT_DAYS } from '#/contract/kernel/limits.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { mailQueue } from '#/server/platform/db/tables/site/background.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { issueEmailToken } from '#/server/domain/accounts/emailTokens.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { whereUnconfirmedAndEmpty } from '#/server/domain/accounts/unconfirmed.ts';
import { forEachAccount } from './forEachAccount.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Days after the sign-up. Each reminder is mailed once, before the next one is due. */
const REMINDERS = [
  { fromDay: 7, toDay: 13 },
  { fromDay: 13, toDay: UNVERIFIED_ACCOUNT_DAYS },
];

/** Reminds players that their account will be deleted because its address is not confirmed (C2), with a new link. */
export async function remindUnconfirmed(deps: Deps): Promise<void> {
  const daysAgo = (days: number) => new Date(deps.now().getTime() - days * DAY_MS);
  const failures: unknown[] = [];
  for (const { fromDay, toDay } of REMINDERS) {
    const cause = sql`'unconfirmed:' || ${accounts.id} || ${`:${fromDay}`}`;
    const whereDue = and(
      lte(accounts.createdAt, daysAgo(fromDay)),
      gt(accounts.createdAt, daysAgo(toDay)),
      sql`NOT EXISTS (SELECT FROM ${mailQueue} WHERE ${mailQueue.cause} = ${cause})`,
      whereUnconfirmedAndEmpty,
    );
    const remindOne = ({ id, createdAt }: { id: number; createdAt: Date }) => {
      const endsMs = createdAt.getTime() + UNVERIFIED_ACCOUNT_DAYS * DAY_MS;
      const daysLeft = Math.ceil((endsMs - deps.now().getTime()) / DAY_MS);
      return withTx(deps.pool, (tx) =>
        remind(tx, deps, { id, daysLeft, cause: `unconfirmed:${id}:${fromDay}` }),
      );
    };
    // those who get the other reminder must not wait for an account that fails
    await forEachAccount(deps, whereDue, remindOne).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function remind(
  tx: NodePgDatabase,
  deps: Deps,
  { id, daysLeft, cause }: { id: number; daysLeft: number; cause: string },
): Promise<void> {
  const account = await lockAccount(tx, and(eq(accounts.id, id), whereUnconfirmedAndEmpty)!);
  // checked first: a second link would invalidate the first one, and its mail would not be sent again
  const isMailed = (await tx.$count(mailQueue, eq(mailQueue.cause, cause))) > 0;
  if (!account || isMailed) return;
  const { login, email, locale } = account;
  // if the mailbox had a reminder of another account within the hour, a later run sends this one
  await queueMail(tx, deps, id, cause, {
    kind: 'unconfirmed',
    to: email,
    isConfirmed: false,
    locale,
    variables: async () => {
      const token = await issueEmailToken(tx, deps, { accountId: id, purpose: 'verify', email });
      return { login, daysLeft, token };
    },
  });
}
