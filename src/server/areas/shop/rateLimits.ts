import type { RateLimit, CallerLimits } from '#/server/platform/kernel/rateLimit.ts';

const MINUTE_MS = 60_000;

/** Carts saved from one address. The answer for a cart reveals whether a login or an e-mail has an account. */
export const CARTS_BY_ADDRESS: RateLimit = { name: 'cartAddress', limit: 60, windowMs: 10 * MINUTE_MS };
/** Wrong discount codes from one address. */
export const DISCOUNTS_BY_ADDRESS: RateLimit = {
  name: 'discountAddress',
  limit: 20,
  windowMs: 60 * MINUTE_MS,
};
/** Orders that one address places or requests again. */
export const ORDERS_BY_ADDRESS: RateLimit = { name: 'orderAddress', limit: 60, windowMs: 10 * MINUTE_MS };

const HOUR_MS = 60 * MINUTE_MS;
/**
 * E-mails without an account that a visitor without a session names for a purchase. The cart must report before the
 * payment whether the account exists, or buyers would pay for nobody. These limits keep visitors from finding out whose
 * e-mails are registered. An unknown e-mail, an unconfirmed one and a blocked account get the same answer. Logins are
 * not counted here, because they are public in the game.
 */
export const UNKNOWN_EMAILS: CallerLimits = {
  address: { name: 'cartUnknownEmailAddress', limit: 5, windowMs: HOUR_MS },
  network: { name: 'cartUnknownEmailNetwork', limit: 10, windowMs: HOUR_MS },
};
/** All e-mails of such visitors, with an account or without: few buyers give presents to so many players. */
export const NAMED_EMAILS: CallerLimits = {
  address: { name: 'cartEmailAddress', limit: 30, windowMs: HOUR_MS },
  network: { name: 'cartEmailNetwork', limit: 120, windowMs: HOUR_MS },
};
