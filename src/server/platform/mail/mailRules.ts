import type { MailKind } from '#/contract/mail.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Delays before the first retries. Afterwards a mail is retried every `AGAIN_MS`. */
const FIRST_DELAYS_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS];
const AGAIN_MS = 4 * HOUR_MS;

/** Delays that together last for at least this time. */
function retriesFor(durationMs: number): readonly number[] {
  const delaysMs: number[] = [];
  for (let pastMs = 0; pastMs < durationMs;) {
    const delayMs = FIRST_DELAYS_MS[delaysMs.length] ?? AGAIN_MS;
    delaysMs.push(delayMs);
    pastMs += delayMs;
  }
  return delaysMs;
}

interface MailRule {
  /** Delays before the retries. When the last retry fails, the mail is given up; an operator can send it again. */
  retriesMs: readonly number[];
  /** Age at which the mail is of no more use. It is not sent any more, and its content is deleted. */
  usefulMs: number;
  /** Life of the link in its button, if that ends before the mail is of no more use. */
  buttonMs?: number;
}

/** Longest time for which the content of a mail is stored. A test compares it with the texts of the privacy page. */
export const LONGEST_USEFUL_MS = 30 * DAY_MS;

/** Nothing that tells of money or of the contract is lost in an outage of three days. */
const MONEY: MailRule = { retriesMs: retriesFor(3 * DAY_MS), usefulMs: LONGEST_USEFUL_MS };
/** Useful as long as its link "this wasn't me" works. */
const SECURITY: MailRule = { retriesMs: retriesFor(3 * DAY_MS), usefulMs: 7 * DAY_MS };
const DAY_LINK: MailRule = { retriesMs: retriesFor(DAY_MS), usefulMs: DAY_MS };
const HOUR_CODE: MailRule = { retriesMs: retriesFor(HOUR_MS), usefulMs: HOUR_MS };

/** How long each kind of mail is retried, and until when it is of use (O31). */
export const MAIL_RULES: Readonly<Record<MailKind, MailRule>> = {
  confirmEmail: DAY_LINK,
  unconfirmed: DAY_LINK,
  emailChangeOld: DAY_LINK,
  emailChangeNew: DAY_LINK,
  resetCode: HOUR_CODE,
  operatorLink: HOUR_CODE,
  operatorTest: HOUR_CODE,
  newSignIn: SECURITY,
  passwordChanged: SECURITY,
  twoFaOn: SECURITY,
  twoFaOff: SECURITY,
  twoFaLocked: SECURITY,
  recoveryCodesMade: SECURITY,
  passkeyAdded: SECURITY,
  passkeysRemoved: SECURITY,
  passkeyCopied: SECURITY,
  emailChangeByTeam: SECURITY,
  emailChanged: SECURITY,
  emailChangeUndone: SECURITY,
  gameLinked: { ...SECURITY, buttonMs: DAY_MS },
  gameUnlinked: SECURITY,
  accountBlocked: SECURITY,
  accountUnblocked: SECURITY,
  accountDeleted: SECURITY,
  unconfirmedRemoved: SECURITY,
  gameWaiting: MONEY,
  // tells what was new two days ago at most
  playerNews: DAY_LINK,
  receipt: MONEY,
  orderRefunded: MONEY,
  orderRefundFailed: MONEY,
  // of use beyond its day, too: a player may leave then
  termsChanged: MONEY,
  // the next one tells the same
  operatorNeeds: DAY_LINK,
};
