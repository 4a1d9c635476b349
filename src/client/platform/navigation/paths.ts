import { type Locale, localePrefix, splitLocale } from '#/contract/locale.ts';
import type { ProductType } from '#/contract/shop.ts';

/** Every path of the site, without the language. */
export const paths = {
  landing: '/',
  servers: '/#servers',
  start: '/#start',
  cases: '/#cases',
  auth: '/auth',
  signUp: '/auth?register',
  /** The sign-up with the promo code of whoever invites filled in. */
  invitation: (promoCode: string): string => `/auth?register&promo=${encodeURIComponent(promoCode)}`,
  terms: '/terms',
  privacy: '/privacy',
  credits: '/credits',
  /** Where openings are verified (RT12). */
  fairness: '/fairness',
  /** All openings of a series there. */
  fairEpoch: (epochId: string): string => `/fairness?epoch=${epochId}`,
  /** One opening there. */
  fairDraw: (epochId: string, nonce: number): string => `/fairness?epoch=${epochId}&nonce=${nonce}`,
  /** What a case declares and what came out of it. */
  fairStats: (caseId: number): string => `/fairness?case=${caseId}#observed`,
  cabinet: '/cabinet',
  inventory: '/cabinet#inventory',
  userCase: (id: number): string => `/cabinet/case/${id}`,
  donate: '/donate',
  /** A tab of the shop by its hash (RT3). */
  donateTab: (type: ProductType): string => `/donate#${type}`,
  donateCase: (id: number): string => `/donate/case/${id}`,
  verificationPayment: '/donate/verification-payment',
  donateSuccess: '/donate/success',
  donateFail: '/donate/fail',
  /** The purchases of the player, in the cabinet. */
  orders: '/cabinet#orders',
};

/** A path of `paths` in a language: ru has no prefix (RT10). */
export function inLocale(locale: Locale, path: string): string {
  const prefix = localePrefix(locale);
  return prefix && /^\/(?:$|[?#])/.test(path) ? prefix + path.slice(1) : prefix + path;
}

/** The same place in another language: path, query and hash stay (RT10). */
export function samePlaceIn(
  locale: Locale,
  place: { pathname: string; search: string; hash: string },
): string {
  return inLocale(locale, splitLocale(place.pathname).rest) + place.search + place.hash;
}
