import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CaptchaAction } from '#/contract/kernel/captcha.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { route } from './route.ts';

/** Challenges for each address: a form takes one, and another one after each refusal. */
const CHALLENGES_PER_WINDOW = 120;
const WINDOW_MS = 60_000;

/** Serves challenges if the captcha creates them on this server. */
export function captchaRoutes(app: FastifyInstance, deps: Deps): void {
  const countRequest = app.createRateLimit({
    max: CHALLENGES_PER_WINDOW * deps.config.rateLimitScale,
    timeWindow: WINDOW_MS,
  });
  route(app, deps, endpoints.captchaChallenge, async ({ query }, { request }) => {
    const makeChallenge = deps.captcha.challenge ?? fail('notFound');
    const count = await countRequest(request);
    if (!count.isAllowed && count.isExceeded)
      fail('tooManyRequests', { retryAfterSeconds: count.ttlInSeconds });
    return makeChallenge(query.action);
  });
}

/**
 * Requires a captcha token for this action (S16).
 * @throws AppError errorCaptcha; busy if the captcha service does not answer
 */
export async function requireCaptcha(
  deps: Pick<Deps, 'captcha'>,
  request: FastifyRequest,
  token: string | undefined,
  action: CaptchaAction,
): Promise<void> {
  const isGood =
    token &&
    (await deps.captcha
      .check(token, action, request.ip)
      .catch((cause: unknown) => fail('busy', { cause, retryAfterSeconds: 5 })));
  if (!isGood) fail('errorCaptcha', { errors: { captcha: 'errorCaptcha' } });
}
