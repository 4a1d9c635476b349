import * as z from 'zod/mini';

/** A game server as the selectors know it. */
export const gameServer = z.object({ key: z.string(), name: z.string() });
export type GameServer = z.infer<typeof gameServer>;

export const serversReply = z.object({ servers: z.array(gameServer) });

/** Players online; a server that does not answer counts 0 and is marked (L7). */
export const serverStatistic = z.object({
  key: z.string(),
  name: z.string(),
  online: z.int().check(z.nonnegative()),
  isOnline: z.boolean(),
});
export type ServerStatistic = z.infer<typeof serverStatistic>;

export const serversStatisticReply = z.object({ servers: z.array(serverStatistic) });
