/**
 * Stable codes of everything that can go wrong. They travel; sentences are made from
 * locales/{language}/errors.json where they are shown.
 */
export const ERROR_CODES = [
  // the request
  'badRequest',
  'badJson',
  'bodyTooLarge',
  'unsupportedMediaType',
  'notFound',
  'methodNotAllowed',
  'tooManyRequests',
  'csrfInvalid',
  // the session (the only 401)
  'sessionRequired',
  // accounts
  'errorCredentials',
  'errorEmailExist',
  'errorLoginExist',
  'errorPromocode',
  'serverRequired',
  'loginRequired',
  'loginInvalid',
  'emailRequired',
  'emailInvalid',
  'passwordRequired',
  'passwordShort',
  'passwordLong',
  'passwordFormat',
  'passwordCommon',
  'passwordConfirmRequired',
  'passwordsDiffer',
  'promoCodeFormat',
  'errorCaptcha',
  'errorTwoFaActivated',
  'errorTwoFaSetup',
  'invalidCode',
  'twoFaEnabledAlready',
  'twoFaDisabledAlready',
  'invalidConfirmationCode',
  'errorEmailNotification',
  'errorPasswordRequired',
  'errorPasswordConfRequired',
  'oldPasswordRequired',
  'errorOldPasswordInvalid',
  'passwordNeeded',
  'passwordInvalid',
  'verificationInvalid',
  'emailVerifiedAlready',
  'emailSame',
  // the shop
  'accountRequired',
  'accountNotFound',
  'accountUnconfirmed',
  'amountInvalid',
  'quantityInvalid',
  'goodNotFound',
  'goodSoldOut',
  'notEnoughCoins',
  'inDebt',
  'priceChanged',
  'cartNotFound',
  'cartExpired',
  'cartChanged',
  'termsRequired',
  'paymentMethodUnavailable',
  'paymentUnavailable',
  'paymentUnderWay',
  'discountInvalid',
  'discountUsed',
  'discountNotForThis',
  // cases
  'caseNotFound',
  'caseOutOfStock',
  'oddsChanged',
  'couponNotFound',
  'couponNotSwappable',
  'couponSpent',
  'inviterSet',
  'inviterOwn',
  // the fair draw
  'clientSeedInvalid',
  'epochEnded',
  'epochNotFound',
  'oddsNotFound',
  'drawNotFound',
  // game servers
  'gameServerKeyInvalid',
  'idempotencyKeyInvalid',
  'idempotencyKeyReused',
  // the server
  'readOnly',
  'busy',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** The body of every answer that is not a success. */
export interface ErrorReply {
  /** What went wrong, for programs. */
  code: ErrorCode;
  /** The same in English, for logs and people who read the API by hand. */
  message: string;
  /** Per field of the input: what is wrong with it. */
  errors?: Record<string, ErrorCode>;
  /** Sign-in only: the password was right and a code is asked for (A3). */
  needTwoFactor?: boolean;
  /** Names the request in the server's log. */
  requestId: string;
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return (ERROR_CODES as readonly unknown[]).includes(value);
}
