/** Filters for typed text; other characters never appear in the field (A4). */

/** Logins and addresses contain neither white space nor Cyrillic. */
export function withoutSpaceAndCyrillic(typed: string): string {
  return typed.replace(/[\s\p{Script=Cyrillic}]/gu, '');
}

/** Addresses are lower case. */
export function asEmail(typed: string): string {
  return withoutSpaceAndCyrillic(typed).toLowerCase();
}

/** Promo codes are Latin letters and digits in upper case. */
export function asPromoCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
