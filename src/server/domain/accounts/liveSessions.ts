import { and, eq, gt, isNull, ne } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type LockedAccount, lockAccount } from './accountLock.ts';
import { accounts, sessions } from './db/schema.ts';
import type { Deps } from './deps.ts';
import { fail } from './errors.ts';

/** A session that was not used for so long is over. */
export const IDLE_MS = 7 * 24 * 60 * 60_000;

/**
 * Locks the account of whoever calls, for a change that sessions which end in this moment must not make any more.
 * @throws AppError sessionRequired when his session ended since it was found
 */
export async function lockCaller(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  { id, sessionId }: { id: number; sessionId: number },
): Promise<LockedAccount> {
  const account = await lockAccount(tx, eq(accounts.id, id));
  const isIt = and(eq(sessions.id, sessionId), isLive(deps.now()));
  const live = await tx.select({ id: sessions.id }).from(sessions).where(isIt);
  return account?.status === 'active' && live.length > 0 ? account : fail('sessionRequired');
}

/** What makes a session alive, as `findSession` asks for it. */
export function isLive(now: Date) {
  return and(
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, now),
    gt(sessions.lastSeenAt, new Date(now.getTime() - IDLE_MS)),
  );
}

/**
 * Ends all sessions of an account that its `lockAccount` holds, but one: after a change of the password or of the
 * second factor nobody who came in before it stays in.
 * @returns how many were alive
 */
export async function endSessionsOf(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  accountId: number,
  exceptId?: number,
): Promise<number> {
  const now = deps.now();
  const isOther = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
  const ended = await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.accountId, accountId), isOther, isLive(now)))
    .returning({ id: sessions.id });
  return ended.length;
}
