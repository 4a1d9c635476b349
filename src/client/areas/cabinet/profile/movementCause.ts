/** Causes of movements that have a sentence: every reason under which the ledger moves coins of a wallet (C3). */
export const MOVEMENT_CAUSES = [
  'order',
  'orderBonus',
  'orderReversed',
  'orderGivenBack',
  'storeByCoin',
  'coupon',
  'couponUndone',
  'cashBackReleased',
  'cashBackReversed',
  'milestone',
  'milestoneReversed',
  'debtRepaid',
  'debtOverpaid',
  'operator',
  'correction',
  'demo',
] as const;

/** Returns the cause of a movement from the ledger's reason; `other` for a reason that this page does not know. */
export function movementCause(reason: string): (typeof MOVEMENT_CAUSES)[number] | 'other' {
  return MOVEMENT_CAUSES.find((cause) => cause === reason) ?? 'other';
}
