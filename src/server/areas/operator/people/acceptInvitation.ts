import type { FastifyReply, FastifyRequest } from 'fastify';
import { toString as drawQr } from 'qrcode';
import type * as z from 'zod/mini';
import type { acceptInvitationBody } from '#/contract/operator/people/people.ts';
import { hashPassword, isCommonPassword } from '#/server/domain/accounts/password.ts';
import { stepOfCode, totpAddress } from '#/server/domain/accounts/access/totp.ts';
import { activateOperator, findInvitation } from '#/server/domain/operators/invitations.ts';
import { countGuess } from '#/server/domain/operators/operatorAttempts.ts';
import { giveFactor } from '#/server/domain/operators/operatorFactors.ts';
import { sendOperatorCookie, startOperatorSession } from '#/server/domain/operators/operatorSessions.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { actorOf } from '../calls/operatorRoute.ts';

/**
 * Returns the data for the page of a link.
 * @throws AppError invitationInvalid; tooManyRequests
 */
export async function showInvitation(deps: Deps, request: FastifyRequest, token: string) {
  const takeBack = await countGuess(deps, request, undefined);
  const { email, name, role, secret } = await findInvitation(deps.db, deps, token);
  await takeBack();
  const address = totpAddress(secret, email);
  return { email, name, role, secret, address, picture: await drawQr(address, { type: 'svg' }) };
}

/**
 * Sets password and second factor of an invited operator and signs them in (O1). The link works once.
 * @throws AppError invitationInvalid; passwordCommon at password; errorTwoFaActivated at code; tooManyRequests; busy
 */
export async function acceptInvitation(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, password, code, locale }: z.output<typeof acceptInvitationBody>,
): Promise<{ recoveryCodes: string[] }> {
  const takeBack = await countGuess(deps, request, undefined);
  const { email, name } = await findInvitation(deps.db, deps, token);
  if (isCommonPassword(password, name, email))
    fail('passwordCommon', { errors: { password: 'passwordCommon' } });
  const passwordHash = await hashPassword(password);
  const done = await withTx(deps.pool, async (tx) => {
    const operator = await findInvitation(tx, deps, token, { lock: true });
    const step = stepOfCode(operator.secret, code.replaceAll(/\s/g, ''), deps.now());
    if (step === null) return fail('errorTwoFaActivated', { errors: { code: 'errorTwoFaActivated' } });
    await activateOperator(tx, operator.id, { passwordHash, locale });
    const recoveryCodes = await giveFactor(tx, deps, operator.id, { secret: operator.secret, step });
    const act = { ...actorOf(request, operator), targetType: 'operator', targetId: String(operator.id) };
    await writeAudit(tx, deps, { accountId: null, actor: 'operator', event: 'operatorAccepted', act });
    return { recoveryCodes, session: await startOperatorSession(tx, deps, request, operator.id) };
  });
  await takeBack();
  sendOperatorCookie(deps, reply, done.session);
  return { recoveryCodes: done.recoveryCodes };
}
