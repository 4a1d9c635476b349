import type { BlockNotice } from './blocks.ts';
import type { LinkEffect } from './linkEffect.ts';

/**
 * Codes of the operators' pages. Their sentences are in locales/{language}/operatorErrors.json,
 * which players never load.
 */
export const OPERATOR_ERROR_CODES = [
  'operatorForbidden',
  'proofNeeded',
  'invitationInvalid',
  'reasonRequired',
  'operatorChanged',
  'orderNotRefundable',
  'orderNotGrantable',
  'orderHasNoReceipt',
  'paymentUnknown',
  'refundTooMuch',
  'lastOwner',
  'operatorIsDemo',
  'playerClosed',
  'blockedAlready',
  'blockEnded',
  'blockOfPlayer',
  'owesLess',
  'approvalEnded',
  'deliveryNotDecidable',
  'deliveryInProof',
  'tooManyGameKeys',
  'tooManyDrafts',
  'draftOutdated',
  'draftPlanned',
  'draftNotPlanned',
  'planTime',
  'planPromoEnds',
  'draftHasMistakes',
  'draftUnchanged',
  'catalogueInFiles',
  'discountExists',
  'discountCode',
  'discountTime',
  'discountEndsPast',
  'discountEndsEarly',
  'discountGoodsUnknown',
  'discountTakesNothing',
  'discountLimits',
  'discountStopped',
  'discountNotLonger',
  'discountOnBanner',
  'pictureTooLarge',
  'pictureKind',
  'pictureLies',
  'pictureBroken',
  'pictureGivenUp',
  'pictureAnimated',
  'pictureSides',
  'pictureNotSquare',
  'pictureNeedsAlpha',
  'mailsUnchanged',
  'mailsMuted',
  'termsTooSoon',
  'termsUnderWay',
] as const;

/** Stable error codes. Only codes are sent; locales/{language}/errors.json has the sentences of those that players meet. */
export const ERROR_CODES = [
  // the request
  'badRequest',
  'badJson',
  'bodyTooLarge',
  'unsupportedMediaType',
  'notFound',
  'methodNotAllowed',
  'tooManyRequests',
  'mailSentRecently',
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
  'passkeyOutdated',
  'passkeyRefused',
  'passkeyKnown',
  'passkeyNameInvalid',
  'tooManyPasskeys',
  'invalidConfirmationCode',
  'errorEmailNotification',
  'errorPasswordRequired',
  'errorPasswordConfRequired',
  'oldPasswordRequired',
  'errorOldPasswordInvalid',
  'passwordNeeded',
  'passwordInvalid',
  'verificationInvalid',
  'confirmationNeeded',
  'emailVerifiedAlready',
  'emailSame',
  'accountBlocked',
  // the shop
  'accountRequired',
  'accountNotFound',
  'tooManyEmails',
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
  'countryRequired',
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
  'couponNotForGame',
  'undoTooLate',
  'undoCoinsSpent',
  'prizeBegun',
  'inviterSet',
  'inviterTooLate',
  'inviterOwn',
  // the link to the game
  'linkCodeInvalid',
  'linkTaken',
  'linkNotFound',
  'linkUnavailable',
  'spendNotAllowed',
  // the fair draw
  'clientSeedInvalid',
  'epochEnded',
  'epochNotFound',
  'oddsNotFound',
  'drawNotFound',
  // game servers
  'gameServerKeyInvalid',
  'gameKeyInvalid',
  'gameScope',
  'clockSkew',
  'helloNeeded',
  'seqReused',
  'instanceActive',
  'instanceReplaced',
  'ledgerUnknown',
  'idempotencyKeyInvalid',
  'idempotencyKeyReused',
  ...OPERATOR_ERROR_CODES,
  // the server
  'readOnly',
  'previewOnly',
  'previewEnded',
  'previewBroken',
  'booksStopped',
  'shopClosed',
  'openingsClosed',
  'signUpClosed',
  'deliveriesClosed',
  'busy',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** The body of every answer that is not a success. */
export interface ErrorReply {
  /** The error code, for programs. */
  code: ErrorCode;
  /** The sentence of the code in the language that the caller accepts (E2). English for callers that name none. */
  message: string;
  /** Error codes by field of the input. */
  errors?: Record<string, ErrorCode>;
  /** Sign-in only: the password is right and a code is needed (A3). */
  needTwoFactor?: boolean;
  /** Only with `confirmationNeeded`: what the link will do. */
  link?: LinkEffect;
  /** Only with `accountBlocked`: what is blocked, and until when. */
  block?: BlockNotice;
  /** Id of the request in the server's log. */
  requestId: string;
}

/** Whether a value is a code of this list. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return (ERROR_CODES as readonly unknown[]).includes(value);
}
