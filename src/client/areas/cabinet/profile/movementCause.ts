/** Causes for which coins come into a wallet or go out of it, each with a sentence of its own (C3). */
const CAUSES = [
  'order',
  'orderBonus',
  'orderReversed',
  'orderGivenBack',
  'storeByCoin',
  'coupon',
  'cashBackReleased',
  'cashBackReversed',
  'milestone',
  'milestoneReversed',
  'debtRepaid',
  'debtOverpaid',
  'operator',
  'demo',
] as const;

/** The cause by which the ledger names a movement; one that is new to this page is `other`. */
export function movementCause(reason: string): (typeof CAUSES)[number] | 'other' {
  return CAUSES.find((cause) => cause === reason) ?? 'other';
}
