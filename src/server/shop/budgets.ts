import type { Budget } from '../budget.ts';

const MINUTE_MS = 60_000;

/** Carts of one address: each tells whether a login or an address exists. */
export const CARTS_BY_ADDRESS: Budget = { name: 'cartAddress', limit: 60, windowMs: 10 * MINUTE_MS };
/** Discount codes that were no good, from one address. */
export const DISCOUNTS_BY_ADDRESS: Budget = { name: 'discountAddress', limit: 20, windowMs: 60 * MINUTE_MS };
/** Orders that one address places or asks for again. */
export const ORDERS_BY_ADDRESS: Budget = { name: 'orderAddress', limit: 60, windowMs: 10 * MINUTE_MS };
