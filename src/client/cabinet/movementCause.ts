/** Causes of movements that have a sentence of their own (C3). */
const CAUSES = [
  'order',
  'orderBonus',
  'orderReversed',
  'orderDebt',
  'orderGivenBack',
  'orderDebtGivenBack',
  'storeByCoin',
  'coupon',
  'cashBack',
  'cashBackReleased',
  'cashBackReversed',
  'milestone',
  'debtRepaid',
  'debtOverpaid',
  'demo',
] as const;

/** The cause by which the ledger names a movement; one that is new to this page is `other`. */
export function movementCause(reason: string): (typeof CAUSES)[number] | 'other' {
  return CAUSES.find((cause) => cause === reason) ?? 'other';
}
