import { eq, sql } from 'drizzle-orm';
import type { MailQueueReply } from '#/contract/operator/mails.ts';
import { MOST_COUNTED } from '#/contract/operator/site.ts';
import { mailGate } from '#/server/platform/db/tables/site/background.ts';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { areMailsMuted } from '#/server/platform/mail/mailGate.ts';
import { inState } from './mailStates.ts';

const DAY_MS = 24 * 60 * 60_000;

type Counts = Record<string, unknown> &
  Pick<MailQueueReply, 'waiting' | 'failed' | 'sent'> & { oldestAt: Date | null };

/** Counts the mails that wait, failed and were sent lately (O32). */
export async function mailQueueState({
  db,
  now,
  mail,
}: Pick<Deps, 'db' | 'now' | 'mail'>): Promise<MailQueueReply> {
  const at = now();
  const count = (where: ReturnType<typeof sql>) =>
    sql`(SELECT count(*)::int FROM (SELECT FROM mail_queue q WHERE ${where} LIMIT ${MOST_COUNTED}) counted)`;
  const waiting = inState('waiting', at);
  const { rows } = await db.execute<Counts>(
    sql`SELECT ${count(waiting)} AS waiting, ${count(inState('failed', at))} AS failed,
      ${count(sql`q.created_at > ${new Date(at.getTime() - DAY_MS)} AND ${inState('sent', at)}`)} AS sent,
      (SELECT min(q.created_at) FROM mail_queue q WHERE ${waiting}) AS "oldestAt"`,
  );
  const { oldestAt, ...counts } = rows[0]!;
  return {
    ...counts,
    oldestAt: oldestAt && new Date(oldestAt).toISOString(),
    sender: mail.sender,
    mute: await muteOf(db, at),
  };
}

async function muteOf(db: Deps['db'], at: Date): Promise<MailQueueReply['mute']> {
  if (!(await areMailsMuted(db))) return null;
  const [row] = await db
    .select({ gate: mailGate, by: operators.name })
    .from(mailGate)
    .leftJoin(operators, eq(operators.id, mailGate.changedBy));
  const { mutedAt = null, isRestored = false, reason = '' } = row?.gate ?? {};
  // without a time the database was restored under the running site, which has not compared it yet
  return {
    at: (mutedAt ?? at).toISOString(),
    isRestored: isRestored || mutedAt === null,
    by: row?.by ?? null,
    reason,
  };
}
