import type { endpoints } from '#/contract/calls/endpoints.ts';
import type { ErrorCode } from '#/contract/errors.ts';

type EndpointName = keyof typeof endpoints;

const NONE: readonly ErrorCode[] = [];
const PASSWORD_AGAIN = ['passwordNeeded', 'errorOldPasswordInvalid'] as const;
const OPENING = ['caseNotFound', 'caseOutOfStock', 'oddsChanged', 'inDebt', 'idempotencyKeyReused'] as const;
const CONVERTING = ['couponNotFound', 'couponNotSwappable', 'couponSpent', 'idempotencyKeyReused'] as const;
const CART = [
  'cartNotFound',
  'cartExpired',
  'accountNotFound',
  'goodNotFound',
  'goodSoldOut',
  'amountInvalid',
] as const;
const DISCOUNT = ['discountInvalid', 'discountNotForThis', 'discountUsed'] as const;
const PAYING = ['paymentMethodUnavailable', 'paymentUnavailable', 'paymentUnderWay'] as const;

/**
 * Codes with which the use case of an endpoint refuses a well-formed request. `openApi` adds the codes that follow from
 * the row itself (no session, malformed input, rate limits, read-only mode) and builds the document from both. Tests
 * fail if a route answers with a code that is missing here.
 */
export const refusals: Record<EndpointName, readonly ErrorCode[]> = {
  servers: NONE,
  serversStatistic: NONE,
  landingData: NONE,
  heartbeat: ['gameServerKeyInvalid', 'notFound'],
  user: NONE,
  signOut: NONE,
  storeToken: ['sessionRequired', 'readOnly'],
  signIn: ['errorCaptcha', 'errorCredentials', 'errorTwoFaActivated'],
  signUp: [
    'errorCaptcha',
    'errorCredentials',
    'errorEmailExist',
    'errorLoginExist',
    'errorPromocode',
    'passwordCommon',
    'serverRequired',
  ],
  resetPassword: [
    'errorCaptcha',
    'errorEmailNotification',
    'mailSentRecently',
    'errorPasswordRequired',
    'invalidConfirmationCode',
  ],
  verifyEmail: ['verificationInvalid', 'confirmationNeeded', 'errorEmailExist'],
  captchaChallenge: ['notFound'],
  resendVerify: ['emailVerifiedAlready', 'mailSentRecently'],
  changePassword: ['errorOldPasswordInvalid', 'errorPasswordRequired', 'passwordCommon'],
  twoFaSecret: ['twoFaEnabledAlready'],
  twoFaVerify: ['twoFaEnabledAlready', 'errorTwoFaSetup', 'errorTwoFaActivated', ...PASSWORD_AGAIN],
  twoFaDestroy: ['twoFaDisabledAlready', 'errorTwoFaActivated', ...PASSWORD_AGAIN],
  newRecoveryCodes: ['twoFaDisabledAlready', 'errorTwoFaActivated', ...PASSWORD_AGAIN],
  sessions: NONE,
  endSession: NONE,
  endOtherSessions: NONE,
  changeEmail: ['passwordInvalid', 'emailSame', 'errorEmailExist', 'mailSentRecently'],
  cancelEmailChange: NONE,
  exportData: NONE,
  deleteAccount: ['passwordInvalid', 'errorTwoFaActivated'],
  saveInviter: ['errorPromocode', 'inviterOwn', 'inviterSet', 'idempotencyKeyReused'],
  movements: NONE,
  accountStatistic: NONE,
  statusStatistic: NONE,
  milestone: NONE,
  invitedPlayers: NONE,
  userCases: NONE,
  userCase: ['caseNotFound'],
  openCase: OPENING,
  openMultiple: OPENING,
  revealPrizes: NONE,
  coupons: NONE,
  takeCoupons: ['couponNotFound', 'couponNotForGame', 'couponSpent', 'idempotencyKeyReused'],
  putBackPrize: ['prizeBegun', 'notFound', 'idempotencyKeyReused'],
  deliveries: NONE,
  convertCouponByGet: CONVERTING,
  convertCoupon: CONVERTING,
  convertCoupons: CONVERTING,
  drops: NONE,
  fairCurrent: NONE,
  clientSeed: ['epochEnded'],
  rotateSeed: ['epochNotFound'],
  fairEpochs: ['epochNotFound'],
  fairEpoch: ['epochNotFound'],
  fairDraws: ['epochNotFound'],
  fairOdds: ['oddsNotFound'],
  fairStats: ['caseNotFound'],
  fairDays: NONE,
  fairProof: ['drawNotFound'],
  donateData: NONE,
  goods: ['serverRequired'],
  shopCases: NONE,
  shopCase: ['caseNotFound'],
  saveCart: [
    'errorCaptcha',
    'accountNotFound',
    'tooManyEmails',
    'serverRequired',
    'amountInvalid',
    'goodNotFound',
    'goodSoldOut',
    'priceChanged',
    'idempotencyKeyReused',
  ],
  cart: CART,
  useDiscount: [...CART, ...DISCOUNT],
  dropDiscount: CART,
  placeOrder: [
    'errorCaptcha',
    ...CART,
    'cartChanged',
    'priceChanged',
    'discountUsed',
    'idempotencyKeyReused',
    ...PAYING,
  ],
  orderResult: NONE,
  changePayment: [...PAYING, 'goodSoldOut', 'discountUsed', 'idempotencyKeyReused'],
  orders: NONE,
  storeByCoin: [
    'goodNotFound',
    'goodSoldOut',
    'priceChanged',
    'inDebt',
    'notEnoughCoins',
    'idempotencyKeyReused',
  ],
};
