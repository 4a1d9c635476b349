import type { endpoints } from '#/contract/calls/endpoints.ts';
import { CAPTCHA, PASSWORD, signUpForm } from '../../support/app/factories.ts';
import type { Actor } from './actors.ts';

export type OperationName = keyof typeof endpoints;

/** Whose thing a request names, for operations that name one. */
export const ID_KINDS = ['foreign', 'absent', 'malformed', 'own'] as const;
export type IdKind = (typeof ID_KINDS)[number];

interface Row {
  /** Status that callers with a live session get: one, or one for each kind of id. */
  live: number | Record<IdKind, number>;
  /** The same for a player whose address is not confirmed, where it differs. */
  unverified?: number;
  /** Status that callers without a live session get; 401 if absent. */
  stranger?: number | Record<IdKind, number>;
  /** The id of something that belongs to a player. */
  idOf?: (owner: Actor) => number | string;
  /** The ids are public, so a foreign one need not look like an absent one. */
  hasPublicIds?: true;
  query?: string | ((id: unknown) => string);
  body?: (actor: Actor, id: unknown) => object;
}

/** Statuses of a public record, which do not depend on its owner. */
const PUBLIC_RECORD = { foreign: 200, absent: 404, malformed: 404, own: 200 };

/** Statuses of a thing that only its owner may name. */
const OWN_ALONE = { foreign: 404, absent: 404, malformed: 404, own: 200 };

const NEW_PASSWORD = 'Verbolozy-77-quay';

