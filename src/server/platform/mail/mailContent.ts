import { localePrefix, type Locale } from '#/contract/locale.ts';
import type { MailKind } from '#/contract/mail.ts';
import type { Config } from './config.ts';
import type { MailVariables, OrderInMail, QueuedMail } from './mails.ts';
import { pageText } from './pageTexts.ts';

interface Fact {
  label: string;
  value: string;
}

/** What a mail says, in the reader's language and as plain text; how it looks is in mailHtml.ts and mailText.ts. */
export interface MailContent {
  locale: Locale;
  subject: string;
  /** Shown behind the subject in a list of mails. */
  preheader: string;
  title: string;
  paragraphs: string[];
  /** To be typed in. */
  code?: string;
  facts: Fact[];
  /** What the facts come to: with it they are a receipt. */
  sum?: Fact;
  action?: { label: string; url: string };
  /** Smaller, below the action. */
  notes: string[];
  /** What to do when somebody else caused the mail. */
  warning: string;
  footer: string[];
}

type Details = Partial<Pick<MailContent, 'code' | 'facts' | 'sum' | 'action' | 'notes'>>;

type Values = Record<string, string | number>;

/** A text of locales/{language}/mail.json; `count` chooses among its plurals. */
function phrase(locale: Locale, key: string, values: Values = {}): string {
  const plural = new Intl.PluralRules(locale).select(Number(values['count'] ?? 0));
  const text = pageText(locale, `mail:${key}`) ?? pageText(locale, `mail:${key}_${plural}`);
  if (text === undefined) throw new Error(`no text for ${locale} mail:${key}`);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}

/** How the mails of one reader are worded. */
interface Wording {
  t: (key: string, values?: Values) => string;
  /** A button; the token of a mailed link goes into its query. */
  action: (key: string, path: string, token?: string) => MailContent['action'] & object;
  time: (iso: string) => string;
  /** "135.00 €" and "1,500 OC" as the language writes them. */
  euro: (cents: number) => string;
  coins: (count: number) => string;
}

function wordingOf(publicUrl: string, locale: Locale): Wording {
  const t: Wording['t'] = (key, values) => phrase(locale, key, values);
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
    timeZoneName: 'short',
  });
  const euro = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'EUR',
    // Ukrainian would write EUR
    currencyDisplay: 'narrowSymbol',
  });
  const number = new Intl.NumberFormat(locale);
  return {
    t,
    action: (key, path, token) => ({
      label: t(key),
      url: `${publicUrl}${localePrefix(locale)}${path}${token ? `?token=${encodeURIComponent(token)}` : ''}`,
    }),
    time: (iso) => format.format(new Date(iso)),
    euro: (cents) => plainSpaces(euro.format(cents / 100)),
    coins: (count) => plainSpaces(`${number.format(count)} OC`),
  };
}

/** Some programs show the narrow ones of numbers as a box. */
const plainSpaces = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');

/** The rows of an order, those that say something, and what it came to (S12). */
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
    ['order', order.order],
  ];
  return {
    facts: rows.flatMap(([key, value]) => (value === false ? [] : [{ label: t(`order.${key}`), value }])),
    sum: { label: t('order.sum'), value: isInCoins ? coins(order.totalCoins) : euro(order.totalCents) },
  };
}

const orderPath = ({ order }: OrderInMail) => `/donate/success?order=${encodeURIComponent(order)}`;

const VERIFICATION = '/email-verification';
const SETTINGS = '/cabinet#settings';

/** What a kind has besides title, lead and warning. */
const DETAILS: { [K in MailKind]: (variables: MailVariables[K], wording: Wording) => Details } = {
  confirmEmail: ({ token }, { t, action }) => ({
    action: action('confirmEmail.action', VERIFICATION, token),
    notes: [t('linkNote')],
  }),
  resetCode: ({ code }, { t }) => ({ code, notes: [t('resetCode.note')] }),
  newSignIn: ({ device, address, at }, { t, action, time }) => ({
    facts: [
      { label: t('device'), value: device || t('unknownDevice') },
      { label: t('address'), value: address },
      { label: t('at'), value: time(at) },
    ],
    action: action('openSettings', SETTINGS),
    notes: [t('newSignIn.note')],
  }),
  passwordChanged: ({ at }, { t, action, time }) => ({
    facts: [{ label: t('at'), value: time(at) }],
    action: action('passwordChanged.action', '/auth'),
  }),
  twoFaOn: ({ at }, { t, action, time }) => ({
    facts: [{ label: t('at'), value: time(at) }],
    action: action('openSettings', SETTINGS),
    notes: [t('twoFaOn.note')],
  }),
  twoFaOff: ({ at }, { t, action, time }) => ({
    facts: [{ label: t('at'), value: time(at) }],
    action: action('openSettings', SETTINGS),
  }),
  twoFaLocked: ({ at }, { t, action, time }) => ({
    facts: [{ label: t('at'), value: time(at) }],
    action: action('openSettings', SETTINGS),
    notes: [t('twoFaLocked.note')],
  }),
  unconfirmed: ({ token }, { t, action }) => ({
    action: action('confirmEmail.action', VERIFICATION, token),
    notes: [t('linkNote')],
  }),
  emailChangeOld: ({ newEmail, token }, { t, action }) => ({
    facts: [{ label: t('newEmail'), value: newEmail }],
    action: action('emailChangeOld.action', VERIFICATION, token),
    notes: [t('linkNote')],
  }),
  emailChangeNew: ({ token }, { t, action }) => ({
    action: action('emailChangeNew.action', VERIFICATION, token),
    notes: [t('linkNote')],
  }),
  emailChanged: ({ newEmail }, { t }) => ({ facts: [{ label: t('newEmail'), value: newEmail }] }),
  accountDeleted: (_, { t }) => ({ notes: [t('accountDeleted.note')] }),
  receipt: (order, wording) => ({
    ...orderFacts(order, wording),
    action: wording.action('order.open', orderPath(order)),
    notes: [wording.t('receipt.note')],
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
};

/** The words of a mail. Links lead to PUBLIC_URL, whatever a request says of its host. */
export function mailContent<K extends MailKind>(
  { publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>,
  { kind, locale, variables }: QueuedMail<K>,
): MailContent {
  const wording = wordingOf(publicUrl, locale);
  const safe = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === 'string' ? oneLine(value) : value,
    ]),
  ) as MailVariables[K];
  const values = {
    support: supportEmail,
    count: 'daysLeft' in safe ? safe.daysLeft : 0,
  };
  const { t } = wording;
  const { facts = [], notes = [], ...details } = DETAILS[kind](safe, wording);
  return {
    locale,
    subject: t(`${kind}.subject`, values),
    preheader: t(`${kind}.preheader`, values),
    title: t(`${kind}.title`, values),
    paragraphs: [t('greeting', { login: notLinked(safe.login) }), t(`${kind}.lead`, values)],
    ...details,
    facts,
    notes,
    warning: t(`${kind}.warning`, values),
    footer: [t('automatic'), t('questions', values)],
  };
}

/** Values come from outside: none may begin a line, turn the text around or hide something in it. */
const oneLine = (value: string) => value.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** A login as "free.coins.example" would become a link to it in the reader's program; a word joiner prevents that. */
const notLinked = (login: string) => login.replaceAll('.', '.\u2060');
