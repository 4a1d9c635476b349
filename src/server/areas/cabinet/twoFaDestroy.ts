import type { FastifyRequest } from 'fastify';
import type { TwoFaDestroyBody } from '#/contract/cabinet.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { countAttempt } from '#/server/platform/kernel/rateLimit.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { lockCaller } from '#/server/domain/accounts/access/liveSessions.ts';
import { TWO_FA_CHANGES } from '#/server/domain/accounts/rateLimits.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';
import { switchOffTwoFactor } from '#/server/domain/accounts/access/switchOffTwoFactor.ts';
import { proveTwoFa } from './proveTwoFa.ts';

/**
 * Turns two-factor authentication off with a code or a recovery code (C8). Other sessions end.
 * @throws AppError as proveTwoFa
 */
export async function twoFaDestroy(
  deps: Deps,
  request: FastifyRequest,
  caller: SessionAccount,
  body: TwoFaDestroyBody,
): Promise<{ isTwoFaEnabled: false }> {
  const { id, sessionId } = caller;
  await proveTwoFa(deps, caller, body);
  await withTx(deps.pool, async (tx) => {
    const account = await lockCaller(tx, deps, caller);
    if (!account.isTwoFaEnabled) fail('twoFaDisabledAlready');
    await countAttempt({ ...deps, db: tx }, TWO_FA_CHANGES, `#${id}`);
    const kept = { sessionId, deviceOf: request, notMeLinks: true, passkeys: true };
    const ended = await switchOffTwoFactor(tx, deps, account, kept);
    await writeAudit(tx, deps, { accountId: id, actor: 'player', event: 'twoFaOff', detail: { ended } });
  });
  return { isTwoFaEnabled: false };
}
