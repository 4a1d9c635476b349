import type { Locale } from '#/contract/kernel/locale.ts';
import type { MailKind } from '#/contract/mail.ts';
import { invitationPath } from '#/contract/operator/people/people.ts';
import type { Config } from '#/server/platform/config/config.ts';
import { MAIL_RULES } from './mailRules.ts';
import type { MailVariables, OrderInMail, QueuedMail } from './mails.ts';
import { type Link, orderPath, safeText, type Wording, wordingOf } from './mailWording.ts';
import { newsDetails, stopLinkOf } from './newsMail.ts';

interface Fact {
  label: string;
  value: string;
}

/** The text of a mail in the reader's language. mailHtml.ts and mailText.ts give it its form. */
export interface MailContent {
  locale: Locale;
  subject: string;
  /** Shown behind the subject in a list of mails. */
  preheader: string;
  title: string;
  paragraphs: string[];
  /** A code that the reader types. */
  code?: string;
  facts: Fact[];
  /** The total below the facts; with it they are shown as a receipt. */
  sum?: Fact;
  action?: Link;
  /** Small text below the action. */
  notes: string[];
  /** Tells the reader what to do if somebody else caused the mail. */
  warning: string;
  /** The link that reverts the change. */
  takeBack?: Link;
  /** The link that stops mails of this kind, and the address at which a mail program does it by itself. */
  stop?: Link & { callUrl: string };
  footer: string[];
}

type Details = Partial<
  Pick<MailContent, 'paragraphs' | 'code' | 'facts' | 'sum' | 'action' | 'notes' | 'takeBack'>
>;

/** Builds the rows of an order, without empty ones, and its total (S12). */
function orderFacts(order: OrderInMail, { t, time, euro, coins }: Wording): { facts: Fact[]; sum: Fact } {
  const isInCoins = order.totalCoins > 0;
  const rows: [key: string, value: string | false][] = [
    ['account', order.login],
    ['server', order.server],
    ['product', order.product],
    ['quantity', order.coins === 0 && String(order.quantity)],
    ['amount', order.coins > 0 && coins(order.coins)],
    ['bonus', order.bonusCoins > 0 && `+${coins(order.bonusCoins)}`],
    ['price', !isInCoins && order.discountCents > 0 && euro(order.priceCents)],
    ['discount', order.discountCents > 0 && `−${euro(order.discountCents)}`],
    ['paymentSystem', order.paymentSystem],
    ['date', time(order.at)],
    ['number', order.number ?? false],
    ['order', order.order],
  ];
  return {
    facts: rows.flatMap(([key, value]) => (value === false ? [] : [{ label: t(`order.${key}`), value }])),
    sum: { label: t('order.sum'), value: isInCoins ? coins(order.totalCoins) : euro(order.totalCents) },
  };
}

const VERIFICATION = '/email-verification';
const SETTINGS = '/cabinet#settings';
const CABINET = '/cabinet';
const OPERATOR_PATH = '/operator/';

const passkeyDetails = (
  { passkeys, at, notMe }: MailVariables['passkeyAdded'],
  { t, action, time }: Wording,
): Details => ({
  facts: [
    { label: t('passkeys'), value: passkeys },
    { label: t('at'), value: time(at) },
  ],
  action: action('openSettings', SETTINGS),
  takeBack: action('notMe', VERIFICATION, notMe),
});

