import { type Challenge, solveChallengeWorkers } from 'altcha-lib';
import type { CaptchaAction } from '#/contract/kernel/captcha.ts';
import { authCalls } from '#/contract/calls/auth.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export, which is the address of the worker
import workerUrl from './altchaWorker.ts?worker&url';
import { call } from '#/client/platform/api/api.ts';
import { trustedScriptUrl } from '#/client/platform/api/trustedScriptUrl.ts';

const MAX_WORKERS = 4;
const TIMEOUT_MS = 60_000;

/**
 * Solves a puzzle of this site in workers.
 * @returns the solution; null if it took more than a minute
 * @throws ApiError if the server gives no puzzle
 */
export async function altchaToken(action: CaptchaAction): Promise<string | null> {
  const challenge = (await call(authCalls.captchaChallenge, { query: { action } })) as unknown as Challenge;
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency),
    createWorker: () => new Worker(trustedScriptUrl(workerUrl), { type: 'module' }),
    timeout: TIMEOUT_MS,
  });
  return solution && btoa(JSON.stringify({ challenge, solution }));
}
