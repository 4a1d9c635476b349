import { and, desc, eq, lt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import { AUDIT_PAGE_ROWS, type AuditQuery, type auditReply } from '#/contract/operator/people/auditLog.ts';
import { gradeOf } from '#/contract/operator/people/permissions.ts';
import type { OperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import { audit } from '#/server/platform/db/tables/accounts.ts';
import { operators } from '#/server/platform/db/tables/operators.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

const approver = alias(operators, 'approver');

/** Lists what operators did, the newest first. Support and viewers see their own acts only (O6). */
export async function auditLog(
  { db }: Pick<Deps, 'db'>,
  { id, role }: OperatorSession,
  { before, operator }: AuditQuery,
): Promise<z.output<typeof auditReply>> {
  const asked = operator === undefined ? undefined : Number(operator);
  const by = gradeOf(role, 'audit.see') === 'own' ? id : asked;
  const rows = await db
    .select({ entry: audit, name: operators.name, approver: approver.name })
    .from(audit)
    .leftJoin(operators, eq(operators.id, audit.operatorId))
    .leftJoin(approver, eq(approver.id, audit.approvedBy))
    .where(
      and(
        eq(audit.actor, 'operator'),
        by === undefined ? undefined : eq(audit.operatorId, by),
        before === undefined ? undefined : lt(audit.id, Number(before)),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(AUDIT_PAGE_ROWS + 1);
  const shown = rows.slice(0, AUDIT_PAGE_ROWS);
  return {
    entries: shown.map(({ entry, name, approver: second }) => ({
      id: entry.id,
      at: entry.createdAt.toISOString(),
      operator: name,
      approvedBy: second,
      act: entry.event,
      targetType: entry.targetType,
      targetId: entry.targetId,
      before: entry.before,
      // what commands of the shell note stands in `detail`
      after: entry.after ?? (Object.keys(entry.detail).length > 0 ? entry.detail : null),
      reason: entry.reason,
      network: entry.network,
    })),
    nextBefore: rows.length > AUDIT_PAGE_ROWS ? (shown.at(-1)?.entry.id ?? null) : null,
  };
}