/** Parts of each kind of mail besides title, lead and warning. */
const DETAILS: { [K in MailKind]: (variables: MailVariables[K], wording: Wording) => Details } = {
  confirmEmail: ({ token }, { t, action }) => ({
    action: action('confirmEmail.action', VERIFICATION, token),
    notes: [t('linkNote')],
  }),
  resetCode: ({ code, isFromTeam = false }, { t, action }) => ({
    code,
    ...(isFromTeam && { action: action('resetCode.action', '/auth?recover') }),
    notes: [...(isFromTeam ? [t('resetCode.fromTeam')] : []), t('resetCode.note')],
  }),
  newSignIn: ({ device, address, at, notMe }, { t, action, time }) => ({
    facts: [
      { label: t('device'), value: device || t('unknownDevice') },
      { label: t('address'), value: address },
      { label: t('at'), value: time(at) },
    ],
    action: action('openSettings', SETTINGS),
    notes: [t('newSignIn.note')],
    takeBack: action('notMe', VERIFICATION, notMe),
  }),
  passwordChanged: ({ at, removedPasskeys, notMe }, { t, action, time }) => ({
    facts: [
      { label: t('at'), value: time(at) },
      ...(removedPasskeys ? [{ label: t('removedPasskeys'), value: removedPasskeys }] : []),
    ],
    notes: removedPasskeys ? [t('removedPasskeysNote')] : [],
    action: action('passwordChanged.action', '/auth?recover'),
    takeBack: action('notMe', VERIFICATION, notMe),
  }),
  twoFaOn: ({ at, notMe }, { t, action, time }) => ({
    facts: [{ label: t('at'), value: time(at) }],
    action: action('openSettings', SETTINGS),
    notes: [t('twoFaOn.note')],
    takeBack: action('notMe', VERIFICATION, notMe),
  }),
  twoFaOff: ({ at, notMe }, { t, action, time }) => ({
    facts: [{ label: t('at'), value: time(at) }],
    action: action('openSettings', SETTINGS),
    takeBack: action('notMe', VERIFICATION, notMe),
  }),
  twoFaLocked: ({ at, notMe }, { t, action, time }) => ({
    facts: [{ label: t('at'), value: time(at) }],
    action: action('openSettings', SETTINGS),
    notes: [t('twoFaLocked.note')],
    takeBack: action('notMe', VERIFICATION, notMe),
  }),
  recoveryCodesMade: ({ at, notMe }, { t, action, time }) => ({
    facts: [{ label: t('at'), value: time(at) }],
    action: action('openSettings', SETTINGS),
    takeBack: action('notMe', VERIFICATION, notMe),
  }),
  passkeyAdded: passkeyDetails,
  passkeysRemoved: passkeyDetails,
  passkeyCopied: passkeyDetails,
  unconfirmed: ({ token }, { t, action }) => ({
    action: action('confirmEmail.action', VERIFICATION, token),
    notes: [t('linkNote')],
  }),
  emailChangeOld: ({ newEmail, token, notMe }, { t, action }) => ({
    facts: [{ label: t('newEmail'), value: newEmail }],
    action: action('emailChangeOld.action', VERIFICATION, token),
    notes: [t('linkNote')],
    takeBack: action('notMe', VERIFICATION, notMe),
  }),
  emailChangeNew: ({ token }, { t, action }) => ({
    action: action('emailChangeNew.action', VERIFICATION, token),
    notes: [t('linkNote')],
  }),
  emailChangeByTeam: ({ newEmail, notMe }, { t, action }) => ({
    facts: [{ label: t('newEmail'), value: newEmail }],
    takeBack: action('notMe', VERIFICATION, notMe),
  }),
  emailChanged: ({ newEmail, undo }, { t, action }) => ({
    facts: [{ label: t('newEmail'), value: newEmail }],
    takeBack: action('emailChanged.undo', VERIFICATION, undo),
  }),
  emailChangeUndone: () => ({}),
  gameLinked: ({ character, server, token, notMe }, { t, action }) => ({
    facts: [
      { label: t('character'), value: character },
      { label: t('order.server'), value: server },
    ],
    action: action('gameLinked.action', VERIFICATION, token),
    notes: [t('linkNote')],
    takeBack: action('notMe', VERIFICATION, notMe),
  }),
  gameUnlinked: ({ character, server, at, notMe }, { t, action, time }) => ({
    facts: [
      { label: t('character'), value: character },
      { label: t('order.server'), value: server },
      { label: t('at'), value: time(at) },
    ],
    action: action('openSettings', SETTINGS),
    takeBack: action('notMe', VERIFICATION, notMe),
  }),
  gameWaiting: ({ server, things }, { t, action }) => ({
    facts: [
      { label: t('gameWaiting.things'), value: things },
      { label: t('order.server'), value: server },
    ],
    action: action('gameWaiting.action', CABINET),
  }),
  playerNews: newsDetails,
  accountBlocked: ({ scope, until }, { t, action, time }) => ({
    facts: [
      { label: t('blocks.what'), value: t(`blocks.${scope}`) },
      { label: t('blocks.until'), value: until ? time(until) : t('blocks.forGood') },
    ],
    action: action('accountBlocked.action', '/help#blocked'),
  }),
  accountUnblocked: ({ scope }, { t }) => ({
    facts: [{ label: t('blocks.again'), value: t(`blocks.${scope}`) }],
  }),
  accountDeleted: (_, { t }) => ({ notes: [t('accountDeleted.note')] }),
  unconfirmedRemoved: (_, { t, action }) => ({
    action: action('unconfirmedRemoved.action', '/auth?register'),
    notes: [t('unconfirmedRemoved.note')],
  }),
  receipt: (order, wording) => ({
    ...orderFacts(order, wording),
    action: wording.action('order.open', orderPath(order)),
    notes: [
      wording.t('receipt.note'),
      ...(order.atOnce ? [wording.t('receipt.atOnce', { sentence: order.atOnce })] : []),
    ],
  }),
  orderRefunded: ({ refundedCents, owedCoins, ...order }, wording) => {
    const { t, euro, coins } = wording;
    const { facts, sum } = orderFacts(order, wording);
    const owed = owedCoins > 0 ? [{ label: t('order.owed'), value: coins(owedCoins) }] : [];
    return {
      facts: [{ label: t('order.refunded'), value: euro(refundedCents) }, ...owed, ...facts],
      sum,
      action: wording.action('order.open', orderPath(order)),
      notes: owedCoins > 0 ? [t('orderRefunded.owedNote')] : [],
    };
  },
  orderRefundFailed: (order, wording) => ({
    ...orderFacts(order, wording),
    action: wording.action('order.open', orderPath(order)),
  }),
  termsChanged: ({ inForceOn, text }, { t, action, day }) => ({
    paragraphs: [text],
    facts: [{ label: t('termsChanged.inForceOn'), value: day(inForceOn) }],
    action: action('termsChanged.action', '/terms'),
    notes: [t('termsChanged.note')],
  }),
  operatorLink: ({ by, token }, { t, page }) => ({
    facts: [{ label: t('operatorLink.by'), value: by }],
    action: { label: t('operatorLink.action'), url: page(invitationPath(token)) },
    notes: [t('operatorLink.note')],
  }),
  operatorNeeds: ({ needs }, { t, page, upTo }) => ({
    facts: needs.map(({ need, count }) => ({ label: t(`operatorNeeds.needs.${need}`), value: upTo(count) })),
    action: { label: t('operatorNeeds.action'), url: page(OPERATOR_PATH) },
    notes: [t('operatorNeeds.note')],
  }),
  operatorTest: ({ at }, { t, time }) => ({ facts: [{ label: t('at'), value: time(at) }] }),
};

