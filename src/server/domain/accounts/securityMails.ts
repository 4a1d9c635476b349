import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { MailKind } from '#/contract/mail.ts';
import type { LockedAccount } from './accountLock.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { issueEmailToken } from './emailTokens.ts';
import { type MailVariables, queueMail } from '#/server/platform/mail/mails.ts';

/** Mails about a change that somebody else may have made. Each has a link "this wasn't me". */
type SecurityMail = { [K in MailKind]: MailVariables[K] extends { notMe: string } ? K : never }[MailKind];
type Recipient = Pick<LockedAccount, 'id' | 'login' | 'email' | 'locale' | 'isVerified'>;

/** Facts that hold names which players choose. Mails to unconfirmed addresses omit them, because a stranger may read them. */
const NAMES: ReadonlySet<string> = new Set(['passkeys', 'removedPasskeys', 'character']);
const withoutNames = (facts: object): object =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, NAMES.has(name) ? '' : value]));

/**
 * Queues a mail about a change of the account's security, with a link that reverts the change.
 * @param cause as in `queueMail`
 */
export async function queueSecurityMail<K extends SecurityMail>(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now' | 'randomBytes' | 'secretKey'>,
  { id, login, email, locale, isVerified }: Recipient,
  cause: string,
  kind: K,
  more: Omit<MailVariables[K], 'login' | 'notMe'>,
): Promise<void> {
  const variables = async () => {
    const notMe = await issueEmailToken(tx, deps, { accountId: id, purpose: 'notMe', email });
    return { ...(isVerified ? more : withoutNames(more)), login, notMe } as MailVariables[K];
  };
  await queueMail(tx, deps, id, cause, { kind, to: email, isConfirmed: isVerified, locale, variables });
}
