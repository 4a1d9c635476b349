import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type LockedAccount, lockAccount } from '../accountLock.ts';
import { accounts, sessions } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { endTrust } from './devices.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/** Idle time after which a session is over. */
export const IDLE_MS = 7 * 24 * 60 * 60_000;

/**
 * Locks the account of the caller and checks that the session is still alive, so that a session that ends now changes
 * nothing any more.
 * @throws AppError sessionRequired if the session ended since it was found
 */
export async function lockCaller(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  { id, sessionId }: { id: number; sessionId: number },
): Promise<LockedAccount> {
  const account = await lockAccount(tx, eq(accounts.id, id));
  const where = and(eq(sessions.id, sessionId), whereLive(deps.now()));
  const live = await tx.select({ id: sessions.id }).from(sessions).where(where);
  return account?.status === 'active' && live.length > 0 ? account : fail('sessionRequired');
}

/** SQL condition for a live session, the same as in `findSession`. */
export function whereLive(now: Date) {
  return and(
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, now),
    gt(sessions.lastSeenAt, new Date(now.getTime() - IDLE_MS)),
  );
}

/** The live sessions of an account, the newest first. */
export const liveSessionsOf = (db: NodePgDatabase, { now }: Pick<Deps, 'now'>, accountId: number) =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), whereLive(now())))
    .orderBy(desc(sessions.id));

/**
 * Ends all sessions of an account except one, so that an intruder does not stay after a change of password or second
 * factor. No device is trusted any longer. Requires `lockAccount`.
 * @returns the number of sessions that were alive
 */
export async function endSessionsOf(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  accountId: number,
  exceptId?: number,
): Promise<number> {
  await endTrust(tx, deps, accountId);
  const now = deps.now();
  const exceptOne = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
  const ended = await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.accountId, accountId), exceptOne, whereLive(now)))
    .returning({ id: sessions.id });
  return ended.length;
}
