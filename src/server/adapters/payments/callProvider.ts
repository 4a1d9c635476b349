/**
 * Time limit of a call. It must be below the time limit of the site's own answer, because a checkout waits for the
 * call.
 */
export const PROVIDER_TIMEOUT_MS = 10_000;

/** An answer with a status that says no. The message names the host and the reason, and no key. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
  readonly status: number;

  constructor(host: string, status: number, text: string) {
    super(`${host} answered ${status}: ${text.slice(0, 300)}`);
    this.status = status;
  }
}

interface Call {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | URLSearchParams;
}

/**
 * Calls a provider over HTTPS.
 * @returns its answer, parsed as JSON
 * @throws ProviderRefusal; Error if it does not answer in time or sends no JSON
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
  if (!answer.ok) throw new ProviderRefusal(url.host, answer.status, text);
  return JSON.parse(text);
}
