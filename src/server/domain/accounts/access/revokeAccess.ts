import { and, eq, inArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyRequest } from 'fastify';
import { emailChanges, passwordResets } from '#/server/platform/db/tables/mailedLinks.ts';
import { gameLinks, linkCodes, spendPermits } from '#/server/platform/db/tables/gameLinks.ts';
import { sessions, twoFactorSetups } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { forgetDevices } from './devices.ts';
import { revokeEmailTokens } from '../emailTokens.ts';
import { endSessionsOf } from './liveSessions.ts';
import { removePasskeys } from './passkeys.ts';

interface Kept {
  /** Session of the player who acts. */
  sessionId?: number;
  /** Request of the browser that stays a known device. */
  deviceOf?: FastifyRequest;
  /**
   * Keeps the links "this wasn't me" valid. Only an act that proves the mailbox may end them. Otherwise the thief of
   * a session could disable the links that are mailed about the thief's own acts.
   */
  notMeLinks?: boolean;
  /**
   * Keeps the passkeys. Not after a recovery: whoever had the account before may have added one. The caller tells the
   * player of those that it removes.
   */
  passkeys?: boolean;
}

/**
 * Ends everything that was begun on an account before an act that secures it: sessions, a pending change of the
 * e-mail, mailed links and reset codes, second factors that wait for activation, codes and unconfirmed links to the
 * game, the permit to spend coins there, known devices, and passkeys. Every act that recovers the account, or changes its
 * password or second factor, calls this function, so that no act forgets any of them. Links to a former address stay
 * valid, because an intruder would end them. A confirmed link to the game stays, too: the caller ends it if somebody else
 * may have made it. Requires `lockAccount`.
 * @returns the number of ended live sessions
 */
export async function revokeAccess(
  tx: NodePgDatabase,
  deps: Deps,
  accountId: number,
  { sessionId, deviceOf, notMeLinks = false, passkeys = false }: Kept = {},
): Promise<number> {
  if (!passkeys) await removePasskeys(tx, accountId);
  await tx.delete(emailChanges).where(eq(emailChanges.accountId, accountId));
  await tx.delete(linkCodes).where(eq(linkCodes.accountId, accountId));
  await tx.delete(spendPermits).where(eq(spendPermits.accountId, accountId));
  await tx
    .update(gameLinks)
    .set({ state: 'ended', endedAt: deps.now() })
    .where(and(eq(gameLinks.accountId, accountId), eq(gameLinks.state, 'pending')));
  const purposes = ['verify', 'changeOld', 'changeNew', 'gameLink'] as const;
  await revokeEmailTokens(tx, deps, accountId, notMeLinks ? [...purposes] : [...purposes, 'notMe']);
  await tx.delete(passwordResets).where(eq(passwordResets.accountId, accountId));
  const ownSessions = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.accountId, accountId));
  await tx.delete(twoFactorSetups).where(inArray(twoFactorSetups.sessionId, ownSessions));
  await forgetDevices(tx, deps, accountId, deviceOf);
  return endSessionsOf(tx, deps, accountId, sessionId);
}
