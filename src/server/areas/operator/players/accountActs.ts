import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { closeAccount } from '#/server/domain/accounts/closeAccount.ts';
import { endTrust } from '#/server/domain/accounts/access/devices.ts';
import { endSessionsOf, whereLive } from '#/server/domain/accounts/access/liveSessions.ts';
import { cancelWaiting } from '#/server/domain/deliveries/deliver.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import { accounts, knownDevices, sessions } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { belongingsOf, lockPlayer, playerTarget, refuseStranger } from './playerStanding.ts';

type Nothing = Record<string, never>;

/** Writes a note. It is stored in the audit log, which the player's history shows. */
export async function noteAct(tx: NodePgDatabase, playerId: number): Promise<ActOutcome<Nothing>> {
  await refuseStranger(tx, playerId);
  return { reply: {}, target: playerTarget(playerId), before: {}, after: {}, amount: 0 };
}

/**
 * Ends one session of a player, or all.
 * @throws AppError notFound if that session is not alive
 */
export async function endSessionsAct(
  tx: NodePgDatabase,
  deps: Deps,
  playerId: number,
  session: number | undefined,
): Promise<ActOutcome<{ ended: number }>> {
  await lockPlayer(tx, playerId);
  const now = deps.now();
  const liveOfPlayer = and(eq(sessions.accountId, playerId), whereLive(now));
  const alive = await tx.$count(sessions, liveOfPlayer);
  let ended: number;
  if (session === undefined) ended = await endSessionsOf(tx, deps, playerId);
  else {
    const byIdIfLive = and(liveOfPlayer, eq(sessions.id, session));
    const gone = await tx.update(sessions).set({ endedAt: now }).where(byIdIfLive).returning();
    ended = gone.length === 1 ? 1 : fail('notFound');
    await endTrust(tx, deps, playerId, eq(knownDevices.sessionId, session));
  }
  return {
    reply: { ended },
    target: playerTarget(playerId),
    before: { sessions: alive },
    after: { sessions: alive - ended },
    amount: 0,
  };
}

/** Marks a player as a media partner, or removes the mark. */
export async function partnerAct(
  tx: NodePgDatabase,
  playerId: number,
  isMediaPartner: boolean,
): Promise<ActOutcome<Nothing>> {
  await lockPlayer(tx, playerId);
  const byId = eq(accounts.id, playerId);
  const [was] = await tx.select({ is: accounts.isMediaPartner }).from(accounts).where(byId);
  await tx.update(accounts).set({ isMediaPartner }).where(byId);
  return {
    reply: {},
    target: playerTarget(playerId),
    before: { isMediaPartner: was!.is },
    after: { isMediaPartner },
    amount: 0,
  };
}

/** Deletes an account on request, as the player's own deletion does (O15). */
export async function closeAct(
  tx: NodePgDatabase,
  deps: Deps,
  playerId: number,
  askedOn: string,
): Promise<ActOutcome<Nothing>> {
  const account = await lockPlayer(tx, playerId);
  const before = await belongingsOf(tx, playerId);
  await cancelWaiting(tx, deps, playerId);
  await closeAccount(tx, deps, account, 'operator');
  // belongs to no account, because the mail queue of a closed account is emptied
  await queueMail(tx, deps, null, `accountDeleted:${playerId}`, {
    kind: 'accountDeleted',
    to: account.email,
    isConfirmed: account.isVerified,
    locale: account.locale,
    variables: { login: account.login },
  });
  return {
    reply: {},
    target: playerTarget(playerId),
    before: { ...before, state: account.status },
    after: { ...(await belongingsOf(tx, playerId)), state: 'closed', askedOn },
  };
}
