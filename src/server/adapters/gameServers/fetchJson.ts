import * as z from 'zod/mini';
import { PLAYERS_MAX } from '#/server/ports/gameServers.ts';

/** A number of players or slots. */
export const wirePlayers = z.int().check(z.gte(0), z.lte(PLAYERS_MAX));

/**
 * Fetches JSON from another server, limited in time and size, and checks it against the schema.
 * @throws Error that describes the server's behaviour, for example "answered 502", without any text of its answer
 */
export async function fetchJson<S extends z.ZodMiniType>(
  url: string,
  schema: S,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<z.output<S>> {
  const text = await fetchText(url, maxBytes, signal).catch((error: unknown) => {
    if (signal.aborted) throw new Error('does not answer in time');
    // fetch puts the reason, for example ECONNREFUSED, into the cause of its own error
    const cause = error instanceof TypeError ? (error.cause as { code?: string } | undefined) : undefined;
    throw error instanceof TypeError ? new Error(`cannot be reached: ${cause?.code ?? 'refused'}`) : error;
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('answered something that is not JSON');
  }
  const parsed = z.safeParse(schema, json);
  if (!parsed.success)
    throw new Error(`answered ${parsed.error.issues[0]?.path.join('.') || 'JSON'} of another form`);
  return parsed.data;
}

async function fetchText(url: string, maxBytes: number, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, redirect: 'manual', headers: { accept: 'application/json' } });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`answered ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // leaving the loop cancels the rest of the body
    if (size > maxBytes) throw new Error(`answered more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
