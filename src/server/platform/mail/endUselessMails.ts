import { MAIL_KINDS } from '#/contract/mail.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { TOO_LATE } from './mailQueue.ts';
import { MAIL_RULES } from './mailRules.ts';

/** Rows changed by one statement, so that none holds its locks for long. */
const BATCH = 1000;

/**
 * Deletes the content of mails that are of no more use, whether they wait or were given up (O31). A waiting mail is
 * touched only when it is due, because otherwise a server may be sending it; that server ends it as well.
 */
export async function endUselessMails(deps: Pick<Deps, 'pool' | 'now' | 'stopping'>): Promise<void> {
  const at = deps.now();
  const uselessSince = MAIL_KINDS.map((kind) => new Date(at.getTime() - MAIL_RULES[kind].usefulMs));
  const text = `UPDATE mail_queue SET content_encrypted = NULL, failed_at = coalesce(failed_at, $1), last_error = $2
    WHERE id = ANY(ARRAY(SELECT q.id FROM unnest($3::text[], $4::timestamptz[]) AS ended (kind, since)
      JOIN mail_queue q ON q.kind = ended.kind AND q.created_at <= ended.since
      WHERE content_encrypted IS NOT NULL AND sent_at IS NULL AND (failed_at IS NOT NULL OR run_at <= $1)
      LIMIT ${BATCH} FOR UPDATE OF q SKIP LOCKED))`;
  for (let ended = BATCH; ended === BATCH && !deps.stopping?.aborted;)
    ended = (await deps.pool.query(text, [at, TOO_LATE, MAIL_KINDS, uselessSince])).rowCount ?? 0;
}
