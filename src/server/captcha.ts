import type { FastifyRequest } from 'fastify';
import type { CaptchaAction } from '#/contract/captcha.ts';
import type { Deps } from './deps.ts';
import { fail } from './errors.ts';

/**
 * Lets nobody through without a captcha token of this action (S16).
 * @throws AppError errorCaptcha; busy when the service cannot be asked
 */
export async function requireCaptcha(
  deps: Pick<Deps, 'captcha'>,
  request: FastifyRequest,
  token: string | undefined,
  action: CaptchaAction,
): Promise<void> {
  const isGood =
    token &&
    (await deps.captcha.check(token, action, request.ip).catch((cause: unknown) => fail('busy', { cause })));
  if (!isGood) fail('errorCaptcha', { errors: { captcha: 'errorCaptcha' } });
}
