/** Players on one game server. */
export interface PlayerCount {
  online: number;
  /** Slots of the server. Null when unknown. */
  slots: number | null;
  /** Time of the count. */
  at: Date;
}

/** Asks game servers for the number of players online. */
export interface GameServers {
  /** Source of the counts, for the start-up banner. */
  source: string;
  /**
   * Asks one server; answers or fails within `ANSWER_TIMEOUT_MS`.
   * @returns null if the server has no source
   * @throws Error that describes the server's behaviour, for example "answered 502"
   */
  ask: (key: string) => Promise<PlayerCount | null>;
}

export const ANSWER_TIMEOUT_MS = 4_000;
/** Larger numbers of players or slots are mistakes. */
export const PLAYERS_MAX = 100_000;
