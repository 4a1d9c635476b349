import type { Budget } from '../budget.ts';

const MINUTE_MS = 60_000;

/** Wrong passwords for one account. */
export const SIGN_IN_BY_ACCOUNT: Budget = { name: 'signInAccount', limit: 10, windowMs: 15 * MINUTE_MS };
/** Wrong passwords from one address, over all accounts. */
export const SIGN_IN_BY_ADDRESS: Budget = { name: 'signInAddress', limit: 50, windowMs: 15 * MINUTE_MS };
/** Refused sign-ups from one address: each tells whether a login, an e-mail or a code exists. */
export const SIGN_UP_BY_ADDRESS: Budget = { name: 'signUpAddress', limit: 20, windowMs: 60 * MINUTE_MS };

/** A budget per address, widened as the operator set it. */
export function scaled(budget: Budget, scale: number): Budget {
  return { ...budget, limit: budget.limit * scale };
}
