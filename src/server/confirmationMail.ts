import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Locale } from '#/contract/locale.ts';
import type { Deps } from './deps.ts';
import { issueEmailToken } from './emailTokens.ts';
import { queueMail } from './mails.ts';

/** Mails the link that confirms the address of an account (A4, C2); links mailed before are worth nothing then. */
export async function mailConfirmation(
  tx: NodePgDatabase,
  deps: Deps,
  { id, login, email, locale }: { id: number; login: string; email: string; locale: Locale },
): Promise<void> {
  const token = await issueEmailToken(tx, deps, { accountId: id, purpose: 'verify', email });
  await queueMail(tx, deps, id, `confirmEmail:${id}:${deps.now().getTime()}`, {
    kind: 'confirmEmail',
    to: email,
    locale,
    variables: { login, token },
  });
}
