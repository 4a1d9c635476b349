/** The nine checks of PF1, in their order. */
export type CheckId =
  | 'commitment'
  | 'chain'
  | 'odds'
  | 'ticket'
  | 'item'
  | 'nonces'
  | 'clientSeed'
  | 'day'
  | 'id';

/** waiting: it can be checked later; unknown: data for it are missing. */
export type CheckState = 'passed' | 'failed' | 'waiting' | 'unknown';

/** Key of the sentence about the result: `checks.*` of locales/{language}/fairness.json. */
export type CheckReason =
  | 'commitment.passed'
  | 'commitment.passedOwn'
  | 'commitment.differs'
  | 'commitment.recordDiffers'
  | 'commitment.live'
  | 'commitment.noSeed'
  | 'commitment.notGiven'
  | 'chain.passed'
  | 'chain.differs'
  | 'chain.notGiven'
  | 'odds.passed'
  | 'odds.broken'
  | 'odds.missing'
  | 'odds.notGiven'
  | 'ticket.passed'
  | 'ticket.differs'
  | 'ticket.live'
  | 'ticket.notGiven'
  | 'ticket.none'
  | 'item.passed'
  | 'item.differs'
  | 'item.notGiven'
  | 'nonces.passed'
  | 'nonces.gap'
  | 'nonces.short'
  | 'nonces.cutShort'
  | 'nonces.notGiven'
  | 'clientSeed.passed'
  | 'clientSeed.partly'
  | 'clientSeed.differs'
  | 'clientSeed.byServer'
  | 'clientSeed.notDerived'
  | 'clientSeed.noRecord'
  | 'day.passed'
  | 'day.passedLater'
  | 'day.differs'
  | 'day.open'
  | 'day.notGiven'
  | 'id.passed'
  | 'id.differs'
  | 'id.older'
  | 'id.live'
  | 'id.notGiven';

export interface Check {
  id: CheckId;
  state: CheckState;
  reason: CheckReason;
  /** Number of items it is about, and the number of all. */
  count?: number;
  total?: number;
  /** The first draw that fails. */
  nonce?: number;
}
