import * as z from 'zod/mini';
import { fetchJson, wirePlayers } from './fetchJson.ts';
import { ANSWER_TIMEOUT_MS, PLAYERS_MAX, type PlayerCount } from '#/server/ports/gameServers.ts';

const DYNAMIC_MAX_BYTES = 64 * 1024;
/** Enough for 2048 players with all their identifiers. */
const PLAYERS_MAX_BYTES = 2 * 1024 * 1024;

/** `GET /dynamic.json`; the slots are a text there. */
const dynamic = z.object({
  clients: wirePlayers,
  sv_maxclients: z.optional(
    z.union([wirePlayers, z.pipe(z.string().check(z.regex(/^\d{1,5}$/)), z.transform(Number))]),
  ),
});
/** `GET /players.json`; only the number of players is used. */
const players = z.array(z.object({})).check(z.maxLength(PLAYERS_MAX));

/**
 * Asks a FiveM server: `dynamic.json`, or `players.json` if the server or its proxy hides that.
 * @param url its HTTP address, for example http://1.2.3.4:30120
 * @throws Error that describes the server's behaviour
 */
export async function askFivem(
  url: string,
  now: () => Date,
  timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<PlayerCount> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const said = await fetchJson(`${url}/dynamic.json`, dynamic, { maxBytes: DYNAMIC_MAX_BYTES, signal });
    return { online: said.clients, slots: said.sv_maxclients || null, at: now() };
  } catch (error) {
    if (signal.aborted) throw error;
  }
  const list = await fetchJson(`${url}/players.json`, players, { maxBytes: PLAYERS_MAX_BYTES, signal });
  return { online: list.length, slots: null, at: now() };
}
