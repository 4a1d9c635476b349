import type { BlockNotice } from '#/contract/kernel/blocks.ts';
import type { ErrorCode, ErrorReply } from '#/contract/kernel/errors.ts';
import type { LinkEffect } from '#/contract/kernel/linkEffect.ts';

/** Every code with its HTTP status, and a sentence for logs and for people who read the API. */
const MEANINGS: Record<ErrorCode, readonly [status: number, message: string]> = {
  badRequest: [400, 'The request is not valid'],
  badJson: [400, 'The body is not valid JSON'],
  bodyTooLarge: [413, 'The body is too large'],
  unsupportedMediaType: [415, 'Only application/json is accepted'],
  notFound: [404, 'Not found'],
  methodNotAllowed: [405, 'The method is not allowed here'],
  tooManyRequests: [429, 'Too many requests'],
  mailSentRecently: [429, 'This mailbox had a mail of this kind less than an hour ago'],
  csrfInvalid: [403, 'The request does not come from a page of this site'],
  sessionRequired: [401, 'Sign in first'],
  errorCredentials: [422, 'Invalid credentials'],
  errorEmailExist: [422, 'A user with this email already exists'],
  errorLoginExist: [422, 'A user with this login already exists'],
  errorPromocode: [422, 'There is no such promo code'],
  serverRequired: [422, 'A server must be selected'],
  loginRequired: [422, 'Login field is required'],
  loginInvalid: [422, 'Invalid login format'],
  emailRequired: [422, 'Email field is required'],
  emailInvalid: [422, 'Invalid email format'],
  passwordRequired: [422, 'Password field is required'],
  passwordShort: [422, 'Password must include at least 8 characters'],
  passwordLong: [422, 'The password is too long'],
  passwordFormat: [422, 'The password needs a letter and no white space'],
  passwordCommon: [422, 'The password is too common'],
  passwordConfirmRequired: [422, 'Password confirmation field is required'],
  passwordsDiffer: [422, 'Passwords do not match'],
  promoCodeFormat: [422, 'A promo code has Latin letters and digits only'],
  errorCaptcha: [422, 'Captcha not valid'],
  errorTwoFaActivated: [422, 'Verification code entered incorrectly'],
  errorTwoFaSetup: [422, 'The secret is out of date, ask for a new one'],
  invalidCode: [422, 'Invalid code'],
  twoFaEnabledAlready: [409, 'Two-factor authentication is on already'],
  twoFaDisabledAlready: [409, 'Two-factor authentication is off already'],
  passkeyOutdated: [409, 'The challenge is used or has run out, ask for a new one'],
  passkeyRefused: [422, 'The passkey was not accepted'],
  passkeyKnown: [409, 'This passkey belongs to an account already'],
  passkeyNameInvalid: [422, 'The name needs 1 to 40 visible characters'],
  tooManyPasskeys: [409, 'An account has 10 passkeys at most'],
  invalidConfirmationCode: [422, 'The confirmation code is wrong or has run out'],
  errorEmailNotification: [422, 'The mail could not be sent to this address'],
  errorPasswordRequired: [422, 'The new password is not accepted'],
  errorPasswordConfRequired: [422, 'The confirmation of the password is not accepted'],
  oldPasswordRequired: [422, 'Old password must be entered'],
  errorOldPasswordInvalid: [422, 'Old password is incorrect'],
  passwordNeeded: [422, 'The sign-in is not fresh: the password is asked for'],
  passwordInvalid: [422, 'Invalid password'],
  verificationInvalid: [422, 'The link is wrong, spent or has run out'],
  confirmationNeeded: [409, 'The link acts only when it is confirmed'],
  emailVerifiedAlready: [409, 'The address is confirmed already'],
  emailSame: [422, 'This is the address of the account already'],
  accountBlocked: [409, 'This is blocked for the account'],
  accountRequired: [422, 'Name the login or e-mail of the account'],
  accountNotFound: [422, 'Invalid email or login'],
  tooManyEmails: [429, 'Too many addresses were tried: name the login of the account'],
  amountInvalid: [422, 'This number of coins cannot be bought'],
  quantityInvalid: [422, 'The quantity must be 1 to 200'],
  goodNotFound: [404, 'This is not for sale on this server'],
  goodSoldOut: [409, 'So many are not left'],
  notEnoughCoins: [422, 'Not enough coins on the account'],
  inDebt: [409, 'A payment was taken back: the account owes coins first'],
  priceChanged: [422, 'The price changed since it was shown'],
  cartNotFound: [404, 'There is no cart'],
  cartExpired: [409, 'The cart has run out'],
  cartChanged: [409, 'Another cart took the place of this one'],
  termsRequired: [422, 'You must accept the terms of service'],
  paymentMethodUnavailable: [422, 'This payment method is not available'],
  countryRequired: [422, 'This payment method needs the country that you live in'],
  paymentUnavailable: [503, 'The payment system does not answer, nothing was paid'],
  paymentUnderWay: [409, 'A payment of this order is on its way already'],
  discountInvalid: [422, 'There is no such discount code, or it has run out'],
  discountUsed: [409, 'This discount code was used as often as it may be'],
  discountNotForThis: [422, 'This discount code is not for this purchase'],
  caseNotFound: [404, 'There is no such case'],
  caseOutOfStock: [409, 'No piece of this case is in stock'],
  couponNotFound: [404, 'There is no such coupon'],
  couponNotSwappable: [422, 'This coupon cannot be exchanged for coins'],
  couponSpent: [409, 'The coupon has been handed out already'],
  couponNotForGame: [422, 'This prize can only be exchanged for coins'],
  undoTooLate: [409, 'The exchange is too long ago to be undone'],
  undoCoinsSpent: [409, 'The coins of the exchange are spent'],
  prizeBegun: [409, 'The game is handing the prize over already'],
  inviterSet: [409, 'The code of an inviter is saved already'],
  inviterTooLate: [409, 'The code of an inviter must be saved before the first payment'],
  inviterOwn: [422, 'This is your own code'],
  linkCodeInvalid: [422, 'The code is wrong, spent or has run out'],
  linkTaken: [409, 'The account or the player of the game is tied already'],
  linkNotFound: [404, 'There is no such link to the game'],
  linkUnavailable: [409, 'The game server of the account takes no codes'],
  spendNotAllowed: [422, 'The player does not let the game spend so many coins'],
  clientSeedInvalid: [400, 'A client seed is 1 to 64 of A-Z a-z 0-9 _ -'],
  epochEnded: [409, 'This is not the live epoch'],
  epochNotFound: [404, 'There is no such epoch'],
  oddsNotFound: [404, 'There is no such odds table'],
  drawNotFound: [404, 'There is no such draw'],
  gameServerKeyInvalid: [403, 'The key of this game server is wrong'],
  gameKeyInvalid: [403, 'The key or the signature of the game server is wrong'],
  gameScope: [403, 'The key of the game server may not do this'],
  clockSkew: [403, 'The clock of the game server differs too much: take the time of this answer'],
  helloNeeded: [409, 'The adapter must say hello first'],
  seqReused: [409, 'This request came before, or after a later one'],
  instanceActive: [409, 'Another adapter of this server is running'],
  instanceReplaced: [409, 'Another adapter has taken the place of this one'],
  ledgerUnknown: [
    409,
    'The ledger of the adapter is unknown or older than before: an operator must accept it',
  ],
  idempotencyKeyInvalid: [400, 'Idempotency-Key must be 8 to 64 of A-Z a-z 0-9 _ -'],
  idempotencyKeyReused: [409, 'This Idempotency-Key was used for another request'],
  oddsChanged: [409, 'The odds of the case changed since they were shown'],
  operatorForbidden: [403, 'The role does not allow this'],
  proofNeeded: [403, 'A code of the second factor from the last ten minutes is needed'],
  invitationInvalid: [422, 'The link is wrong, used up or has run out'],
  reasonRequired: [422, 'A reason is needed'],
  operatorChanged: [409, 'Somebody else has changed this meanwhile'],
  orderNotRefundable: [409, 'Only what was paid with money and is granted or in review can be refunded'],
  orderNotGrantable: [409, 'Only what is in review or charged back can be granted, for an open account'],
  orderHasNoReceipt: [409, 'It was not paid, its account was closed, or its mailbox has had enough receipts'],
  paymentUnknown: [422, 'The order has no such payment'],
  refundTooMuch: [422, 'More than what is left of the payment'],
  playerClosed: [409, 'The account is deleted'],
  blockedAlready: [409, 'An operator has blocked this already'],
  blockEnded: [409, 'The block has ended or was lifted'],
  blockOfPlayer: [409, 'The player set this block: nobody lifts it before its end'],
  owesLess: [422, 'The player owes less than that'],
  lastOwner: [409, 'The last active owner stays'],
  operatorIsDemo: [409, 'The demonstration made this operator up; they can only be removed'],
  approvalEnded: [409, 'The request was decided, withdrawn or has lapsed'],
  deliveryNotDecidable: [409, 'The state of the delivery does not allow this decision'],
  deliveryInProof: [409, 'The game proves first whether the delivery was given'],
  tooManyGameKeys: [409, 'The server has as many live keys as it may'],
  tooManyDrafts: [409, 'This operator has as many drafts as they may'],
  draftPlanned: [409, 'The draft is planned to be published and cannot be changed before that'],
  draftNotPlanned: [409, 'The draft is not planned to be published'],
  planTime: [400, 'Publishing can be planned from a minute to 90 days ahead'],
  planPromoEnds: [422, 'The discount code of a new banner ends before the draft would be published'],
  draftOutdated: [409, 'Another revision of the catalogue has been published since this draft began'],
  draftHasMistakes: [422, 'The draft has mistakes and cannot be published'],
  draftUnchanged: [409, 'The draft is the same as the catalogue in force'],
  catalogueInFiles: [409, 'The catalogue is kept in files and cannot be changed in the browser'],
  discountExists: [409, 'There is a code of this name'],
  discountCode: [400, 'A code is made of letters, digits and hyphens'],
  discountTime: [400, 'This is no time'],
  discountEndsPast: [422, 'The end is past'],
  discountEndsEarly: [422, 'The end is not after the start'],
  discountGoodsUnknown: [422, 'A good is not sold'],
  discountTakesNothing: [422, 'The code takes nothing off these purchases'],
  discountLimits: [422, 'One account may use the code more often than all together'],
  discountStopped: [409, 'The code is stopped'],
  discountNotLonger: [422, 'The new end is not after the present one'],
  discountOnBanner: [422, 'The banner shows this code and needs an end'],
  pictureTooLarge: [413, 'A picture has at most 8 MB'],
  pictureKind: [422, 'Only PNG, JPEG, WebP and AVIF are accepted'],
  pictureLies: [422, 'The picture is of another kind than the request says'],
  pictureBroken: [422, 'The picture cannot be read, or the file has more in it than a picture'],
  pictureGivenUp: [422, 'Decoding the picture crashed, or took too much time or memory'],
  pictureAnimated: [422, 'The picture moves'],
  pictureSides: [422, 'The sides of a picture are 384 to 4096 px'],
  pictureNotSquare: [422, 'The picture is not square'],
  pictureNeedsAlpha: [422, 'The picture of a prize needs a transparent background'],
  mailsUnchanged: [409, 'None of these mails can be changed now'],
  mailsMuted: [409, 'No mails are sent now'],
  termsTooSoon: [422, 'Fewer than 14 full days lie between the day of the announcement and the day in force'],
  termsUnderWay: [409, 'Another notice of changed terms is still being sent'],
  readOnly: [503, 'The site accepts no changes for the moment'],
  previewOnly: [409, 'Nothing can be changed while a draft is previewed'],
  previewEnded: [409, 'The preview of the draft has ended'],
  previewBroken: [409, 'The draft has mistakes, so it cannot be previewed'],
  booksStopped: [503, 'Stopped while the books are checked, nothing was taken'],
  shopClosed: [503, 'The shop is closed for now, nothing was taken'],
  openingsClosed: [503, 'Cases cannot be opened for now, nothing was taken'],
  signUpClosed: [503, 'Nobody can sign up for now'],
  deliveriesClosed: [503, 'Nothing is handed over to the game for now, nothing was taken'],
  busy: [503, 'Try again in a moment'],
  internal: [500, 'Something went wrong'],
};

