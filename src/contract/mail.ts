/** Kinds of mails. The server sends them, the playground shows them. */
export const MAIL_KINDS = [
  'confirmEmail',
  'resetCode',
  'newSignIn',
  'passwordChanged',
  'twoFaOn',
  'twoFaOff',
  'twoFaLocked',
  'recoveryCodesMade',
  'unconfirmed',
  'emailChangeOld',
  'emailChangeNew',
  'emailChanged',
  'emailChangeUndone',
  'gameLinked',
  'gameUnlinked',
  'gameWaiting',
  'accountDeleted',
  'receipt',
  'orderRefunded',
  'orderRefundFailed',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
