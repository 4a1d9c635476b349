import type { RateLimit } from '#/server/platform/kernel/rateLimit.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/*
 * Rate limits of the operators' place (O2, O6). A network that the operator has signed in from before is counted apart, so
 * that strangers who know the address cannot lock them out.
 */

/** Wrong passwords or codes for one operator. */
export const OPERATOR_BY_QUARTER_HOUR: RateLimit = {
  name: 'operatorSignIn',
  limit: 5,
  windowMs: 15 * MINUTE_MS,
};
export const OPERATOR_BY_DAY: RateLimit = { name: 'operatorSignInDay', limit: 30, windowMs: DAY_MS };
/** Failed sign-ins of one operator, or of all unknown addresses, that are written into the audit log. */
export const AUDITED_FAILURES: RateLimit = { name: 'operatorFailures', limit: 100, windowMs: DAY_MS };
/** Wrong passwords, codes or links from one network, over all operators. */
export const OPERATOR_BY_NETWORK: RateLimit = {
  name: 'operatorNetwork',
  limit: 20,
  windowMs: 15 * MINUTE_MS,
};
/** Looks of one operator at addresses and networks of players, and searches for an address. */
export const LOOKS_BY_DAY: RateLimit = { name: 'operatorLooks', limit: 300, windowMs: DAY_MS };
/** Files with all data of a player that one operator makes. */
export const PLAYER_EXPORTS_BY_DAY: RateLimit = {
  name: 'operatorPlayerExports',
  limit: 30,
  windowMs: DAY_MS,
};
/** Files of the books that one operator makes; those of a month are seven. */
export const EXPORTS_BY_HOUR: RateLimit = { name: 'operatorExports', limit: 30, windowMs: 60 * MINUTE_MS };
/** Pictures that one operator uploads: each costs seconds of a processor. */
export const UPLOADS_BY_HOUR: RateLimit = { name: 'operatorPictures', limit: 120, windowMs: 60 * MINUTE_MS };
