import type { RateLimit } from '#/server/platform/kernel/rateLimit.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/*
 * Rate limits of the operators' pages (O2, O6). Networks from which the operator has signed in before are counted
 * separately, so that strangers who know the address cannot lock the operator out.
 */

/** Wrong passwords or codes for one operator. */
export const OPERATOR_BY_QUARTER_HOUR: RateLimit = {
  name: 'operatorSignIn',
  limit: 5,
  windowMs: 15 * MINUTE_MS,
};
export const OPERATOR_BY_DAY: RateLimit = { name: 'operatorSignInDay', limit: 30, windowMs: DAY_MS };
/** Audited failures of sign-in, for one operator or for all unknown addresses together. */
export const AUDITED_FAILURES: RateLimit = { name: 'operatorFailures', limit: 100, windowMs: DAY_MS };
/** Audited calls of one operator that were refused, because they lacked the permission. */
export const AUDITED_REFUSALS: RateLimit = { name: 'operatorRefusals', limit: 100, windowMs: DAY_MS };
/** Wrong passwords, codes or links from one network, over all operators. */
export const OPERATOR_BY_NETWORK: RateLimit = {
  name: 'operatorNetwork',
  limit: 20,
  windowMs: 15 * MINUTE_MS,
};
/** Looks of one operator at personal data of players, including searches for an address. */
export const LOOKS_BY_DAY: RateLimit = { name: 'operatorLooks', limit: 300, windowMs: DAY_MS };
/** Exports of a player's data by one operator. */
export const PLAYER_EXPORTS_BY_DAY: RateLimit = {
  name: 'operatorPlayerExports',
  limit: 30,
  windowMs: DAY_MS,
};
/** Exports of the books by one operator. A month has a file of each of `EXPORT_KINDS`. */
export const EXPORTS_BY_HOUR: RateLimit = { name: 'operatorExports', limit: 30, windowMs: 60 * MINUTE_MS };
/** Test mails of one operator to themself. */
export const TEST_MAILS_BY_HOUR: RateLimit = {
  name: 'operatorTestMails',
  limit: 5,
  windowMs: 60 * MINUTE_MS,
};
/** Uploads of pictures by one operator. Each takes seconds of processor time. */
export const UPLOADS_BY_HOUR: RateLimit = { name: 'operatorPictures', limit: 120, windowMs: 60 * MINUTE_MS };
