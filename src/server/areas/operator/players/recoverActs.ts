import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { mailPasskeys, removePasskeys } from '#/server/domain/accounts/access/passkeys.ts';
import { revokeAccess } from '#/server/domain/accounts/access/revokeAccess.ts';
import { switchOffTwoFactor } from '#/server/domain/accounts/access/switchOffTwoFactor.ts';
import { pendingChange, refuseTakenAddress, startChange } from '#/server/domain/accounts/emailChange.ts';
import {
  countUnconfirmed,
  newResetCode,
  resetSubject,
  storeReset,
} from '#/server/domain/accounts/resetCodes.ts';
import { queueSecurityMail } from '#/server/domain/accounts/securityMails.ts';
import { mailUnlinked } from '#/server/domain/gameServers/linkMails.ts';
import { endLink, endYoungLink, findLink } from '#/server/domain/gameServers/links.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import { twoFactors } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { maskedEmail } from '#/server/platform/kernel/maskedName.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { lockPlayer, playerTarget } from './playerStanding.ts';

type Nothing = Record<string, never>;

const causeOf = (kind: string, { randomBytes }: Pick<Deps, 'randomBytes'>) =>
  `${kind}:${randomBytes(12).toString('base64url')}`;

/**
 * Removes the second factor and the passkeys of a player who lost them. All sessions and a young link to the game end,
 * and the player is mailed.
 */
export async function switchOffTwoFactorAct(
  tx: NodePgDatabase,
  deps: Deps,
  playerId: number,
  reason: string,
): Promise<ActOutcome<{ ended: number }>> {
  const account = await lockPlayer(tx, playerId);
  if (!account.isTwoFaEnabled) fail('twoFaDisabledAlready');
  const [factor] = await tx.select().from(twoFactors).where(eq(twoFactors.accountId, playerId));
  const removed = await removePasskeys(tx, playerId);
  const ended = await switchOffTwoFactor(tx, deps, account, { notMeLinks: true });
  await mailPasskeys(tx, deps, account, 'passkeysRemoved', removed);
  const unlinked = await endYoungLink(tx, deps, playerId, { actor: 'operator', reason });
  await mailUnlinked(tx, deps, account, unlinked);
  return {
    reply: { ended },
    // a request for a lost factor ends when the player has set up another one
    target: { ...playerTarget(playerId), version: factor?.createdAt.getTime() ?? 0 },
    before: { isTwoFaEnabled: true },
    after: {
      isTwoFaEnabled: false,
      sessionsEnded: ended,
      passkeysRemoved: removed.length,
      ...(unlinked && { link: null }),
    },
    amount: 1,
  };
}

/**
 * Starts a change of the e-mail for a player who was recognised but no longer reads the old address (O13). The new
 * address alone must confirm it, so a mistyped address gets nothing. The old address is told at once and can stop the
 * change, and is told again when the change is in force. All sessions and a young link to the game end.
 * @throws AppError notFound, playerClosed; emailSame or errorEmailExist at email; mailSentRecently if the new address
 * had such a mail within the hour
 */
export async function changeEmailAct(
  tx: NodePgDatabase,
  deps: Deps,
  playerId: number,
  email: string,
  reason: string,
): Promise<ActOutcome<{ ended: number }>> {
  const account = await lockPlayer(tx, playerId);
  if (email === account.email) fail('emailSame', { errors: { email: 'emailSame' } });
  await refuseTakenAddress(tx, deps, account, email);
  const earlier = await pendingChange(tx, deps, playerId);
  // before the change is stored, because it ends every pending change
  const removed = await removePasskeys(tx, playerId);
  const ended = await revokeAccess(tx, deps, playerId, { notMeLinks: true });
  await mailPasskeys(tx, deps, account, 'passkeysRemoved', removed);
  const unlinked = await endYoungLink(tx, deps, playerId, { actor: 'operator', reason });
  await mailUnlinked(tx, deps, account, unlinked);
  const cause = causeOf('emailChange', deps);
  await startChange(tx, deps, account, { newEmail: email, oldConfirmedAt: deps.now() }, cause);
  // an unconfirmed address may belong to a stranger, who must learn nothing
  if (account.isVerified)
    await queueSecurityMail(tx, deps, account, `${cause}:old`, 'emailChangeByTeam', { newEmail: email });
  return {
    reply: { ended },
    target: playerTarget(playerId),
    before: {
      email: maskedEmail(account.email),
      pendingEmail: earlier ? maskedEmail(earlier.newEmail) : null,
    },
    after: {
      email: maskedEmail(account.email),
      pendingEmail: maskedEmail(email),
      sessionsEnded: ended,
      passkeysRemoved: removed.length,
      ...(unlinked && { link: null }),
      isOldAddressTold: account.isVerified,
    },
    amount: 1,
  };
}

/**
 * Mails a player a code for a new password, as the recovery page does (A6). It works in any browser that asks for a
 * code within the hour. The mail goes to the account's own address, so it needs no second person.
 * @throws AppError notFound, playerClosed; mailSentRecently if the address had its mails of this hour
 */
export async function mailResetAct(
  tx: NodePgDatabase,
  deps: Deps,
  playerId: number,
): Promise<ActOutcome<Nothing>> {
  const { login, email, serverKey: server, locale, isVerified } = await lockPlayer(tx, playerId);
  const cause = causeOf('reset', deps);
  const mailbox = { accountId: playerId, server, email };
  const mail = (isConfirmed: boolean) =>
    queueMail(tx, deps, playerId, cause, {
      kind: 'resetCode',
      to: email,
      isConfirmed,
      countedAs: resetSubject(mailbox),
      locale,
      variables: async () => {
        const { code, stored } = newResetCode(deps, mailbox);
        await storeReset(tx, deps, mailbox, stored);
        return { login, code, isFromTeam: true };
      },
    });
  // counted as a stranger's request first: then a browser that asks within the hour gets no other code, but this one
  let sent = await mail(false);
  if (!sent.isQueued && isVerified) sent = await mail(true);
  // an unconfirmed address may belong to a stranger
  const mayMail = isVerified || (await countUnconfirmed({ ...deps, db: tx }, mailbox, true));
  if (!sent.isQueued || !mayMail) fail('mailSentRecently', { retryAfterSeconds: sent.nextSeconds });
  return {
    reply: {},
    target: playerTarget(playerId),
    before: { email: maskedEmail(email) },
    after: { email: maskedEmail(email), resetMailed: true },
    amount: 0,
  };
}

/** Ends the link to the player of the game, and mails it (D15). @throws AppError linkNotFound */
export async function unlinkAct(
  tx: NodePgDatabase,
  deps: Deps,
  playerId: number,
  reason: string,
): Promise<ActOutcome<Nothing>> {
  const account = await lockPlayer(tx, playerId);
  const link = await findLink(tx, playerId);
  if (!link) fail('linkNotFound');
  await endLink(tx, deps, link, { actor: 'operator', reason });
  await mailUnlinked(tx, deps, account, link);
  return {
    reply: {},
    target: playerTarget(playerId),
    before: { link: link.characterName ?? link.character ?? link.player },
    after: { link: null },
    amount: 1,
  };
}
