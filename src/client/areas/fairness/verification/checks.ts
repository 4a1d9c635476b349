/** The eight checks of PF1, in their order. */
export type CheckId = 'commitment' | 'chain' | 'odds' | 'ticket' | 'item' | 'nonces' | 'clientSeed' | 'day';

/** waiting: it can be looked at later; unknown: what it needs is not at hand. */
export type CheckState = 'passed' | 'failed' | 'waiting' | 'unknown';

/** Names the sentence that says what was found: `checks.*` of locales/{language}/fairness.json. */
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
  | 'nonces.notGiven'
  | 'clientSeed.passed'
  | 'clientSeed.partly'
  | 'clientSeed.differs'
  | 'clientSeed.byServer'
  | 'clientSeed.noRecord'
  | 'day.passed'
  | 'day.differs'
  | 'day.open'
  | 'day.notGiven';

export interface Check {
  id: CheckId;
  state: CheckState;
  reason: CheckReason;
  /** How many it is about, and of how many. */
  count?: number;
  total?: number;
  /** The first draw at which it fails. */
  nonce?: number;
}