/** The HTTP status of a code. */
export const statusOf = (code: ErrorCode): number => MEANINGS[code][0];

interface Details {
  errors?: Record<string, ErrorCode>;
  needTwoFactor?: boolean;
  link?: LinkEffect;
  block?: BlockNotice;
  /** For a game server: the wrong field, for example `results.0.afterS`. */
  field?: string;
  /** Sent as Retry-After. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An expected refusal: the caller gets its code and status, and it never becomes an accidental 5xx. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    const [status, message] = MEANINGS[code];
    super(message, { cause: details.cause });
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** Ends the use case with a code. @throws AppError always */
export function fail(code: ErrorCode, details: Details = {}): never {
  throw new AppError(code, details);
}

/**
 * Builds the body of an error answer.
 * @param message the sentence in the caller's language; default: the English one of the log
 */
export function errorReply(error: AppError, requestId: string, message = error.message): ErrorReply {
  const { errors, needTwoFactor, link, block } = error.details;
  return {
    code: error.code,
    message,
    ...(errors && { errors }),
    ...(needTwoFactor && { needTwoFactor }),
    ...(link && { link }),
    ...(block && { block }),
    requestId,
  };
}

/** Error codes of Fastify and its plugins, as codes of this API. */
const CODE_OF_FRAMEWORK: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMediaType',
  FST_ERR_CTP_INVALID_JSON_BODY: 'badJson',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'badJson',
  FST_CSRF_MISSING_SECRET: 'csrfInvalid',
  FST_CSRF_INVALID_TOKEN: 'csrfInvalid',
};

