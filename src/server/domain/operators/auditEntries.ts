import { and, desc, eq, lt, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { audit } from '#/server/platform/db/tables/accounts.ts';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

const approver = alias(operators, 'approver');

/**
 * Reads rows of the audit log with the names of their operators, the newest first.
 * @param before id of the last row of the page before
 * @param most rows of a page
 * @returns `before`: cursor of the next page; null when there is none
 */
export async function readAudit(
  { db }: Pick<Deps, 'db'>,
  where: SQL | undefined,
  { before, most }: { before: string | undefined; most: number },
) {
  const rows = await db
    .select({ entry: audit, operator: operators.name, approvedBy: approver.name })
    .from(audit)
    .leftJoin(operators, eq(operators.id, audit.operatorId))
    .leftJoin(approver, eq(approver.id, audit.approvedBy))
    .where(and(where, before === undefined ? undefined : lt(audit.id, Number(before))))
    .orderBy(desc(audit.id))
    .limit(most + 1);
  const shown = rows.slice(0, most);
  return {
    entries: shown.map(({ entry, operator, approvedBy }) => ({
      id: entry.id,
      at: entry.createdAt.toISOString(),
      act: entry.event,
      actor: entry.actor,
      operator,
      approvedBy,
      targetType: entry.targetType,
      targetId: entry.targetId,
      reason: entry.reason,
      network: entry.network,
      before: entry.before,
      // entries of the site and of commands in the shell have their values in `detail`
      after: entry.after ?? (Object.keys(entry.detail).length > 0 ? entry.detail : null),
    })),
    before: rows.length > most ? (shown.at(-1)?.entry.id ?? null) : null,
  };
}