/**
 * Builds the text of a mail. Links lead to PUBLIC_URL, never to the host that a request names.
 * @param ageMs age of the mail; a button whose link has ended by then is left out
 */
export function mailContent<K extends MailKind>(
  { publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>,
  { kind, locale, variables }: QueuedMail<K>,
  ageMs = 0,
): MailContent {
  const wording = wordingOf(publicUrl, locale);
  const safe = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === 'string' ? safeText(name, value) : value,
    ]),
  ) as MailVariables[K];
  const values = {
    support: supportEmail,
    count: 'daysLeft' in safe ? safe.daysLeft : 'count' in safe ? safe.count : 0,
  };
  const { t } = wording;
  const { paragraphs = [], facts = [], notes = [], action, ...details } = DETAILS[kind](safe, wording);
  const hasButton = ageMs < (MAIL_RULES[kind].buttonMs ?? Infinity);
  return {
    locale,
    subject: t(`${kind}.subject`, values),
    preheader: t(`${kind}.preheader`, values),
    title: t(`${kind}.title`, values),
    paragraphs: [t('greeting', { login: safe.login }), t(leadOf(kind, safe), values), ...paragraphs],
    ...details,
    ...(action && hasButton && { action }),
    // an unconfirmed address is told no names
    facts: facts.filter(({ value }) => value !== ''),
    // the notes of such a mail are about its button
    notes: hasButton ? notes : [],
    warning: t(`${kind}.warning`, values),
    ...('stop' in safe && safe.stop && { stop: stopLinkOf(safe.stop, wording) }),
    footer: [t('automatic'), t('questions', values)],
  };
}

/** The key of the first paragraph. */
const leadOf = (kind: MailKind, variables: object): string =>
  'isChargedBack' in variables && variables.isChargedBack ? `${kind}.leadChargedBack` : `${kind}.lead`;
