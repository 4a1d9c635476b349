import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { MailKind } from '#/contract/mail.ts';
import type { MailAct, MailState } from '#/contract/operator/mails.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { ofOrder } from './mailList.ts';
import { allows, stateOf } from './mailStates.ts';

/** A mail that an act has changed, with its state before. */
export interface ChangedMail {
  id: number;
  kind: MailKind;
  state: MailState;
  createdAt: string;
  login: string | null;
  order: string | null;
}

/** A mail that is sent again gets all its attempts anew. */
const CHANGES: Record<MailAct, (at: Date) => SQL> = {
  retry: (at) => sql`run_at = ${at}, failed_at = NULL, attempts = 0`,
  drop: (at) =>
    sql`dropped_at = ${at}, failed_at = coalesce(mail_queue.failed_at, ${at}), content_encrypted = NULL`,
};

/**
 * Sends mails again at once, or drops them (O32). Mails that were sent, dropped or of no more use meanwhile, or that a
 * server may be sending, stay as they are, so the same act can run twice and beside the servers that send.
 * @returns the changed mails, in the order of their numbers
 */
export async function changeMails(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  act: MailAct,
  ids: readonly number[],
): Promise<ChangedMail[]> {
  const at = now();
  // the rows are locked before they are judged, and always in the same order
  const { rows } = await tx.execute<
    Record<string, unknown> & Omit<ChangedMail, 'createdAt'> & { createdAt: Date }
  >(sql`
    WITH chosen AS (SELECT q.id, ${stateOf(at)} AS state FROM mail_queue q
      WHERE q.id = ANY(${sql.param([...new Set(ids)])}::bigint[]) AND ${allows(act, at)} ORDER BY q.id FOR UPDATE OF q),
    changed AS (UPDATE mail_queue SET ${CHANGES[act](at)} FROM chosen WHERE mail_queue.id = chosen.id
      RETURNING mail_queue.*, chosen.state)
    SELECT q.id::float8, q.kind, q.state, q.created_at AS "createdAt", a.login, ${ofOrder('number')} AS order
    FROM changed q LEFT JOIN accounts a ON a.id = q.account_id ORDER BY q.id`);
  return rows.map(({ id, kind, state, createdAt, login, order }) => {
    return { id, kind, state, createdAt: new Date(createdAt).toISOString(), login, order };
  });
}
