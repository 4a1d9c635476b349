import { createHash } from 'node:crypto';
import { Counter } from 'prom-client';
import type { MailKind } from '#/contract/mail.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { decrypt } from '#/server/platform/kernel/encryption.ts';
import { errorLine } from '#/server/platform/kernel/logging.ts';
import { mailContent } from './mailContent.ts';
import { mailHtml } from './mailHtml.ts';
import { mailText } from './mailText.ts';
import { MAIL_PURPOSE, type QueuedMail } from './mails.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * Lease of a mail: for this time no other server sends it. Must exceed the timeout of every transport, or the mail is
 * sent twice.
 */
const LEASE_MS = 30 * SECOND_MS;
/** Delays before the retries. When the last retry fails, the mail is marked as failed. */
const BACK_OFF_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS];
/** Mails that expire: after this time they would only confuse. */
const WORTH_MS: Partial<Record<MailKind, number>> = { resetCode: 10 * MINUTE_MS };
/** Mails leased and sent at a time. A transport sends as many at once, so that none waits while its lease runs. */
const BATCH = 5;

/** Counters of this process since it started. */
export const mailsTotal = new Counter({
  name: 'mails_total',
  help: 'Mails sent, postponed after a failed attempt, and failed for good',
  labelNames: ['outcome'],
  registers: [],
});

/**
 * Servers take different rows at the same time. An attempt is counted before it is made, outside a transaction: if a
 * server dies in between, others send the mail after the lease.
 */
const TAKE = {
  name: 'mailTake',
  text: `UPDATE mail_queue q SET run_at = $2, attempts = attempts + 1
    FROM (SELECT id FROM mail_queue WHERE sent_at IS NULL AND failed_at IS NULL AND run_at <= $1
      ORDER BY run_at, id LIMIT $3 FOR UPDATE SKIP LOCKED) due
    WHERE q.id = due.id
    RETURNING q.id, q.kind, q.cause, q.attempts, q.created_at, q.content_encrypted`,
};
// the content holds addresses and codes, so it is deleted as soon as it is not needed
const SENT = `UPDATE mail_queue SET sent_at = $2, content_encrypted = NULL, last_error = NULL
  WHERE id = $1 AND sent_at IS NULL`;
const RETRY = `UPDATE mail_queue SET run_at = $2, last_error = $3
  WHERE id = $1 AND sent_at IS NULL AND failed_at IS NULL`;
const GIVE_UP = `UPDATE mail_queue SET failed_at = $2, content_encrypted = NULL, last_error = $3
  WHERE id = $1 AND sent_at IS NULL AND failed_at IS NULL`;

interface TakenRow {
  id: string;
  kind: MailKind;
  cause: string;
  attempts: number;
  created_at: Date;
  content_encrypted: Buffer;
}

/**
 * Sends every mail that is due.
 * @returns how many were sent; a failed one is logged and retried later
 */
export async function sendDueMails(deps: Deps): Promise<number> {
  for (let sent = 0; ;) {
    const now = deps.now();
    const lease = new Date(now.getTime() + LEASE_MS);
    const { rows } = await deps.pool.query<TakenRow>({ ...TAKE, values: [now, lease, BATCH] });
    const outcomes = await Promise.all(rows.map((row) => attempt(deps, row)));
    sent += outcomes.filter((isSent) => isSent).length;
    if (rows.length < BATCH) return sent;
  }
}

/** @returns whether the mail was sent */
async function attempt(deps: Deps, row: TakenRow): Promise<boolean> {
  const ageMs = deps.now().getTime() - row.created_at.getTime();
  if (ageMs > (WORTH_MS[row.kind] ?? Infinity)) {
    await giveUp(deps, row, 'too late to be of use');
    return false;
  }
  try {
    await send(deps, row);
  } catch (error) {
    await postpone(deps, row, errorLine(error));
    return false;
  }
  await deps.pool.query(SENT, [row.id, deps.now()]);
  mailsTotal.inc({ outcome: 'sent' });
  return true;
}

async function send(deps: Deps, { cause, content_encrypted: encrypted }: TakenRow): Promise<void> {
  const mail = JSON.parse(decrypt(deps.secretKey, MAIL_PURPOSE, cause, encrypted)) as QueuedMail;
  const content = mailContent(deps.config, mail);
  await deps.mail.send({
    to: mail.to,
    locale: mail.locale,
    subject: content.subject,
    text: mailText(content),
    html: mailHtml(content),
    // a hash, because the cause may say more than a header should
    id: createHash('sha256').update(cause).digest('hex').slice(0, 32),
  });
}

async function postpone(deps: Deps, row: TakenRow, reason: string): Promise<void> {
  const { id, kind, attempts } = row;
  const delayMs = BACK_OFF_MS[attempts - 1];
  if (delayMs === undefined) return giveUp(deps, row, reason);
  await deps.pool.query(RETRY, [id, new Date(deps.now().getTime() + delayMs), reason]);
  mailsTotal.inc({ outcome: 'postponed' });
  deps.log.warn({ mail: id, kind, attempts, reason }, 'a mail was not taken and is sent again later');
}

async function giveUp(deps: Deps, { id, kind, attempts }: TakenRow, reason: string): Promise<void> {
  await deps.pool.query(GIVE_UP, [id, deps.now(), reason]);
  mailsTotal.inc({ outcome: 'failed' });
  deps.log.error({ mail: id, kind, attempts, reason }, 'a mail was given up');
}
