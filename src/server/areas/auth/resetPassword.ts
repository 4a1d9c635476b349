import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResetPasswordBody } from '#/contract/auth.ts';
import { countAttempt, networkSubject, scaled } from '#/server/platform/kernel/rateLimit.ts';
import { sendDevice } from '#/server/domain/accounts/access/devices.ts';
import { requireCaptcha } from '#/server/platform/http/captcha.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { RESET_GUESSES, RESET_GUESSES_BY_NETWORK } from '#/server/domain/accounts/rateLimits.ts';
import { replacePassword } from './replacePassword.ts';
import {
  acceptFlow,
  clearFlowCookie,
  countCodeAttempt,
  findFlow,
  isCodeOf,
  subjectOf,
  takeBackCodeAttempt,
} from './resetFlow.ts';
import { sendResetCode } from './sendResetCode.ts';

interface ResetReply {
  step: 'codeSent' | 'codeSentBefore' | 'codeAccepted' | 'passwordChanged';
  /** Seconds until another code may be requested. */
  resendSeconds: number;
}

/**
 * Recovers a password in three steps (A6): a call without a code mails one, a call with a code checks it, a call with a
 * code and a password changes the password. It signs nobody in, and two-factor authentication still applies at the
 * sign-in.
 * @throws AppError mailSentRecently; invalidConfirmationCode at verification_code; errorPasswordRequired at password;
 *   errorCaptcha; tooManyRequests; busy
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
    return sendResetCode(deps, request, reply, mailbox);
  }
  const flow = (await findFlow(deps, request, mailbox)) ?? refuse();
  // calls of a browser whose code was accepted are no guesses, so they are not counted
  if (!flow.acceptedAt) {
    if (password !== undefined || !(await countCodeAttempt(deps, flow))) refuse();
    const subject = await subjectOf(deps, request, mailbox, flow.accountId);
    await countGuess(deps, request, subject).catch(async (error: unknown) => {
      // takes the count back, because the code was not evaluated
      await takeBackCodeAttempt(deps, flow);
      throw error;
    });
  }
  if (!isCodeOf(deps, flow, mailbox, code)) refuse();
  if (password === undefined) {
    if (!(await acceptFlow(deps, flow))) refuse();
    return { step: 'codeAccepted', resendSeconds: 0 };
  }
  const device = (await replacePassword(deps, request, flow, mailbox, password)) ?? refuse();
  clearFlowCookie(deps, reply);
  sendDevice(deps, reply, device);
  return { step: 'passwordChanged', resendSeconds: 0 };
}

/**
 * Counts a guess for its network first, so that guesses beyond the limit of a network use up nothing of the mailbox.
 * @throws AppError tooManyRequests
 */
async function countGuess(deps: Deps, request: FastifyRequest, subject: string): Promise<void> {
  const byNetwork = scaled(RESET_GUESSES_BY_NETWORK, deps.config.rateLimitScale);
  await countAttempt(deps, byNetwork, `${subject}/${networkSubject(request.ip)}`);
  await countAttempt(deps, RESET_GUESSES, subject);
}

function refuse(): never {
  return fail('invalidConfirmationCode', { errors: { verification_code: 'invalidConfirmationCode' } });
}
