import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { AUDIT_PAGE_ROWS, type AuditQuery, type auditReply } from '#/contract/operator/people/auditLog.ts';
import { gradeOf } from '#/contract/operator/people/permissions.ts';
import { readAudit } from '#/server/domain/operators/auditEntries.ts';
import type { OperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import { audit } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** Lists acts of operators, the newest first. Support and viewers see only their own acts (O6). */
export async function auditLog(
  deps: Pick<Deps, 'db'>,
  { id, role }: OperatorSession,
  { before, operator }: AuditQuery,
): Promise<z.output<typeof auditReply>> {
  const asked = operator === undefined ? undefined : Number(operator);
  const by = gradeOf(role, 'audit.see') === 'own' ? id : asked;
  const byOperator = and(
    eq(audit.actor, 'operator'),
    by === undefined ? undefined : eq(audit.operatorId, by),
  );
  const { entries, before: nextBefore } = await readAudit(deps, byOperator, {
    before,
    most: AUDIT_PAGE_ROWS,
  });
  return { entries, nextBefore };
}