/** The expected statuses of every row of the endpoint table. An operation without a row here does not compile. */
export const accessTable: Record<OperationName, Row> = {
  servers: { live: 200, stranger: 200 },
  serversStatistic: { live: 200, stranger: 200 },
  landingData: { live: 200, stranger: 200 },
  termsNotices: { live: 200, stranger: 200 },
  // the bearer is the key of a game server, which nobody here has
  heartbeat: { live: 403, stranger: 403, body: () => ({ server: 'everest', online: 5 }) },
  signIn: {
    live: 422,
    stranger: 422,
    body: ({ login }) => ({ server: 'everest', login, password: 'wrong-guess-1', captcha: CAPTCHA }),
  },
  passkeySignInOptions: { live: 200, stranger: 200 },
  // the challenge is nobody's
  passkeySignIn: {
    live: 409,
    stranger: 409,
    body: () => ({
      id: 'AAAA',
      client_data: 'AAAA',
      authenticator_data: 'AAAA',
      signature: 'AAAA',
      user_handle: 'AAAA',
      captcha: CAPTCHA,
    }),
  },
  signUp: {
    live: 422,
    stranger: 422,
    body: () => signUpForm('matrix', { promo_code: 'NOSUCHCODE' }),
  },
  signOut: { live: 200, stranger: 200 },
  csrfToken: { live: 200, stranger: 200 },
  // without the page's token nobody passes
  storeToken: { live: 403, stranger: 403, body: ({ token }) => ({ token }) },
  endPreview: { live: 403, stranger: 403 },
  resetPassword: {
    live: 200,
    stranger: 200,
    body: ({ email }) => ({ server: 'everest', email, captcha: CAPTCHA }),
  },
  verifyEmail: { live: 422, stranger: 422, body: () => ({ token: 'forged' }) },
  // the captcha of the tests hands out no challenges
  captchaChallenge: { live: 404, stranger: 404, query: '?action=signIn' },

  user: { live: 200 },
  resendVerify: { live: 409, unverified: 200 },
  changePassword: {
    live: 200,
    body: () => ({
      old_password: PASSWORD,
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
    }),
  },
  twoFaSecret: { live: 200 },
  twoFaVerify: { live: 422, body: () => ({ verification_code: '123456', google_secret: 'FORGED' }) },
  twoFaDestroy: { live: 409, body: () => ({ verification_code: '123456' }) },
  newRecoveryCodes: { live: 409, body: () => ({ verification_code: '123456' }) },
  passkeys: { live: 200 },
  passkeyOptions: { live: 200, body: () => ({}) },
  addPasskey: { live: 409, body: () => ({ id: 'AAAA', client_data: 'AAAA', attestation: 'AAAA' }) },
  renamePasskey: {
    live: OWN_ALONE,
    idOf: ({ passkeyId }) => passkeyId,
    body: () => ({ name: 'Phone' }),
  },
  removePasskey: { live: OWN_ALONE, idOf: ({ passkeyId }) => passkeyId, body: () => ({}) },
  playerNews: { live: 200 },
  readNews: { live: 200, body: () => ({ up_to: 1 }) },
  mailChoices: { live: 200 },
  chooseMail: { live: 200, body: () => ({ kind: 'promotion', choice: 'daily' }) },
  sessions: { live: 200 },
  endSession: { live: OWN_ALONE, idOf: ({ otherSessionId }) => otherSessionId },
  endTrust: { live: OWN_ALONE, idOf: ({ deviceId }) => deviceId },
  endOtherSessions: { live: 200 },
  changeEmail: { live: 200, body: ({ login }) => ({ email: `${login}@example.net`, password: PASSWORD }) },
  cancelEmailChange: { live: 200 },
  exportData: { live: 200 },
  gameLink: { live: 200 },
  // the server of the matrix takes no codes
  linkCode: { live: 409, body: () => ({}) },
  confirmLink: {
    live: { foreign: 404, absent: 404, malformed: 400, own: 200 },
    idOf: ({ linkId }) => linkId,
    body: (_, id) => ({ id }),
  },
  refuseLink: {
    live: { foreign: 404, absent: 404, malformed: 400, own: 200 },
    idOf: ({ linkId }) => linkId,
    body: (_, id) => ({ id }),
  },
  endLink: { live: 200, body: () => ({}) },
  spendPermit: { live: 200 },
  setSpendPermit: { live: 200, body: () => ({ coinsPerDay: 0 }) },
  deleteAccount: { live: 200, body: () => ({ password: PASSWORD }) },

  userCases: { live: 200 },
  userCase: {
    live: { foreign: 200, absent: 404, malformed: 404, own: 200 },
    hasPublicIds: true,
    idOf: ({ caseId }) => caseId,
  },
  openCase: {
    live: { foreign: 409, absent: 404, malformed: 400, own: 200 },
    hasPublicIds: true,
    idOf: ({ caseId }) => caseId,
    body: (_, id) => ({ case_id: id }),
  },
  revealPrizes: {
    // the answer is the number of own prizes that were revealed: none
    live: { foreign: 200, absent: 200, malformed: 400, own: 200 },
    idOf: ({ couponId }) => couponId,
    body: (_, id) => ({ ids: [id] }),
  },
  coupons: { live: 200 },
  openMultiple: {
    live: { foreign: 409, absent: 404, malformed: 400, own: 200 },
    hasPublicIds: true,
    idOf: ({ caseId }) => caseId,
    body: (_, id) => ({ case_id: id, count: 5 }),
  },
  convertCouponByGet: { live: OWN_ALONE, idOf: ({ couponId }) => couponId },
  convertCoupon: { live: OWN_ALONE, idOf: ({ couponId }) => couponId },
  convertCoupons: {
    live: { foreign: 404, absent: 404, malformed: 400, own: 200 },
    idOf: ({ couponId }) => couponId,
    body: (_, id) => ({ ids: [id] }),
  },

  undoExchange: {
    live: { foreign: 404, absent: 404, malformed: 400, own: 200 },
    idOf: ({ couponId }) => couponId,
    body: (_, id) => ({ ids: [id] }),
  },

  takeCoupons: {
    live: { foreign: 404, absent: 404, malformed: 400, own: 200 },
    idOf: ({ prizeId }) => prizeId,
    body: (_, id) => ({ ids: [id] }),
  },
  putBackPrize: { live: OWN_ALONE, idOf: ({ deliveryNo }) => deliveryNo },
  deliveries: { live: 200 },

  sharePrize: {
    live: { foreign: 404, absent: 404, malformed: 400, own: 200 },
    idOf: ({ couponId }) => couponId,
    body: (_, id) => ({ id }),
  },
  withdrawPrize: {
    live: { foreign: 404, absent: 404, malformed: 400, own: 200 },
    idOf: ({ prizeId }) => prizeId,
    body: (_, id) => ({ id }),
  },
  // asked for a code that no prize has; the page of a blocked winner is gone (sharedPrizes.test.ts)
  sharedPrize: { live: 404, stranger: 404 },
  drops: { live: 200, stranger: 200 },

  fairCurrent: { live: 200 },
  clientSeed: {
    // an absent commitment is no commitment either
    live: { foreign: 409, absent: 400, malformed: 400, own: 200 },
    hasPublicIds: true,
    idOf: ({ fair }) => fair.commitment,
    body: (_, id) => ({ commitment: id, clientSeed: 'of-the-matrix' }),
  },
  rotateSeed: {
    live: { foreign: 404, absent: 400, malformed: 400, own: 200 },
    hasPublicIds: true,
    idOf: ({ fair }) => fair.commitment,
    body: (_, id) => ({ commitment: id }),
  },
  fairEpochs: {
    live: OWN_ALONE,
    idOf: ({ fair }) => fair.epochId,
    query: (id) => `?before=${String(id)}`,
  },
  fairEpoch: {
    live: PUBLIC_RECORD,
    stranger: PUBLIC_RECORD,
    hasPublicIds: true,
    idOf: ({ fair }) => fair.epochId,
  },
  fairDraws: {
    live: PUBLIC_RECORD,
    stranger: PUBLIC_RECORD,
    hasPublicIds: true,
    idOf: ({ fair }) => fair.epochId,
    query: (id) => `?epoch=${String(id)}`,
  },
  fairOdds: {
    live: PUBLIC_RECORD,
    stranger: PUBLIC_RECORD,
    hasPublicIds: true,
    idOf: ({ fair }) => fair.oddsHash,
  },
  fairStats: {
    live: PUBLIC_RECORD,
    stranger: PUBLIC_RECORD,
    hasPublicIds: true,
    idOf: ({ caseId }) => caseId,
  },
  fairDays: { live: 200, stranger: 200 },
  fairProof: {
    live: PUBLIC_RECORD,
    stranger: PUBLIC_RECORD,
    hasPublicIds: true,
    idOf: ({ fair }) => fair.epochId,
    query: (id) => `?epoch=${String(id)}&nonce=0`,
  },

  saveInviter: { live: 422, body: () => ({ promo_code: 'NOSUCHCODE' }) },
  movements: { live: 200 },
  accountStatistic: { live: 200 },
  statusStatistic: { live: 200 },
  milestone: { live: 200 },
  invitedPlayers: { live: 200 },
  invitation: { live: 200 },

  donateData: { live: 200, stranger: 200 },
  goods: { live: 200, stranger: 200, query: '?server=everest' },
  shopCases: { live: 200, stranger: 200 },
  shopCase: {
    live: { foreign: 200, absent: 404, malformed: 404, own: 200 },
    stranger: { foreign: 200, absent: 404, malformed: 404, own: 200 },
    hasPublicIds: true,
    idOf: ({ caseId }) => caseId,
  },
  // nobody has this login; cart.test.ts tests whose account may be named
  saveCart: {
    live: 422,
    stranger: 422,
    body: () => ({
      captcha: CAPTCHA,
      server: 'everest',
      login: 'nobody-at-all',
      product_type: 'one_coin',
      amount: 50,
    }),
  },
  // a cart belongs to its cookie, which is not sent here
  cart: { live: 404, stranger: 404 },
  useDiscount: { live: 404, stranger: 404, body: () => ({ code: 'NIGHT10' }) },
  dropDiscount: { live: 404, stranger: 404 },
  placeOrder: { live: 404, stranger: 404, body: () => ({ captcha: CAPTCHA }) },
  // visitors with an order's id see it, without its player's name
  orderResult: {
    live: { foreign: 200, absent: 404, malformed: 404, own: 200 },
    stranger: { foreign: 200, absent: 404, malformed: 404, own: 200 },
    hasPublicIds: true,
    idOf: ({ orderId }) => orderId,
  },
  // visitors with an order's id may pay it; this one has nothing left to pay
  changePayment: {
    live: { foreign: 200, absent: 404, malformed: 404, own: 200 },
    stranger: { foreign: 200, absent: 404, malformed: 404, own: 200 },
    hasPublicIds: true,
    idOf: ({ orderId }) => orderId,
    body: () => ({ payment_method_name: 'card' }),
  },
  orders: { live: 200 },
  // there is no such good; storeByCoin.test.ts tests purchases
  storeByCoin: { live: 404, body: () => ({ product_id: 999_999, product_type: 0, product_qty: 1 }) },
};
