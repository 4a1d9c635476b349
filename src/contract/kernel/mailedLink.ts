import * as z from 'zod/mini';
import { text } from './text.ts';

/** The token of a mailed link (RT1). */
export const verifyEmailBody = z.strictObject({
  token: text(256).check(z.minLength(1)),
  /** The reader has pressed the button; without it the answer may be `confirmationNeeded`. */
  confirmed: z.optional(z.boolean()),
});
export type VerifyEmailBody = z.infer<typeof verifyEmailBody>;

export const verifyEmailReply = z.object({
  /**
   * email: the account's address is confirmed; changeStarted: the other address still needs to be
   * confirmed; changeDone: the new address is in force; accessRevoked: every session has ended and
   * the password no longer works; changeUndone: as accessRevoked, and the account has its former
   * address again; gameLinkConfirmed: the linked player of the game receives the purchases; mailsStopped: mails of
   * these kinds are not sent any more.
   */
  verified: z.enum([
    'email',
    'changeStarted',
    'changeDone',
    'accessRevoked',
    'changeUndone',
    'gameLinkConfirmed',
    'mailsStopped',
  ]),
});
export type Verified = z.infer<typeof verifyEmailReply>['verified'];
