import { type SQL, sql } from 'drizzle-orm';
import { MAIL_KINDS } from '#/contract/mail.ts';
import type { MailAct, MailState } from '#/contract/operator/mails.ts';
import { LEASE_MS } from '#/server/platform/mail/mailQueue.ts';
import { MAIL_RULES } from '#/server/platform/mail/mailRules.ts';

/** Most difference between the clocks of two servers. */
const CLOCKS_DIFFER_MS = 10_000;

/** SQL: the mail `q` is of no more use at `at`. */
const useEnds = (at: Date): SQL => {
  const lives = [...new Set(MAIL_KINDS.map((kind) => MAIL_RULES[kind].usefulMs))];
  const ended = lives.map((usefulMs) => {
    const kinds = MAIL_KINDS.filter((kind) => MAIL_RULES[kind].usefulMs === usefulMs);
    return sql`(q.kind = ANY(${sql.param(kinds)}::text[]) AND q.created_at <= ${new Date(at.getTime() - usefulMs)})`;
  });
  return sql`(${sql.join(ended, sql` OR `)})`;
};

/** SQL: the content of the mail `q` is still stored. */
const hasContent = sql`q.content_encrypted IS NOT NULL`;

/** SQL conditions of the states of the mail `q`. Exactly one of them holds. */
export const inState = (state: MailState, at: Date): SQL =>
  ({
    sent: sql`q.sent_at IS NOT NULL`,
    dropped: sql`q.dropped_at IS NOT NULL`,
    ended: sql`(q.sent_at IS NULL AND q.dropped_at IS NULL AND (NOT ${hasContent} OR ${useEnds(at)}))`,
    failed: sql`(q.failed_at IS NOT NULL AND ${hasContent} AND NOT ${useEnds(at)})`,
    waiting: sql`(q.sent_at IS NULL AND q.failed_at IS NULL AND ${hasContent} AND NOT ${useEnds(at)})`,
  })[state];

/** SQL: the state of the mail `q`. */
export const stateOf = (at: Date): SQL => sql`CASE WHEN ${inState('sent', at)} THEN 'sent'
  WHEN ${inState('dropped', at)} THEN 'dropped' WHEN ${inState('ended', at)} THEN 'ended'
  WHEN q.failed_at IS NOT NULL THEN 'failed' ELSE 'waiting' END`;

/**
 * SQL conditions under which an act may change the mail `q`. A waiting mail may be leased while its next attempt is at
 * most the length of a lease ahead: then a server may be sending it, so nobody else touches it.
 */
export const allows = (act: MailAct, at: Date): SQL => {
  const whereLater = sql`q.run_at > ${new Date(at.getTime() + LEASE_MS + CLOCKS_DIFFER_MS)}`;
  const whereFree = act === 'retry' ? whereLater : sql`(${whereLater} OR q.run_at <= ${at})`;
  return sql`(${inState('failed', at)} OR (${inState('waiting', at)} AND ${whereFree}))`;
};
