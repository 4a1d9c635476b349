import { type Locale, localePrefix, splitLocale } from '#/contract/kernel/locale.ts';
import type { ProductType } from '#/contract/shop.ts';

/** Every path of the site, without the language. */
export const paths = {
  landing: '/',
  servers: '/#servers',
  start: '/#start',
  cases: '/#cases',
  auth: '/auth',
  signUp: '/auth?register',
  /** The sign-in page at the recovery of a password. */
  recovery: '/auth?recover',
  /** The sign-up page with an inviter's promo code filled in. */
  invitation: (promoCode: string): string => `/auth?register&promo=${encodeURIComponent(promoCode)}`,
  help: '/help',
  terms: '/terms',
  privacy: '/privacy',
  credits: '/credits',
  /** The page that verifies openings (RT12). */
  fairness: '/fairness',
  /** All openings of an epoch on the verification page. */
  fairEpoch: (epochId: string): string => `/fairness?epoch=${epochId}`,
  /** One opening on the verification page. */
  fairDraw: (epochId: string, nonce: number): string => `/fairness?epoch=${epochId}&nonce=${nonce}`,
  /** Declared odds and draws of a case on the verification page. */
  fairStats: (caseId: number): string => `/fairness?case=${caseId}#observed`,
  /** The page of a shared prize (C14). */
  prize: (code: string): string => `/prize/${code}`,
  cabinet: '/cabinet',
  /** What happened while the player was away (C15). */
  news: '/cabinet#news',
  /** A section of the settings in the cabinet. */
  settings: (section: 'account' | 'mails' | 'twoFactor'): string => `/cabinet?section=${section}#settings`,
  inventory: '/cabinet#inventory',
  /** The player's deliveries to the game, in the cabinet. */
  inTheGame: '/cabinet#in-the-game',
  referral: '/cabinet#ref-system',
  userCase: (id: number): string => `/cabinet/case/${id}`,
  donate: '/donate',
  /** A tab of the shop, chosen by its hash (RT3). */
  donateTab: (type: ProductType): string => `/donate#${type}`,
  donateCase: (id: number): string => `/donate/case/${id}`,
  verificationPayment: '/donate/verification-payment',
  donateSuccess: '/donate/success',
  donateFail: '/donate/fail',
  /** The player's purchases in the cabinet. */
  orders: '/cabinet#orders',
};

/** Adds the language to one of `paths`; ru has no prefix (RT10). */
export function inLocale(locale: Locale, path: string): string {
  const prefix = localePrefix(locale);
  return prefix && /^\/(?:$|[?#])/.test(path) ? prefix + path.slice(1) : prefix + path;
}

/** The same address in another language, with path, query and hash (RT10). */
export function samePlaceIn(
  locale: Locale,
  place: { pathname: string; search: string; hash: string },
): string {
  // reduces leading slashes to one: //elsewhere would lead away from the site
  const path = splitLocale(place.pathname).rest.replace(/^[/\\]+/, '/');
  return inLocale(locale, path) + place.search + place.hash;
}
