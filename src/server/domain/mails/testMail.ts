import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Locale } from '#/contract/kernel/locale.ts';
import { mailQueue } from '#/server/platform/db/tables/site/background.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { areMailsMuted } from '#/server/platform/mail/mailGate.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';

interface Recipient {
  id: number;
  name: string;
  email: string;
}

/**
 * Queues a test mail to an operator (O32).
 * @returns the number of the mail
 * @throws AppError mailSentRecently, mailsMuted
 */
export async function queueTestMail(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now' | 'secretKey' | 'randomBytes'>,
  { id, name, email }: Recipient,
  locale: Locale,
): Promise<number> {
  if (await areMailsMuted(tx)) fail('mailsMuted');
  const cause = `operatorTest:${id}:${deps.randomBytes(9).toString('base64url')}`;
  const { isQueued, nextSeconds } = await queueMail(tx, deps, null, cause, {
    kind: 'operatorTest',
    to: email,
    isConfirmed: true,
    locale,
    variables: { login: name, at: deps.now().toISOString() },
  });
  if (!isQueued) fail('mailSentRecently', { retryAfterSeconds: nextSeconds });
  const [row] = await tx.select({ id: mailQueue.id }).from(mailQueue).where(eq(mailQueue.cause, cause));
  return row!.id;
}
