import * as z from 'zod/mini';

const TIMEOUT_MS = 5000;

export interface ServiceKeys {
  siteKey: string;
  secret: string;
  /** Host name of PUBLIC_URL. A token made on another site is refused. */
  hostname: string;
  /** Address of the service. Default: its public one. */
  endpoint?: string;
  /** Time limit of an answer. Default: 5 s. */
  timeoutMs?: number;
}

const verdict = z.object({
  success: z.boolean(),
  hostname: z.optional(z.string()),
  action: z.optional(z.string()),
  /** reCAPTCHA only: 0 is a robot, 1 a person. */
  score: z.optional(z.number()),
  'error-codes': z.optional(z.array(z.string())),
});
type Verdict = z.infer<typeof verdict>;

/** Errors that are not the visitor's fault: wrong keys of the site, or a failing service. */
const FAULTS = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'invalid-keys',
  'bad-request',
  'internal-error',
]);

/**
 * Asks a service to check a token. reCAPTCHA and Turnstile use the same protocol.
 * @throws Error if it does not answer in time, sends a malformed answer, or does not accept our keys
 */
export async function siteverify(
  endpoint: string,
  form: Record<string, string>,
  timeoutMs = TIMEOUT_MS,
): Promise<Verdict> {
  const answer = await fetch(endpoint, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { host } = new URL(endpoint);
  if (answer.status >= 500) throw new Error(`${host} answered ${answer.status}`);
  const reply = z.parse(verdict, await answer.json());
  const fault = reply['error-codes']?.find((code) => FAULTS.has(code));
  if (fault) throw new Error(`${host} could not judge: ${fault}`);
  return reply;
}
