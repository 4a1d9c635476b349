import type { MailKind } from '#/contract/mail.ts';
import type { QueuedMail } from '#/server/platform/mail/mails.ts';
import { mailboxOf } from '#/server/platform/mail/mailbox.ts';
import { MAIL_PURPOSE } from '#/server/platform/mail/mails.ts';
import { decrypt } from '#/server/platform/kernel/encryption.ts';
import type { TestApp } from './testApp.ts';

/** Reads the mails queued for an address, the oldest first. */
export const queuedMails = async (app: TestApp, to: string): Promise<QueuedMail[]> =>
  (await allQueuedMails(app)).filter((mail) => mail.to === to);

/** Reads all queued mails, the oldest first. */
export async function allQueuedMails({ pool, deps }: TestApp): Promise<QueuedMail[]> {
  const { rows } = await pool.query<{ cause: string; content: Buffer }>(
    `SELECT cause, content_encrypted AS content FROM mail_queue
     WHERE content_encrypted IS NOT NULL ORDER BY id`,
  );
  return rows.map(
    ({ cause, content }) => JSON.parse(decrypt(deps.secretKey, MAIL_PURPOSE, cause, content)) as QueuedMail,
  );
}

/** Counts the queued mails of a kind for a mailbox, in any spelling. */
export async function countMailsTo(app: TestApp, mailbox: string, kind: MailKind): Promise<number> {
  const mails = await allQueuedMails(app);
  return mails.filter((mail) => mail.kind === kind && mailboxOf(mail.to) === mailbox).length;
}
