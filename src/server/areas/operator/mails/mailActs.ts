import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type MailAct, MAILS_NAMED_MOST } from '#/contract/operator/mails.ts';
import { changeMails } from '#/server/domain/mails/changeMails.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/**
 * Sends mails again or drops them (O32). The preview names what they were for; neither it nor the audit log has an
 * address or any content.
 * @throws AppError mailsUnchanged if none of them can be changed now
 */
export async function changeMailsAct(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  act: MailAct,
  ids: readonly number[],
): Promise<ActOutcome<{ changed: number }>> {
  const changed = await changeMails(tx, deps, act, ids);
  const [first] = changed;
  if (!first) return fail('mailsUnchanged');
  const before: Record<string, number> = {};
  for (const { state } of changed) before[state] = (before[state] ?? 0) + 1;
  const left = new Set(ids).size - changed.length;
  const numbers = changed.map(({ id }) => id);
  return {
    reply: { changed: changed.length },
    target:
      changed.length === 1
        ? { type: 'mail', id: String(first.id) }
        : { type: 'mails', id: `${first.id}…${changed.at(-1)!.id}` },
    before: { mailStates: before },
    after: {
      mailStates: { [act === 'drop' ? 'dropped' : 'waiting']: changed.length },
      mailKinds: [...new Set(changed.map(({ kind }) => kind))],
      ...(changed.length > 1 && { numbers }),
      ...(left > 0 && { mailsLeft: left }),
    },
    foreseen: {
      mails: changed
        .slice(0, MAILS_NAMED_MOST)
        .map(({ id, kind, createdAt, login, order }) => ({ id, kind, createdAt, login, order })),
      more: Math.max(changed.length - MAILS_NAMED_MOST, 0),
    },
  };
}
