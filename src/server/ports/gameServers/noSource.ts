import type { GameServers } from './gameServers.ts';

/** No source of player counts is set up: every server is shown as not answering. */
export const noSource: GameServers = {
  source: 'none',
  onlineOf: async (keys) => new Map(keys.map((key) => [key, null])),
};
