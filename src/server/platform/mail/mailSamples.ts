import type { MailVariables } from './mails.ts';

const login = 'marlo.night';
const at = '2026-11-21T23:40:00.000Z';
const newEmail = 'marlo.day@example.org';
const order = {
  login,
  server: 'Everest',
  product: 'One Coins',
  quantity: 1,
  coins: 1500,
  bonusCoins: 225,
  priceCents: 15_000,
  discountCents: 1500,
  totalCents: 13_500,
  totalCoins: 0,
  paymentSystem: 'Visa',
  at,
  order: 'q7Yw2mKc9TzR4vNb8HsXdA',
};
const token = 'an-example-this-link-confirms-nothing';

/** Sample values for each kind of mail. `daysLeft` is the first reminder's. */
export const SAMPLES: MailVariables = {
  confirmEmail: { login, token },
  resetCode: { login, code: 'K7QM2XTA' },
  newSignIn: { login, device: 'Chrome · Android', address: '203.0.113.*', at, notMe: token },
  passwordChanged: { login, at, notMe: token },
  twoFaOn: { login, at, notMe: token },
  twoFaOff: { login, at, notMe: token },
  twoFaLocked: { login, at, notMe: token },
  recoveryCodesMade: { login, at, notMe: token },
  passkeyAdded: { login, passkeys: 'Google Password Manager', at, notMe: token },
  passkeysRemoved: { login, passkeys: 'Windows Hello, iPhone', at, notMe: token },
  passkeyCopied: { login, passkeys: 'Chrome · Linux', at, notMe: token },
  unconfirmed: { login, daysLeft: 7, token },
  emailChangeOld: { login, newEmail, token, notMe: token },
  emailChangeNew: { login, token },
  emailChangeByTeam: { login, newEmail, notMe: token },
  emailChanged: { login, newEmail, undo: token },
  emailChangeUndone: { login },
  gameLinked: { login, character: 'John Doe', server: 'Everest', token, notMe: token },
  gameUnlinked: { login, character: 'John Doe', server: 'Everest', at, notMe: token },
  gameWaiting: { login, server: 'Everest', things: 'Garage slot, Parking space' },
  playerNews: {
    login,
    news: [
      { id: 1, kind: 'goods', at, isRead: false, title: 'Garage slot', pieces: 2, server: 'Everest' },
      {
        id: 2,
        kind: 'waits',
        at,
        isRead: false,
        title: 'Tow truck',
        pieces: 1,
        server: 'Everest',
        why: 'noSpace',
        others: 0,
      },
      { id: 3, kind: 'friend', at, isRead: false, player: 'm•••t' },
      {
        id: 4,
        kind: 'promotion',
        at,
        isRead: false,
        title: 'Night Shift: 10 % off',
        code: 'NIGHT10',
        endsAt: '2026-11-22T20:00:00.000Z',
      },
    ],
    count: 4,
    stop: token,
  },
  accountBlocked: { login, scope: 'buy', until: '2026-11-28T23:40:00.000Z' },
  accountUnblocked: { login, scope: 'buy' },
  accountDeleted: { login },
  receipt: order,
  orderRefunded: { ...order, refundedCents: 13_500, owedCoins: 40 },
  orderRefundFailed: order,
  operatorLink: { login: 'Olena', by: 'Marlo', token },
  operatorNeeds: {
    login: 'Olena',
    needs: [
      { need: 'ordersInReview', count: 2 },
      { need: 'mailsFailed', count: 1000 },
    ],
  },
  operatorTest: { login: 'Olena', at },
};
