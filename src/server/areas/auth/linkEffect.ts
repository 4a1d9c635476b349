import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { LinkEffect } from '#/contract/kernel/linkEffect.ts';
import type { LockedAccount } from '#/server/domain/accounts/accountLock.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { pendingChange } from '#/server/domain/accounts/emailChange.ts';
import type { EmailProof } from '#/server/domain/accounts/emailTokens.ts';
import { characterOf } from '#/server/domain/gameServers/linkMails.ts';
import { findLink } from '#/server/domain/gameServers/links.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { maskedEmail } from '#/server/platform/kernel/maskedName.ts';

/**
 * Returns the effect that a valid link would have on its account, with masked addresses.
 * @throws AppError verificationInvalid if the account has changed since, so that the link has no effect any more
 */
export async function effectOf(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  account: LockedAccount,
  link: EmailProof,
): Promise<LinkEffect> {
  const { login } = account;
  const email = maskedEmail(account.email);
  const isOwn = link.email === account.email;
  switch (link.purpose) {
    case 'verify':
      return isOwn ? { does: 'confirmEmail', login, email } : refuse();
    case 'notMe':
      return isOwn ? { does: 'notMe', login, email } : refuse();
    case 'undoChange':
      return isOwn
        ? { does: 'notMe', login, email }
        : { does: 'undoChange', login, email, newEmail: maskedEmail(link.email) };
    case 'gameLink': {
      const tie = await findLink(tx, account.id);
      if (!isOwn || !tie) return refuse();
      const [server] = await tx.select().from(servers).where(eq(servers.key, tie.serverKey));
      const name = server?.names[account.locale] ?? tie.serverKey;
      return { does: 'confirmGameLink', login, email, character: characterOf(tie), server: name };
    }
    case 'changeOld':
    case 'changeNew':
  }
  const change = await pendingChange(tx, deps, account.id);
  const isOld = link.purpose === 'changeOld';
  if (!change || link.email !== (isOld ? account.email : change.newEmail)) return refuse();
  return {
    does: isOld ? 'agreeToChange' : 'claimAddress',
    login,
    email,
    newEmail: maskedEmail(change.newEmail),
  };
}

function refuse(): never {
  return fail('verificationInvalid');
}
