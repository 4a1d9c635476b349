/** What is true of the business (SEED.md section 9). How things feel is in client/tuning.json. */

export const LOGIN_MAX_LENGTH = 40;
export const EMAIL_MAX_LENGTH = 55;
export const PROMO_CODE_MAX_LENGTH = 35;
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;

/** Server entry offered while the real list cannot be had (A1). */
export const FALLBACK_SERVER_KEY = 'everest';

/** An account whose address is not confirmed by then is deleted (C2). */
export const UNVERIFIED_ACCOUNT_DAYS = 14;
/** Between two verification mails (C2). */
export const VERIFICATION_COOLDOWN_MINUTES = 10;
export const TWO_FA_CODE_LENGTH = 6;
export const RECOVERY_CODES = 10;

export const HTTP_TIMEOUT_MS = 50_000;

/** Cells a grid is padded to with empty ones: the contents of a case (C6), coupons (C5). */
export const CASE_CONTENTS_CELLS = 30;
export const COUPON_PAGE_CELLS = 24;

/** Width from which the header shows its menu in full (L2). */
export const LARGE_BREAKPOINT_PX = 1170;

/** Where the catalogue names nothing else: what a coin costs, fewest and most coins of a purchase, and the amount a form begins with (S3, S4). */
export const COIN_PRICE_EURO = 0.1;
export const COINS_MIN = 5;
export const COINS_MAX = 50_000;
export const COINS_INITIAL = 50;
/** Pieces of a good in one purchase (S8). */
export const GOODS_MAX_QUANTITY = 200;
/** No payment is smaller, whatever a discount takes off. */
export const PAYMENT_MIN_CENTS = 50;
/** A cart is good for so long; so is an order that nobody pays. */
export const CART_MINUTES = 60;
export const ORDER_MINUTES = 60;
/** Cells the cases of the shop are padded to with closed ones (S6). */
export const SHOP_CASE_CELLS = 10;
