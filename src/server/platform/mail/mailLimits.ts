import type { MailKind } from '#/contract/mail.ts';
import type { RateLimit } from '#/server/platform/kernel/rateLimit.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** One mail of a kind for each mailbox an hour, and ten a day, whatever the cause. */
const ONE_AN_HOUR: readonly RateLimit[] = [
  { name: 'mailHour', limit: 1, windowMs: HOUR_MS },
  { name: 'mailDay', limit: 10, windowMs: DAY_MS },
];
/**
 * One code an hour, and so 24 a day. A lower number for the day would let a stranger who asks every hour keep the player
 * of a new browser from recovering until it ends.
 */
const ONE_CODE_AN_HOUR: readonly RateLimit[] = [{ name: 'mailHour', limit: 1, windowMs: HOUR_MS }];
/** Counted separately from `ONE_AN_HOUR`, so that mails that strangers cause do not use up the player's own limit. */
const PLAYERS_OWN: readonly RateLimit[] = [
  { name: 'mailOwnHour', limit: 3, windowMs: HOUR_MS },
  { name: 'mailOwnDay', limit: 10, windowMs: DAY_MS },
];
/** After ten notices in an hour an eleventh tells the player nothing new. */
const NOTICES: readonly RateLimit[] = [{ name: 'mailNotices', limit: 10, windowMs: HOUR_MS }];
const UNLIMITED: readonly RateLimit[] = [];

interface MailLimits {
  /** Limits for a mailbox that may belong to a stranger. */
  anybody: readonly RateLimit[];
  /**
   * Limits for a mailbox that its player has confirmed. For `resetCode` the request must also come from a known
   * device of the account.
   */
  player: readonly RateLimit[];
}

const SECURITY_CHANGE: MailLimits = {
  anybody: ONE_AN_HOUR,
  // each mail reports another event of the player's own account and must not be lost; the changes themselves are
  // limited
  player: UNLIMITED,
};
const MONEY: MailLimits = {
  // each mail reports money that moved, once an event, and must not be lost
  anybody: UNLIMITED,
  player: UNLIMITED,
};

/** Limits of each kind of mail for one mailbox, over all game servers and all causes. */
export const MAIL_LIMITS: Readonly<Record<MailKind, MailLimits>> = {
  confirmEmail: { anybody: ONE_AN_HOUR, player: ONE_AN_HOUR },
  resetCode: { anybody: ONE_CODE_AN_HOUR, player: PLAYERS_OWN },
  newSignIn: { anybody: ONE_AN_HOUR, player: NOTICES },
  // a second lock within the hour tells the player nothing new
  twoFaLocked: { anybody: ONE_AN_HOUR, player: ONE_AN_HOUR },
  unconfirmed: { anybody: ONE_AN_HOUR, player: ONE_AN_HOUR },
  unconfirmedRemoved: { anybody: ONE_AN_HOUR, player: ONE_AN_HOUR },
  gameWaiting: { anybody: ONE_AN_HOUR, player: ONE_AN_HOUR },
  playerNews: { anybody: ONE_AN_HOUR, player: ONE_AN_HOUR },
  emailChangeNew: { anybody: ONE_AN_HOUR, player: ONE_AN_HOUR },
  emailChangeOld: SECURITY_CHANGE,
  emailChangeByTeam: SECURITY_CHANGE,
  emailChanged: SECURITY_CHANGE,
  passwordChanged: SECURITY_CHANGE,
  twoFaOn: SECURITY_CHANGE,
  twoFaOff: SECURITY_CHANGE,
  recoveryCodesMade: SECURITY_CHANGE,
  passkeyAdded: SECURITY_CHANGE,
  passkeysRemoved: SECURITY_CHANGE,
  // a copy that is tried again within the hour tells the player nothing new
  passkeyCopied: { anybody: ONE_AN_HOUR, player: ONE_AN_HOUR },
  emailChangeUndone: SECURITY_CHANGE,
  gameLinked: SECURITY_CHANGE,
  gameUnlinked: SECURITY_CHANGE,
  accountBlocked: SECURITY_CHANGE,
  accountUnblocked: SECURITY_CHANGE,
  accountDeleted: SECURITY_CHANGE,
  receipt: MONEY,
  orderRefunded: MONEY,
  orderRefundFailed: MONEY,
  // one for each notice, which an account must not miss
  termsChanged: SECURITY_CHANGE,
  // mailNeeds.ts allows one mail an hour for each line of "needs you"
  operatorNeeds: { anybody: ONE_AN_HOUR, player: UNLIMITED },
  operatorLink: { anybody: ONE_AN_HOUR, player: PLAYERS_OWN },
  // TEST_MAILS_BY_HOUR limits them for each operator
  operatorTest: { anybody: ONE_AN_HOUR, player: NOTICES },
};
