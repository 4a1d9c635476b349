/** Asks the game servers how many players are on. */
export interface GameServers {
  /** Named in the start-up log. */
  source: string;
  /** Players online of each server key; null when that server does not answer. */
  onlineOf: (keys: readonly string[]) => Promise<Map<string, number | null>>;
}
