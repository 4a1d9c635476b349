import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyRequest } from 'fastify';
import { DEFAULT_LOCALE, type Locale } from '#/contract/kernel/locale.ts';
import { acceptedLocale } from '#/server/platform/kernel/acceptedLocale.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { accounts, recoveryCodes, twoFactors } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { Mailbox } from '#/server/domain/accounts/resetCodes.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { hashPassword, isCommonPassword } from '#/server/domain/accounts/password.ts';
import { noteDevice } from '#/server/domain/accounts/access/devices.ts';
import { removePasskeys } from '#/server/domain/accounts/access/passkeys.ts';
import { revokeAccess } from '#/server/domain/accounts/access/revokeAccess.ts';
import { queueSecurityMail } from '#/server/domain/accounts/securityMails.ts';
import { mailUnlinked } from '#/server/domain/gameServers/linkMails.ts';
import { endLink, endYoungLink, findLink } from '#/server/domain/gameServers/links.ts';
import { type ResetFlow, useFlow } from './resetFlow.ts';

/**
 * Sets the new password of an accepted recovery, once, and ends all access to the account that was granted before. An
 * account whose address was never confirmed is handed over to the mailbox. The browser becomes a known device, so that
 * strangers who guess passwords do not keep the player from the sign-in that follows.
 * @returns the new value of the device cookie; undefined if the recovery is used or expired, or the account no longer has
 * this address
 * @throws AppError errorPasswordRequired with passwordCommon at password; busy
 */
export async function replacePassword(
  deps: Deps,
  request: FastifyRequest,
  flow: ResetFlow,
  { server, email }: Mailbox,
  password: string,
): Promise<string | undefined> {
  const { accountId } = flow;
  if (accountId === null) return undefined;
  const [owner] = await deps.db
    .select({ login: accounts.login })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (isCommonPassword(password, owner?.login ?? '', email))
    fail('errorPasswordRequired', { errors: { password: 'passwordCommon' } });
  const passwordHash = await hashPassword(password);

  return withTx(deps.pool, async (tx) => {
    const account = await lockAccount(tx, eq(accounts.id, accountId));
    const isTheirs = account?.email === email && account.serverKey === server;
    if (!isTheirs || account.status !== 'active' || !(await useFlow(tx, deps, flow))) return undefined;
    const { id, isVerified } = account;
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, id));
    const removed = await removePasskeys(tx, id);
    const ended = await revokeAccess(tx, deps, id, isVerified ? { deviceOf: request } : {});
    await writeAudit(tx, deps, { accountId: id, actor: 'player', event: 'passwordReset', detail: { ended } });
    const locale =
      acceptedLocale(request.headers['accept-language']) ?? (isVerified ? account.locale : DEFAULT_LOCALE);
    if (!isVerified) await handOver(tx, deps, id, locale);
    const cause = `passwordChanged:reset:${flow.id}`;
    const at = deps.now().toISOString();
    // the code proves that its reader reads the mails of this mailbox
    const reader = { ...account, locale, isVerified: true };
    // of a confirmed account only a young link may be a stranger's
    if (isVerified) await mailUnlinked(tx, deps, reader, await endYoungLink(tx, deps, id));
    await queueSecurityMail(tx, deps, reader, cause, 'passwordChanged', {
      at,
      ...(removed.length > 0 && { removedPasskeys: removed.join(', ') }),
    });
    return noteDevice(tx, deps, request, { accountId: id });
  });
}

/**
 * Hands an unconfirmed account over to the mailbox that recovered it. A stranger may have made the account, so
 * everything that gives the stranger access or profit is removed: link to the game, second factor, recovery codes,
 * inviter and language. The player may still enter an inviter before the first payment. The recovery confirms the address.
 */
async function handOver(tx: NodePgDatabase, deps: Deps, accountId: number, locale: Locale): Promise<void> {
  const link = await findLink(tx, accountId);
  if (link) await endLink(tx, deps, link);
  for (const table of [twoFactors, recoveryCodes])
    await tx.delete(table).where(eq(table.accountId, accountId));
  await tx
    .update(accounts)
    .set({ isVerified: true, isTwoFaEnabled: false, inviterId: null, invitedAt: null, locale })
    .where(eq(accounts.id, accountId));
  await writeAudit(tx, deps, { accountId, actor: 'player', event: 'unconfirmedHandedOver' });
}
