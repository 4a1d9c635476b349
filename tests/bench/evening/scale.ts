/** How large the evening is. */
export interface Scale {
  accounts: number;
  /** Movements of coins of each account. */
  transfersEach: number;
  /** Accounts that open, buy and exchange; they lie evenly among all. */
  players: number;
  /** Pages that listen for events. */
  streams: number;
}

/** A case of the site's catalogue that is sold for coins. */
export const COIN_CASE = { caseId: 7, goodId: 1071 } as const;

export const loginOf = (account: number) => `guest${account}`;
export const tokenOf = (player: number) => `evening-token-${player}`;
/** The account of a player. */
export const accountOf = ({ accounts, players }: Scale, player: number) =>
  1 + player * Math.floor(accounts / players);
