import { dateLocale, localePrefix, type Locale } from '#/contract/kernel/locale.ts';
import { MOST_COUNTED } from '#/contract/operator/site.ts';
import { filledText, type TextValues } from '#/server/platform/markup/pageTexts.ts';

export interface Link {
  label: string;
  url: string;
}

/** Texts and formats in the language of one reader. */
export interface Wording {
  locale: Locale;
  /** Reads a text of locales/{language}/mail.json; `count` selects its plural. */
  t: (key: string, values?: TextValues) => string;
  /** Builds a button; the token of a mailed link goes into its query. */
  action: (key: string, path: string, token?: string) => Link;
  /** Returns the address of a page that has one address for all languages. */
  page: (path: string) => string;
  time: (iso: string) => string;
  /** Formats a day that has no time of day. */
  day: (iso: string) => string;
  /** Formats a sum as the language writes it: "135.00 €", and below "1,500 OC". */
  euro: (cents: number) => string;
  coins: (count: number) => string;
  /** Formats a count that stops at `MOST_COUNTED`: "1,000+". */
  upTo: (count: number) => string;
}

/** Texts and formats for a reader of this language. */
export function wordingOf(publicUrl: string, locale: Locale): Wording {
  const t: Wording['t'] = (key, values) => filledText(locale, `mail:${key}`, values);
  const date = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  const days = new Intl.DateTimeFormat(dateLocale(locale), date);
  const format = new Intl.DateTimeFormat(dateLocale(locale), {
    ...date,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  const euro = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'EUR',
    // in Ukrainian the formatter would write EUR
    currencyDisplay: 'narrowSymbol',
  });
  const number = new Intl.NumberFormat(locale);
  return {
    locale,
    t,
    action: (key, path, token) => ({
      label: t(key),
      url: `${publicUrl}${localePrefix(locale)}${path}${token ? `?token=${encodeURIComponent(token)}` : ''}`,
    }),
    page: (path) => `${publicUrl}${path}`,
    time: (iso) => format.format(new Date(iso)),
    day: (iso) => days.format(new Date(iso)),
    euro: (cents) => plainSpaces(euro.format(cents / 100)),
    coins: (count) => plainSpaces(`${number.format(count)} OC`),
    upTo: (count) => plainSpaces(`${number.format(count)}${count >= MOST_COUNTED ? '+' : ''}`),
  };
}

/** Path of the page of an order, named by its public id. */
export const orderPath = ({ order }: { order: string }): string =>
  `/donate/success?order=${encodeURIComponent(order)}`;

/** Cleans values from outside: no line breaks, no characters that turn or hide text. */
export const oneLine = (value: string): string =>
  value.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/**
 * Puts word joiners into a text from outside: mail programs would turn a login such as "free.coins.example", or the name of
 * a passkey, into a link.
 */
export const notLinked = (text: string): string =>
  text.replaceAll(/[.\u3002\uFF0E\uFF61](?=\S)|:(?=\/)|@(?=\S)/g, '$&\u2060');

/** Variables that the site makes itself or an operator writes. Any other text may be an outsider's. */
const OWN_TEXTS: ReadonlySet<string> = new Set(
  'token notMe undo stop code at until inForceOn scope address order text'.split(' '),
);

/** Cleans a variable of a mail by its name. */
export const safeText = (name: string, value: string): string =>
  OWN_TEXTS.has(name) ? oneLine(value) : notLinked(oneLine(value));

/** Replaces the narrow spaces in numbers, which some mail programs show as a box. */
const plainSpaces = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');
