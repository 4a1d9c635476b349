import * as z from 'zod/mini';
import { cachedFor } from '#/server/platform/kernel/cached.ts';
import { fetchJson, wirePlayers } from './fetchJson.ts';
import { ANSWER_TIMEOUT_MS, type PlayerCount } from '#/server/ports/gameServers.ts';

/** The list of all public servers has about half a megabyte. */
const LIST_MAX_BYTES = 8 * 1024 * 1024;
/** Servers that are polled within this time share one fetch. */
const LIST_AGE_MS = 3_000;

// entries of foreign servers may have any form: only our own entry is validated
const anyList = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]);
/** `/master/`: entries by address. */
const flatEntry = z.object({ players: wirePlayers, maxplayers: z.optional(wirePlayers) });
/** `/master/v2/`: projects, whose servers have their address as the id. */
const project = z.object({ servers: z.array(z.unknown()) });
const named = z.object({ id: z.string() });
const projectEntry = z.object({
  players: z.object({ amount: wirePlayers, max: z.optional(wirePlayers) }),
});

/**
 * Asks the master list of RAGE MP, in either of its forms, because servers of that game answer no queries.
 * @returns a function that finds one server by its address, for example "1.2.3.4:22005"; it throws an Error that
 * describes the problem
 */
export function rageMpList(
  url: string,
  now: () => Date,
  timeoutMs = ANSWER_TIMEOUT_MS,
): (address: string) => Promise<PlayerCount> {
  const list = cachedFor(LIST_AGE_MS, now, async () => ({
    json: await fetchJson(url, anyList, {
      maxBytes: LIST_MAX_BYTES,
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: Error) => {
      throw new Error(`the master list ${error.message}`);
    }),
    at: now(),
  }));
  return async (address) => {
    const { json, at } = await list();
    const { online, slots } = Array.isArray(json) ? inProjects(json, address) : inFlatList(json, address);
    return { online, slots: slots || null, at };
  };
}

interface Entry {
  online: number;
  slots: number | undefined;
}

function inProjects(list: readonly unknown[], address: string): Entry {
  const servers = list.flatMap((each) => z.safeParse(project, each).data?.servers ?? []);
  const own = servers.find((each) => z.safeParse(named, each).data?.id === address);
  const { players } = checked(projectEntry, own);
  return { online: players.amount, slots: players.max };
}

function inFlatList(list: Record<string, unknown>, address: string): Entry {
  const { players, maxplayers } = checked(
    flatEntry,
    Object.hasOwn(list, address) ? list[address] : undefined,
  );
  return { online: players, slots: maxplayers };
}

function checked<S extends z.ZodMiniType>(schema: S, entry: unknown): z.output<S> {
  if (entry === undefined) throw new Error('is not in the master list');
  const parsed = z.safeParse(schema, entry);
  if (!parsed.success) throw new Error('stands in the master list in another form');
  return parsed.data;
}
