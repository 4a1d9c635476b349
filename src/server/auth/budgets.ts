import type { Budget } from '../budget.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Wrong passwords for one account. */
export const SIGN_IN_BY_ACCOUNT: Budget = { name: 'signInAccount', limit: 10, windowMs: 15 * MINUTE_MS };
/** Wrong passwords from one address, over all accounts. */
export const SIGN_IN_BY_ADDRESS: Budget = { name: 'signInAddress', limit: 50, windowMs: 15 * MINUTE_MS };
/** Refused sign-ups from one address: each tells whether a login, an e-mail or a code exists. */
export const SIGN_UP_BY_ADDRESS: Budget = { name: 'signUpAddress', limit: 20, windowMs: 60 * MINUTE_MS };
/** Reset codes mailed to one player. */
export const RESET_SENDS_BY_HOUR: Budget = { name: 'resetSendsHour', limit: 3, windowMs: HOUR_MS };
export const RESET_SENDS_BY_DAY: Budget = { name: 'resetSendsDay', limit: 10, windowMs: DAY_MS };
/** Reset codes that one address asks for, over all players. */
export const RESET_SENDS_BY_ADDRESS: Budget = { name: 'resetSendsAddress', limit: 20, windowMs: HOUR_MS };
/** Reset codes tried for one player; of each code only five tries are evaluated. */
export const RESET_GUESSES: Budget = { name: 'resetGuesses', limit: 50, windowMs: DAY_MS };
