import type { FastifyRequest } from 'fastify';
import type { Locale } from '#/contract/kernel/locale.ts';
import { queueTestMail } from '#/server/domain/mails/testMail.ts';
import { TEST_MAILS_BY_HOUR } from '#/server/domain/operators/operatorLimits.ts';
import type { OperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { actorOf } from '../calls/operatorRoute.ts';

/**
 * Mails a test to the caller's own address, which no input can change (O32).
 * @throws AppError tooManyRequests
 */
export async function sendTestMail(
  deps: Deps,
  request: FastifyRequest,
  operator: OperatorSession,
  locale: Locale,
): Promise<{ id: number }> {
  await countAttempt(deps, TEST_MAILS_BY_HOUR, `#${operator.id}`);
  return withTx(deps.pool, async (tx) => {
    const id = await queueTestMail(tx, deps, operator, locale);
    const act = { ...actorOf(request, operator), targetType: 'mail', targetId: String(id) };
    await writeAudit(tx, deps, { accountId: null, actor: 'operator', event: 'testMailSent', act });
    return { id };
  });
}
