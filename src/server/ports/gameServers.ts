/** Players on one game server. */
export interface PlayerCount {
  online: number;
  /** Players it has room for; null while that is not known. */
  slots: number | null;
  /** When it was so. */
  at: Date;
}

/** Asks the game servers how many players are on. */
export interface GameServers {
  /** Where the counts come from, as the start-up banner says it. */
  source: string;
  /**
   * Asks one server; answers or fails within `ANSWER_TIMEOUT_MS`.
   * @returns null when nothing is set up that could tell
   * @throws Error saying what the server does, as "answered 502"
   */
  ask: (key: string) => Promise<PlayerCount | null>;
}

export const ANSWER_TIMEOUT_MS = 4_000;
/** More players or slots on one server are a mistake. */
export const PLAYERS_MAX = 100_000;
