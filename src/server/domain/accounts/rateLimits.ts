import type { RateLimit, CallerLimits } from '#/server/platform/kernel/rateLimit.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/*
 * Rate limits of accounts. docs/limits.md lists all limits of the site.
 * `RATE_LIMIT_SCALE` multiplies the limits by address and network, none of these by account or mailbox. An address is an
 * IPv4 address or an IPv6 /64, a network an IPv4 /24 or an IPv6 /48.
 */

/** Sign-ups, successful or not. A dormitory or a mobile carrier behind one address still gets several. */
export const SIGN_UPS: CallerLimits = {
  address: { name: 'signUpAddress', limit: 10, windowMs: HOUR_MS },
  network: { name: 'signUpNetwork', limit: 40, windowMs: DAY_MS },
};

/** Wrong passwords for one account, by its login and as many by its e-mail. */
export const SIGN_IN_BY_ACCOUNT: RateLimit = { name: 'signInAccount', limit: 10, windowMs: 15 * MINUTE_MS };
/** Wrong passwords of one caller, over all accounts. */
export const SIGN_INS: CallerLimits = {
  address: { name: 'signInAddress', limit: 50, windowMs: 15 * MINUTE_MS },
  network: { name: 'signInNetwork', limit: 500, windowMs: 15 * MINUTE_MS },
};

/** Reset codes that one caller requests, over all mailboxes. */
export const RESETS: CallerLimits = {
  address: { name: 'resetSendsAddress', limit: 20, windowMs: HOUR_MS },
  network: { name: 'resetSendsNetwork', limit: 100, windowMs: DAY_MS },
};
/**
 * Reset codes tried for one player, over all networks. A code has 40 bits and takes a few guesses, so this many have
 * no chance. Strangers of a few networks cannot use the number up, so they cannot keep the player from recovering.
 */
export const RESET_GUESSES: RateLimit = { name: 'resetGuesses', limit: 1000, windowMs: DAY_MS };
/** Reset codes tried for one player from one network. */
export const RESET_GUESSES_BY_NETWORK: RateLimit = {
  name: 'resetGuessesNetwork',
  limit: 50,
  windowMs: DAY_MS,
};

/** Confirmation mails that one caller requests again, over all accounts. */
export const RESENDS: CallerLimits = {
  address: { name: 'verifyMailsAddress', limit: 20, windowMs: DAY_MS },
  network: { name: 'verifyMailsNetwork', limit: 60, windowMs: DAY_MS },
};

/**
 * Changes of the e-mail by one player. Each change mails two addresses, and a refusal reveals that an address has an
 * account.
 */
export const EMAIL_CHANGES: RateLimit = { name: 'emailChanges', limit: 5, windowMs: DAY_MS };
/** Changes of the password by one player. Each change sends a mail. */
export const PASSWORD_CHANGES: RateLimit = { name: 'passwordChanges', limit: 10, windowMs: DAY_MS };
/** Changes of the second factor or the recovery codes by one player. Each change sends a mail. */
export const TWO_FA_CHANGES: RateLimit = { name: 'twoFaChanges', limit: 10, windowMs: DAY_MS };
/** Challenges for a sign-in with a passkey that one caller requests. Every open sign-in page requests some. */
export const PASSKEY_CHALLENGES: CallerLimits = {
  address: { name: 'passkeysAddress', limit: 100, windowMs: 15 * MINUTE_MS },
  network: { name: 'passkeysNetwork', limit: 1000, windowMs: 15 * MINUTE_MS },
};
/** Passkeys that one player begins to add, or removes. Each change sends a mail. */
export const PASSKEY_CHANGES: RateLimit = { name: 'passkeyChanges', limit: 20, windowMs: DAY_MS };
/** Wrong passwords inside an account, so that a stranger at an open browser cannot guess for long. */
export const OWN_PASSWORD: RateLimit = { name: 'ownPassword', limit: 10, windowMs: 15 * MINUTE_MS };
/** Wrong codes of the second factor for one account. */
export const TWO_FA_BY_QUARTER_HOUR: RateLimit = { name: 'twoFactor', limit: 10, windowMs: 15 * MINUTE_MS };
export const TWO_FA_BY_DAY: RateLimit = { name: 'twoFactorDay', limit: 30, windowMs: DAY_MS };

/** Wrong inviter codes, tried by one player. */
export const INVITER_GUESSES_BY_ACCOUNT: RateLimit = { name: 'inviterGuesses', limit: 20, windowMs: DAY_MS };
/** Wrong inviter codes, tried by one caller. */
export const INVITER_GUESSES: CallerLimits = {
  address: { name: 'inviterGuessesAddress', limit: 60, windowMs: DAY_MS },
  network: { name: 'inviterGuessesNetwork', limit: 200, windowMs: DAY_MS },
};

/** Codes for the link to the game that one player makes. */
export const LINK_CODES: RateLimit = { name: 'linkCodes', limit: 20, windowMs: DAY_MS };
/** Wrong codes that one player of a game server types. */
export const LINK_GUESSES: RateLimit = { name: 'linkGuesses', limit: 5, windowMs: 10 * MINUTE_MS };

/** Exports of all data of one player. */
export const EXPORTS: RateLimit = { name: 'exports', limit: 5, windowMs: DAY_MS };
