import { createHash } from 'node:crypto';
import { Counter } from 'prom-client';
import type { MailKind } from '#/contract/mail.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { type QueueRow, workOff, WorthNothing } from '#/server/platform/kernel/durableQueue.ts';
import { decrypt } from '#/server/platform/kernel/encryption.ts';
import { mailContent } from './mailContent.ts';
import { mailHtml } from './mailHtml.ts';
import { mailText } from './mailText.ts';
import { MAIL_PURPOSE, type QueuedMail } from './mails.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Lease of a mail. It must exceed the timeout of every transport, or the mail is sent twice. */
const LEASE_MS = 30 * SECOND_MS;
/** Delays before the retries of a mail. */
const BACK_OFF_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS];
/** Lifetime of mails that expire: later they would only confuse. */
const WORTH_MS: Partial<Record<MailKind, number>> = { resetCode: 10 * MINUTE_MS };
/**
 * Number of mails that are leased and sent at a time. A transport sends as many in parallel, so that no mail waits
 * while its lease runs.
 */
const BATCH = 5;

/** Counters of this process since it started. */
export const mailsTotal = new Counter({
  name: 'mails_total',
  help: 'Mails sent, postponed after a failed attempt, and failed for good',
  labelNames: ['outcome'],
  registers: [],
});

interface TakenRow extends QueueRow {
  kind: MailKind;
  cause: string;
  created_at: Date;
  content_encrypted: Buffer;
}

/**
 * Sends every due mail.
 * @returns the number of sent mails; a failed one is logged and retried later
 */
export const sendDueMails = (deps: Deps): Promise<number> =>
  workOff<TakenRow>(deps, {
    table: 'mail_queue',
    waiting: 'sent_at IS NULL AND failed_at IS NULL',
    columns: ['kind', 'cause', 'created_at', 'content_encrypted'],
    // the content holds addresses and codes, so it is deleted as soon as it is not needed
    done: 'sent_at = $2, content_encrypted = NULL, last_error = NULL',
    postponed: 'run_at = $2, last_error = $3',
    givenUp: 'failed_at = $2, content_encrypted = NULL, last_error = $3',
    leaseMs: LEASE_MS,
    backOffMs: BACK_OFF_MS,
    batch: BATCH,
    attempt: (row) => send(deps, row),
    onOutcome: ({ id, kind, attempts }, outcome, reason) => {
      mailsTotal.inc({
        outcome: outcome === 'done' ? 'sent' : outcome === 'givenUp' ? 'failed' : 'postponed',
      });
      const facts = { mail: id, kind, attempts, reason };
      if (outcome === 'postponed') deps.log.warn(facts, 'a mail was not taken and is sent again later');
      if (outcome === 'givenUp') deps.log.error(facts, 'a mail was given up');
    },
  });

async function send(
  deps: Deps,
  { kind, cause, created_at: createdAt, content_encrypted: encrypted }: TakenRow,
): Promise<void> {
  const ageMs = deps.now().getTime() - createdAt.getTime();
  if (ageMs > (WORTH_MS[kind] ?? Infinity)) throw new WorthNothing('too late to be of use');
  const mail = JSON.parse(decrypt(deps.secretKey, MAIL_PURPOSE, cause, encrypted)) as QueuedMail;
  const content = mailContent(deps.config, mail);
  await deps.mail.send({
    to: mail.to,
    locale: mail.locale,
    subject: content.subject,
    text: mailText(content),
    html: mailHtml(content),
    // a hash, because the cause may contain more than a header should
    id: createHash('sha256').update(cause).digest('hex').slice(0, 32),
  });
}
