import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CaptchaAction } from '#/contract/captcha.ts';
import { endpoints } from '#/contract/endpoints.ts';
import type { Deps } from './deps.ts';
import { fail } from './errors.ts';
import { route } from './route.ts';

/** For each address: a form takes one, and another one after each refusal. */
const CHALLENGES_PER_WINDOW = 120;
const WINDOW_MS = 60_000;

/** Hands out challenges, where the captcha is one whose challenges are made here. */
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
    (await deps.captcha
      .check(token, action, request.ip)
      .catch((cause: unknown) => fail('busy', { cause, retryAfterSeconds: 5 })));
  if (!isGood) fail('errorCaptcha', { errors: { captcha: 'errorCaptcha' } });
}
