import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Verified, VerifyEmailBody } from '#/contract/kernel/mailedLink.ts';
import { type LockedAccount, lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { noteDevice, sendDevice } from '#/server/domain/accounts/access/devices.ts';
import { dropChange } from '#/server/domain/accounts/emailChange.ts';
import { findEmailToken, type StoredLink, takeEmailToken } from '#/server/domain/accounts/emailTokens.ts';
import { confirmLink, findLink } from '#/server/domain/gameServers/links.ts';
import { isStopMailsToken, stopMails } from '#/server/domain/playerNews/stopMails.ts';
import { maskedEmail } from '#/server/platform/kernel/maskedName.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { clearCookies, findSession } from '#/server/domain/accounts/access/session.ts';
import { confirmChange, isAddressTaken, progressOfChange } from './confirmChange.ts';
import { effectOf } from './linkEffect.ts';
import { takeBack } from './takeBack.ts';

/**
 * Takes the token of a mailed link (RT1): it acts once and signs nobody in. It acts at once only for the signed-in
 * player who confirms their address. Other visitors first see the link's effect and then send it again with
 * `confirmed`, so a mail scanner that opens the page confirms nothing. A used link reports its effect.
 * @throws AppError confirmationNeeded with what the link does; verificationInvalid; errorEmailExist when somebody
 * else has taken the new address since
 */
export async function verifyEmail(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, confirmed = false }: VerifyEmailBody,
): Promise<{ verified: Verified }> {
  if (isStopMailsToken(token)) return { verified: await stopByLink(deps, token, confirmed) };
  const link = (await findEmailToken(deps.db, token)) ?? refuse();
  const reader = await findSession(deps, request);
  const isOwn = reader?.id === link.accountId;
  const mayAct = confirmed || (isOwn && link.purpose === 'verify');
  const { verified, device } = await withTx(deps.pool, async (tx) => {
    const account = await lockAccount(tx, eq(accounts.id, link.accountId));
    if (account?.status !== 'active') refuse();
    // read again, because the token may have been used while this request waited for the lock
    const { usedAt, expiresAt } = (await findEmailToken(tx, token)) ?? refuse();
    if (usedAt) return { verified: await whatItDid(tx, account, link) };
    if (expiresAt <= deps.now()) refuse();
    const effect = await effectOf(tx, deps, account, link);
    if (!mayAct) fail('confirmationNeeded', { link: effect });
    if (!(await takeEmailToken(tx, deps, token))) refuse();
    return act(tx, deps, request, account, link);
  }).catch((error: unknown) => {
    if (isAddressTaken(error)) fail('errorEmailExist', { cause: error });
    throw error;
  });
  if (verified === 'gameLinkConfirmed') deps.wakeUps.emit('deliveries');
  if (device) {
    if (isOwn) clearCookies(deps.config, reply);
    sendDevice(deps, reply, device);
  }
  return { verified };
}

/** The unsubscribe link of a mail (C16). */
async function stopByLink(deps: Deps, token: string, confirmed: boolean): Promise<Verified> {
  await stopMails(deps, token, ({ login, email }) => {
    if (!confirmed)
      fail('confirmationNeeded', { link: { does: 'stopMails', login, email: maskedEmail(email) } });
  });
  return 'mailsStopped';
}

/** @returns the effect, and after a taking back the new value of the device cookie */
async function act(
  tx: NodePgDatabase,
  deps: Deps,
  request: FastifyRequest,
  account: LockedAccount,
  link: StoredLink,
): Promise<{ verified: Verified; device?: string }> {
  switch (link.purpose) {
    case 'verify':
      return { verified: await confirmAddress(tx, deps, account) };
    case 'changeOld':
    case 'changeNew':
      return { verified: await confirmChange(tx, deps, account, link) };
    case 'gameLink': {
      const tie = (await findLink(tx, account.id)) ?? refuse();
      await confirmLink(tx, deps, tie, 'mail');
      return { verified: 'gameLinkConfirmed' };
    }
    case 'notMe':
    case 'undoChange':
  }
  const verified = await takeBack(tx, deps, account, link);
  // the recovery follows: requests of strangers for codes must not use up this reader's limit
  return { verified, device: await noteDevice(tx, deps, request, { accountId: account.id }) };
}

async function whatItDid(tx: NodePgDatabase, account: LockedAccount, link: StoredLink): Promise<Verified> {
  switch (link.purpose) {
    case 'verify':
      return account.isVerified && account.email === link.email ? 'email' : refuse();
    case 'changeOld':
    case 'changeNew':
      return (await progressOfChange(tx, account, link)) ?? refuse();
    case 'gameLink':
      return (await findLink(tx, account.id))?.state === 'active' ? 'gameLinkConfirmed' : refuse();
    case 'notMe':
      return 'accessRevoked';
    case 'undoChange':
  }
  return account.email === link.email ? 'changeUndone' : refuse();
}

function refuse(): never {
  return fail('verificationInvalid');
}

/** Confirms the address. A change that was begun before ends, because this address was not asked about it. */
async function confirmAddress(
  tx: NodePgDatabase,
  deps: Deps,
  { id, isVerified }: LockedAccount,
): Promise<'email'> {
  if (!isVerified) {
    await tx.update(accounts).set({ isVerified: true }).where(eq(accounts.id, id));
    await writeAudit(tx, deps, { accountId: id, actor: 'player', event: 'emailConfirmed' });
    await dropChange(tx, deps, id);
  }
  return 'email';
}
