/** Business rules of the specification. Durations and other tuning of the pages are in client/platform/theme/tuning.json. */

export const LOGIN_MAX_LENGTH = 40;
export const EMAIL_MAX_LENGTH = 55;
export const PROMO_CODE_MAX_LENGTH = 35;
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;
/** Longest login or e-mail that may be typed to find an account, spaces included. */
export const TYPED_NAME_MAX_LENGTH = 254;
/** Longest password that may be typed to sign in. */
export const TYPED_PASSWORD_MAX_LENGTH = 1024;

/** Game server offered while the real list cannot be loaded (A1). */
export const FALLBACK_SERVER_KEY = 'everest';

/** An account whose address is not confirmed by then is deleted (C2). */
export const UNVERIFIED_ACCOUNT_DAYS = 14;
/** Time between two verification mails to one mailbox (C2). */
export const VERIFICATION_COOLDOWN_MINUTES = 60;
export const TWO_FA_CODE_LENGTH = 6;
export const RECOVERY_CODES = 10;
/** Passkeys of an account (A12). */
export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX_LENGTH = 40;
/** Days for which a trusted device is not asked for a code of the second factor (A11). */
export const TRUSTED_DEVICE_DAYS = 30;

export const HTTP_TIMEOUT_MS = 50_000;

/** Cells a grid is padded to with empty ones: the contents of a case (C6), coupons (C5). */
export const CASE_CONTENTS_CELLS = 30;
export const COUPON_PAGE_CELLS = 24;

/** Prizes that one request may exchange, or take to the game (C5, D14). */
export const TAKEN_AT_ONCE = 100;

/** Time in which an exchange of prizes can be undone, by the database's clock (C5). */
export const UNDO_EXCHANGE_MS = 10_000;

/** Width from which the header shows its menu in full (L2). */
export const LARGE_BREAKPOINT_PX = 1170;

/**
 * Defaults if the catalogue has none: price of a coin, fewest and most coins of a purchase, and the initial amount of
 * the form (S3, S4).
 */
export const COIN_PRICE_EURO = 0.1;
/** Euro cents for one OC; values goods and shares of payments in coins. */
export const CENTS_PER_COIN = Math.round(COIN_PRICE_EURO * 100);
export const COINS_MIN = 5;
export const COINS_MAX = 50_000;
export const COINS_INITIAL = 50;
/** The most coins that a player can let the game spend in a day. */
export const PERMIT_MAX_COINS = 50_000;
/** Pieces of a good in one purchase (S8). */
export const GOODS_MAX_QUANTITY = 200;
/** The smallest charge. Discounts leave at least this much to pay. */
export const PAYMENT_MIN_CENTS = 50;
/** Day on which the terms of service and the privacy policy were last changed: their version. */
export const TERMS_CHANGED = '2026-11-26';
/** Lifetime of a cart, and of an unpaid order. */
export const CART_MINUTES = 60;
export const ORDER_MINUTES = 60;
/** Cells the cases of the shop are padded to with closed ones (S6). */
export const SHOP_CASE_CELLS = 10;

/** Greatest number of unread news that is counted (C15). */
export const MOST_UNREAD = 100;
