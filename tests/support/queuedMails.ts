import type { QueuedMail } from '#/server/mails.ts';
import { MAIL_PURPOSE } from '#/server/mails.ts';
import { decrypt } from '#/server/encryption.ts';
import type { TestApp } from './testApp.ts';

/** What waits to be mailed to an address, oldest first, as it was queued. */
export async function queuedMails({ pool, deps }: TestApp, to: string): Promise<QueuedMail[]> {
  const { rows } = await pool.query<{ cause: string; content: Buffer }>(
    `SELECT cause, content_encrypted AS content FROM mail_queue
     WHERE content_encrypted IS NOT NULL ORDER BY id`,
  );
  return rows
    .map(
      ({ cause, content }) => JSON.parse(decrypt(deps.secretKey, MAIL_PURPOSE, cause, content)) as QueuedMail,
    )
    .filter((mail) => mail.to === to);
}
