import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { MOST_COUNTED } from '#/contract/operator/site.ts';
import { inState } from '#/server/domain/mails/mailStates.ts';
import { muteMails } from '#/server/domain/mails/muteMails.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/**
 * Stops all mails, or lets them leave again (O33).
 * @throws AppError operatorChanged if it is so already
 */
export async function muteAct(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  isMuted: boolean,
  { operatorId, reason }: { operatorId: number; reason: string },
): Promise<ActOutcome<Record<string, never>>> {
  if (!(await muteMails(tx, deps, { isMuted, operatorId, reason }))) fail('operatorChanged');
  const { rows } = await tx.execute<{ waiting: number }>(sql`SELECT count(*)::int AS waiting
    FROM (SELECT FROM mail_queue q WHERE ${inState('waiting', deps.now())} LIMIT ${MOST_COUNTED}) counted`);
  return {
    reply: {},
    target: { type: 'mailGate', id: '' },
    before: { mailsStopped: !isMuted },
    after: { mailsStopped: isMuted, mailsWaiting: rows[0]!.waiting },
  };
}
