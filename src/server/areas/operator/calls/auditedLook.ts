import type { FastifyRequest } from 'fastify';
import { LOOKS_BY_DAY } from '#/server/domain/operators/operatorLimits.ts';
import type { OperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import { type AuditEvent, writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { actorOf } from './operatorRoute.ts';

interface Look {
  event: AuditEvent;
  targetType?: string;
  targetId?: string;
  after?: Record<string, unknown>;
}

/**
 * Counts a look at personal data, so that a stolen session cannot read all of it. Call it before reading anything.
 * @throws AppError tooManyRequests by `LOOKS_BY_DAY`
 */
export async function countLook(deps: Deps, operator: OperatorSession): Promise<void> {
  await countAttempt(deps, LOOKS_BY_DAY, `#${operator.id}`);
}

/** Writes a look at personal data into the audit log (O6). Call it before showing anything. */
export const auditLook = (
  deps: Deps,
  request: FastifyRequest,
  operator: OperatorSession,
  { event, ...look }: Look,
): Promise<void> =>
  writeAudit(deps.db, deps, {
    accountId: null,
    actor: 'operator',
    event,
    act: { ...actorOf(request, operator), ...look },
  });
