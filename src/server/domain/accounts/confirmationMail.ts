import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { issueEmailToken } from './emailTokens.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';

/**
 * Mails the link that confirms the address of an account, and expires older links (A4, C2). If the mailbox had such a
 * mail within the hour, no mail is sent and the older links stay valid.
 */
export async function mailConfirmation(
  tx: NodePgDatabase,
  deps: Deps,
  { id, login, email, locale }: { id: number; login: string; email: string; locale: Locale },
): ReturnType<typeof queueMail> {
  return queueMail(tx, deps, id, `confirmEmail:${deps.randomBytes(12).toString('base64url')}`, {
    kind: 'confirmEmail',
    to: email,
    isConfirmed: false,
    locale,
    variables: async () => ({
      login,
      token: await issueEmailToken(tx, deps, { accountId: id, purpose: 'verify', email }),
    }),
  });
}