/** PostgreSQL errors for values that no column can hold. Schemas refuse the known ones before. */
const BAD_VALUE_STATES = new Set(['22001', '22003', '22008', '22021', '22P02', '22P05']);
/** PostgreSQL errors while the database starts, stops, is gone, overloaded or has become a standby. */
const UNAVAILABLE_STATES =
  /^(08...|25006|53...|57014|57P0.|55P03|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of pg for a lost, silent or unavailable connection. The outcome of its statement is unknown. */
const UNAVAILABLE_TEXTS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool after calling end)/;

/** Converts anything thrown into an AppError; unexpected errors become `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AppError) return cause;
    const state = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    const known = CODE_OF_FRAMEWORK[state];
    if (known) return new AppError(known, { cause: error });
    if (BAD_VALUE_STATES.has(state)) return new AppError('badRequest', { cause: error });
    const isSocketGone = state === 'ENOENT' && 'syscall' in cause && cause.syscall === 'connect';
    if (isSocketGone || UNAVAILABLE_STATES.test(state) || UNAVAILABLE_TEXTS.test(cause.message))
      return new AppError('busy', { cause: error, retryAfterSeconds: 1 });
    const status = 'statusCode' in cause ? Number(cause.statusCode) : 500;
    if (status === 404) return new AppError('notFound', { cause: error });
    if (status >= 400 && status < 500) return new AppError('badRequest', { cause: error });
  }
  return new AppError('internal', { cause: error });
}
