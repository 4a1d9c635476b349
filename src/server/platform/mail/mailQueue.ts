import { createHash } from 'node:crypto';
import { Counter } from 'prom-client';
import { MAIL_KINDS, type MailKind } from '#/contract/mail.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { type QueueRow, workOff, WorthNothing } from '#/server/platform/kernel/durableQueue.ts';
import { mailContent } from './mailContent.ts';
import { MAILS_MUTED } from './mailGate.ts';
import { mailHtml } from './mailHtml.ts';
import { mailText } from './mailText.ts';
import { MAIL_RULES } from './mailRules.ts';
import { openMail, type QueuedMail } from './mails.ts';

/**
 * Lease of a mail. It must exceed the timeout of every transport, or the mail is sent twice. `mayBeLeased` relies on it.
 */
export const LEASE_MS = 30_000;
/**
 * Number of mails that are leased and sent at a time. A transport sends as many in parallel, so that no mail waits
 * while its lease runs.
 */
const BATCH = 5;

/** SQL: mails that went to everybody are sent after all others. `mail_queue_next` has this order. */
const MAILS_IN_ORDER = "(q.kind = 'termsChanged'), q.run_at, q.id";

/** SQL: the kinds that this process does not know. A newer process sends them (N18). */
const OF_UNKNOWN_KIND = `q.kind NOT IN (${MAIL_KINDS.map((kind) => `'${kind}'`).join(', ')})`;

/** Reason of a mail that was not sent in time. */
export const TOO_LATE = 'too late to be of use';

/** Counters of this process since it started. */
export const mailsTotal = new Counter({
  name: 'mails_total',
  help: 'Mails sent, postponed after a failed attempt, and failed for good',
  labelNames: ['outcome'],
  registers: [],
});

/** Outcomes of a mail, as the metric calls them. */
const OUTCOMES = { done: 'sent', postponed: 'postponed', givenUp: 'failed', worthless: 'ended' } as const;
// at 0 from the start, because alarms see no increase of a counter that begins with its first mail
for (const outcome of Object.values(OUTCOMES)) mailsTotal.inc({ outcome }, 0);

interface TakenRow extends QueueRow {
  kind: MailKind;
  cause: string;
  account_id: string | null;
  created_at: Date;
  content_encrypted: Buffer;
}

/**
 * Sends every due mail, unless mails are muted (O33). One that is given up keeps its content, so that it can be sent
 * again (O31).
 * @returns the number of sent mails; a failed one is logged and retried later
 */
export const sendDueMails = (deps: Deps): Promise<number> =>
  workOff<TakenRow>(deps, {
    table: 'mail_queue',
    waiting: 'sent_at IS NULL AND failed_at IS NULL',
    unless: `${MAILS_MUTED} OR ${OF_UNKNOWN_KIND}`,
    order: MAILS_IN_ORDER,
    columns: ['kind', 'cause', 'account_id', 'created_at', 'content_encrypted'],
    // the content holds addresses and codes, so it is deleted as soon as it is not needed
    done: 'sent_at = $2, content_encrypted = NULL, last_error = NULL',
    postponed: 'run_at = $2, last_error = $3',
    givenUp: 'failed_at = $2, last_error = $3',
    worthless: 'failed_at = $2, content_encrypted = NULL, last_error = $3',
    leaseMs: LEASE_MS,
    backOffMs: ({ kind }) => MAIL_RULES[kind].retriesMs,
    batch: BATCH,
    attempt: (row) => send(deps, row),
    onOutcome: ({ id, kind, attempts }, outcome, reason) => {
      mailsTotal.inc({ outcome: OUTCOMES[outcome] });
      const facts = { mail: id, kind, attempts, reason };
      if (outcome === 'postponed') deps.log.warn(facts, 'a mail was not taken and is sent again later');
      if (outcome === 'worthless') deps.log.info(facts, 'a mail was not sent, because it was of no more use');
      if (outcome === 'givenUp') deps.log.error(facts, 'a mail was given up');
    },
  });

async function send(
  deps: Deps,
  { kind, cause, account_id: accountId, created_at: createdAt, content_encrypted: encrypted }: TakenRow,
): Promise<void> {
  const ageMs = deps.now().getTime() - createdAt.getTime();
  if (ageMs >= MAIL_RULES[kind].usefulMs) throw new WorthNothing(TOO_LATE);
  const mail = openMail(deps, cause, encrypted);
  if (await hasEndedLink(deps, mail)) throw new WorthNothing('its link does not work any more');
  if (await isWithdrawn(deps, mail)) throw new WorthNothing('its notice was withdrawn');
  if (await isStopped(deps, accountId, mail)) throw new WorthNothing('its player stopped such mails');
  const content = mailContent(deps.config, mail, ageMs);
  await deps.mail.send({
    to: mail.to,
    locale: mail.locale,
    subject: content.subject,
    text: mailText(content),
    html: mailHtml(content),
    ...(content.stop && { stopUrl: content.stop.callUrl }),
    // a hash, because the cause may contain more than a header should
    id: createHash('sha256').update(cause).digest('hex').slice(0, 32),
  });
}

/**
 * Whether the link for which the mail was written was used, or replaced by a newer one. A mail that is of use without its
 * button is not ended by the age of that link.
 */
async function hasEndedLink({ pool, now }: Deps, { kind, variables }: QueuedMail): Promise<boolean> {
  if (!('token' in variables)) return false;
  const { rows } = await pool.query<{ hasEnded: boolean }>(
    `SELECT used_at IS NOT NULL OR (expires_at <= $2
      AND ($3::float8 IS NULL OR expires_at < created_at + $3 * interval '1 millisecond')) AS "hasEnded"
    FROM email_tokens WHERE token_hash = $1`,
    [createHash('sha256').update(variables.token).digest(), now(), MAIL_RULES[kind].buttonMs ?? null],
  );
  return rows[0]?.hasEnded ?? false;
}

/** Whether the notice that the mail tells of was withdrawn meanwhile. */
async function isWithdrawn({ pool }: Deps, { variables }: QueuedMail): Promise<boolean> {
  if (!('notice' in variables)) return false;
  const { rows } = await pool.query<{ isWithdrawn: boolean }>(
    'SELECT withdrawn_at IS NOT NULL AS "isWithdrawn" FROM terms_notices WHERE id = $1',
    [variables.notice],
  );
  return rows[0]?.isWithdrawn ?? false;
}

/** Whether the player meanwhile wants no mails about anything that the mail tells. */
async function isStopped(
  { pool }: Deps,
  accountId: string | null,
  { variables }: QueuedMail,
): Promise<boolean> {
  if (!('news' in variables)) return false;
  const kinds = [...new Set(variables.news.map(({ kind }) => kind))];
  const { rows } = await pool.query<{ isStopped: boolean }>(
    `SELECT count(*) = $3::int AS "isStopped" FROM mail_choices
    WHERE account_id = $1 AND kind = ANY($2::text[]) AND choice = 'off'`,
    [accountId, kinds, kinds.length],
  );
  return rows[0]?.isStopped ?? false;
}
