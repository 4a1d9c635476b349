/** Players on one game server. */
export interface PlayerCount {
  online: number;
  /** Slots of the server; null if unknown. */
  slots: number | null;
  /** Time of the count. */
  at: Date;
}

/** Asks game servers for the number of players online. */
export interface GameServers {
  /** Source of the counts, as the start-up banner names it. */
  source: string;
  /**
   * Asks one server; answers or fails within `ANSWER_TIMEOUT_MS`.
   * @returns null if no source is set up for it
   * @throws Error saying what the server does, as "answered 502"
   */
  ask: (key: string) => Promise<PlayerCount | null>;
}

export const ANSWER_TIMEOUT_MS = 4_000;
/** More players or slots than this are a mistake. */
export const PLAYERS_MAX = 100_000;
