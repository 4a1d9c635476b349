import { and, desc, eq, lt, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type HistoryReply, PLAYER_LINES } from '#/contract/operator/players.ts';
import { audit } from '#/server/platform/db/tables/accounts.ts';
import { operators } from '#/server/platform/db/tables/operators.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { refuseStranger } from './playerStanding.ts';

const approver = alias(operators, 'approver');

/**
 * Lists what happened to an account and what operators did with it, the newest first: sign-ins and changes by the player,
 * notes, gifts and corrections.
 * @param before id of the last entry of the page before
 * @throws AppError notFound
 */
export async function playerHistory(
  { db }: Pick<Deps, 'db'>,
  accountId: number,
  before?: string,
): Promise<HistoryReply> {
  await refuseStranger(db, accountId);
  const isAct = and(eq(audit.targetType, 'player'), eq(audit.targetId, String(accountId)));
  const rows = await db
    .select({ entry: audit, name: operators.name, approver: approver.name })
    .from(audit)
    .leftJoin(operators, eq(operators.id, audit.operatorId))
    .leftJoin(approver, eq(approver.id, audit.approvedBy))
    .where(
      and(
        or(eq(audit.accountId, accountId), isAct),
        before === undefined ? undefined : lt(audit.id, Number(before)),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(PLAYER_LINES + 1);
  const shown = rows.slice(0, PLAYER_LINES);
  return {
    entries: shown.map(({ entry, name, approver: second }) => ({
      id: entry.id,
      at: entry.createdAt.toISOString(),
      act: entry.event,
      actor: entry.actor,
      operator: name,
      approvedBy: second,
      reason: entry.reason,
      before: entry.before,
      // what the site and commands of the shell note stands in `detail`
      after: entry.after ?? (Object.keys(entry.detail).length > 0 ? entry.detail : null),
    })),
    before: rows.length > PLAYER_LINES ? (shown.at(-1)?.entry.id ?? null) : null,
  };
}
