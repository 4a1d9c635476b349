/** A checkout waits for it; the limit of our own answer is above it. */
const TIMEOUT_MS = 10_000;

interface Call {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | URLSearchParams;
}

/**
 * Asks a provider something over HTTPS.
 * @returns its answer, read as JSON
 * @throws Error when it does not answer in time, refuses or answers no JSON; it names the host and the reason, no key
 */
export async function callProvider(url: URL, { method, headers, body }: Call): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: { accept: 'application/json', ...headers },
    ...(body !== undefined && { body }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url.host} answered ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}
