import type { FastifyRequest } from 'fastify';
import { addressOf } from '#/server/domain/mails/mailList.ts';
import type { OperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { auditLook, countLook } from '../calls/auditedLook.ts';

/**
 * Shows the address of a mail in full. The look is written into the audit log before anything is shown (O6).
 * @throws AppError notFound, tooManyRequests
 */
export async function showRecipient(
  deps: Deps,
  request: FastifyRequest,
  operator: OperatorSession,
  id: number,
): Promise<{ to: string | null }> {
  await countLook(deps, operator);
  const to = await addressOf(deps, id);
  if (to === undefined) return fail('notFound');
  await auditLook(deps, request, operator, {
    event: 'personalSeen',
    targetType: 'mail',
    targetId: String(id),
  });
  return { to };
}
