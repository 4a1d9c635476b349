import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResetPasswordBody } from '#/contract/auth.ts';
import { spend } from '../budget.ts';
import { requireCaptcha } from '../captcha.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import { RESET_GUESSES } from './budgets.ts';
import { replacePassword } from './replacePassword.ts';
import { acceptFlow, clearFlowCookie, countAttempt, findFlow, isCodeOf, subjectOf } from './resetFlow.ts';
import { sendResetCode } from './sendResetCode.ts';

interface ResetReply {
  step: 'codeSent' | 'codeAccepted' | 'passwordChanged';
  /** Seconds until another code may be asked for. */
  resendSeconds: number;
}

/**
 * Recovers a password in three steps (A6): without a code one is mailed, a code alone is checked, a code with a
 * password changes it. Nobody is signed in by it, and an account with two-factor authentication still asks for a code.
 * @throws AppError errorEmailNotification at email; invalidConfirmationCode at verification_code;
 *   errorPasswordRequired at password; errorCaptcha; tooManyRequests; busy
 */
export async function resetPassword(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { server, email, verification_code: code, password, captcha }: ResetPasswordBody,
): Promise<ResetReply> {
  const mailbox = { server, email };
  if (!code) {
    await requireCaptcha(deps, request, captcha, 'resetPassword');
    return { step: 'codeSent', ...(await sendResetCode(deps, request, reply, mailbox)) };
  }
  const flow = (await findFlow(deps, request, mailbox)) ?? refuse();
  // a browser that has proved its code guesses nothing any more
  if (!flow.acceptedAt) {
    if (password !== undefined || !(await countAttempt(deps, flow))) refuse();
    await spend(deps, RESET_GUESSES, await subjectOf(deps, request, mailbox, flow.accountId));
  }
  if (!isCodeOf(deps, flow, mailbox, code)) refuse();
  if (password === undefined) {
    if (!(await acceptFlow(deps, flow))) refuse();
    return { step: 'codeAccepted', resendSeconds: 0 };
  }
  if (!(await replacePassword(deps, request, flow, mailbox, password))) refuse();
  clearFlowCookie(deps, reply);
  return { step: 'passwordChanged', resendSeconds: 0 };
}

function refuse(): never {
  return fail('invalidConfirmationCode', { errors: { verification_code: 'invalidConfirmationCode' } });
}
