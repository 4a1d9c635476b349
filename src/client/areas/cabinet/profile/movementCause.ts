/** Causes of movements that have a sentence of their own (C3). */
const CAUSES = [
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
  'demo',
] as const;

/** Returns the cause of a movement from the ledger's reason; `other` for a reason that this page does not know. */
export function movementCause(reason: string): (typeof CAUSES)[number] | 'other' {
  return CAUSES.find((cause) => cause === reason) ?? 'other';
}
