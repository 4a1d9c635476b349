/**
 * Time limit of a call. It must be below the time limit of the site's own answer, because a checkout waits for the
 * call.
 */
export const PROVIDER_TIMEOUT_MS = 10_000;

interface Call {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | URLSearchParams;
}

/**
 * Calls a provider over HTTPS.
 * @returns its answer, parsed as JSON
 * @throws Error if it does not answer in time, refuses or sends no JSON; the message names the host and the reason, and
 *   no key
 */
export async function callProvider(url: URL, { method, headers, body }: Call): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: { accept: 'application/json', ...headers },
    ...(body !== undefined && { body }),
    redirect: 'error',
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url.host} answered ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}
