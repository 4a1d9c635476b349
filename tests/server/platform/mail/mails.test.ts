import { describe, expect, test } from 'vitest';
import { LOCALES, localePrefix, type Locale } from '#/contract/kernel/locale.ts';
import { MAIL_KINDS, type MailKind } from '#/contract/mail.ts';
import { mailContent } from '#/server/platform/mail/mailContent.ts';
import { mailHtml } from '#/server/platform/mail/mailHtml.ts';
import { SAMPLES } from '#/server/platform/mail/mailSamples.ts';
import type { MailVariables } from '#/server/platform/mail/mails.ts';
import { mailText } from '#/server/platform/mail/mailText.ts';

const site = { publicUrl: 'https://one.example', supportEmail: 'help@one.example' };

function mail<K extends MailKind>(kind: K, locale: Locale, changes: Partial<MailVariables[K]> = {}) {
  const variables = { ...SAMPLES[kind], ...changes };
  const content = mailContent(site, { kind, locale, to: 'marlo@one.example', variables });
  return { ...content, html: mailHtml(content), text: mailText(content) };
}

/** The visible text of a page: no tags, no entities, white space as one space. */
const seen = (html: string) =>
  html
    .replaceAll(/<(head|style)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#847;|&zwnj;|&nbsp;/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

const every = LOCALES.flatMap((locale) => MAIL_KINDS.map((kind) => [kind, locale] as const));

describe.each(every)('%s in %s', (kind, locale) => {
  const {
    subject,
    preheader,
    title,
    paragraphs,
    facts,
    sum,
    notes,
    warning,
    takeBack,
    stop,
    footer,
    action,
    html,
    text,
  } = mail(kind, locale);

  test('has all its words, in its own letters', () => {
    for (const words of [subject, preheader, title, ...paragraphs, ...notes, warning, ...footer]) {
      expect(words.length).toBeGreaterThan(3);
      expect(words).not.toMatch(/\{\{|\}\}|undefined|NaN/);
    }
    const own = /[\u0400-\u04FF]/;
    expect(own.test(subject + title + paragraphs.join() + warning)).toBe(locale !== 'en');
    expect(subject).toContain('ONE RP');
  });

  test('says the same in HTML and in plain text', () => {
    const shown = seen(html);
    const plain = text.replaceAll(/\s+/g, ' ');
    const said = [
      ...paragraphs,
      ...notes,
      warning,
      ...footer,
      ...[...facts, ...(sum ? [sum] : [])].flatMap(Object.values),
    ];
    const links = [action, takeBack].filter((link) => link !== undefined);
    for (const words of [...said, ...links.flatMap(({ url, label }) => [url, label])]) {
      expect(shown).toContain(words);
      expect(plain).toContain(words);
    }
    if (stop) expect(shown).toContain(stop.label);
    if (stop) expect(plain).toContain(`${stop.label}: ${stop.url}`);
    expect(shown).toContain(title);
    expect(plain).toContain(title.toUpperCase());
  });

  test('loads nothing, runs nothing, and leads nowhere but to the site', () => {
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form|style|base)\b|url\(|@import|\son\w+=/i);
    const addresses = [...`${html}\n${text}`.matchAll(/https?:\/\/[^\s"'<]+/g)].map(([address]) => address);
    // the operator's pages have one address in all languages
    const prefix = kind === 'operatorLink' || kind === 'operatorNeeds' ? '' : localePrefix(locale);
    for (const address of addresses) expect(address.startsWith(`${site.publicUrl}${prefix}/`)).toBe(true);
    expect(addresses).toHaveLength((action ? 4 : 0) + (takeBack ? 4 : 0) + (stop ? 2 : 0));
  });
});

test.each(LOCALES)('A4 the link of a confirmation in %s opens the page in that language', (locale) => {
  const { action } = mail('confirmEmail', locale, { token: 'abc_-9' });
  expect(action?.url).toBe(`https://one.example${localePrefix(locale)}/email-verification?token=abc_-9`);
});

test.each(LOCALES)('RT14 the mail about a block in %s leads to the answer about blocks', (locale) => {
  const { action } = mail('accountBlocked', locale);
  expect(action?.url).toBe(`https://one.example${localePrefix(locale)}/help#blocked`);
});

test.each([
  ['ru', 1, 'через 1 день'],
  ['ru', 3, 'через 3 дня'],
  ['ru', 7, 'через 7 дней'],
  ['uk', 1, 'через 1 день'],
  ['uk', 3, 'через 3 дні'],
  ['uk', 7, 'через 7 днів'],
  ['en', 1, 'in 1 day '],
  ['en', 7, 'in 7 days '],
] as const)('C2 in %s %i days left are "%s"', (locale, daysLeft, words) => {
  const { subject, paragraphs } = mail('unconfirmed', locale, { daysLeft });
  expect(`${subject} `.toLowerCase()).toContain(words);
  expect(paragraphs.join(' ').toLowerCase()).toContain(words.trim());
});

test.each([
  ['ru', '135,00 €'],
  ['uk', '135,00 €'],
  ['en', '€135.00'],
] as const)('S12 a receipt in %s writes its sum as the site does', (locale, words) => {
  expect(mail('receipt', locale).sum?.value).toBe(words);
});

test.each([
  ['ru', '21 ноября 2026 г. в 23:40 UTC'],
  ['uk', '21 листопада 2026 р. о 23:40 UTC'],
  ['en', '21 November 2026 at 23:40 UTC'],
] as const)('a time is written as people write it in %s', (locale, words) => {
  expect(mail('passwordChanged', locale).facts[0]?.value).toBe(words);
});

test('a device that says nothing of itself has a name, too', () => {
  const { facts } = mail('newSignIn', 'en', { device: '' });
  expect(facts[0]?.value).toBe('Unknown device');
});

test.each(LOCALES)('SE2 in %s each mail about security has a link that takes it back', (locale) => {
  const takesBack = MAIL_KINDS.filter((kind) => mail(kind, locale).takeBack);
  expect(takesBack).toEqual([
    'newSignIn',
    'passwordChanged',
    'twoFaOn',
    'twoFaOff',
    'twoFaLocked',
    'recoveryCodesMade',
    'passkeyAdded',
    'passkeysRemoved',
    'passkeyCopied',
    'emailChangeOld',
    'emailChangeByTeam',
    'emailChanged',
    'gameLinked',
    'gameUnlinked',
  ]);
});

describe('values from outside', () => {
  const bad = `<b onload="x">&'"</b>\r\nBcc: victim@example.org\u2028\u202Eevil\u0000`;

  test.each(['newSignIn', 'emailChangeOld'] as const)('are escaped in %s and cannot begin a line', (kind) => {
    const changes = kind === 'newSignIn' ? { device: bad, login: bad } : { newEmail: bad, login: bad };
    const { subject, html, text } = mail(kind, 'en', changes);
    expect(html).not.toContain('<b onload');
    expect(html).toContain('&lt;b onload=&quot;x&quot;&gt;&amp;&#39;&quot;&lt;/b&gt;');
    for (const part of [subject, html, text]) expect(part).not.toMatch(/[\r\0\u2028\u202e]|^\s*Bcc:/m);
  });

  test('a token cannot leave its place in the address', () => {
    const { action, html } = mail('confirmEmail', 'en', { token: '"><a href=//evil.example>&x=1#' });
    expect(new URL(action!.url).searchParams.get('token')).toBe('"><a href=//evil.example>&x=1#');
    expect(html).not.toContain('<a href=//evil');
  });

  /** What the site makes itself or an operator writes. */
  const OWN =
    /^(token|notMe|undo|stop|code|at|endsAt|until|inForceOn|scope|address|order|kind|why|need|text)$/;
  const links = 'free-coins.example.com https://evil.example/x http://evil/ www.evil。example a@evil.example';

  /** The variables of a kind, with links in the place of each text from outside. */
  const hostile = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(hostile);
    if (typeof value === 'string') return links;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, OWN.test(name) ? part : hostile(part)]),
    );
  };

  test.each(every)('none of them becomes a link in %s in %s', (kind, locale) => {
    const more =
      kind === 'passwordChanged' ? { removedPasskeys: links } : kind === 'receipt' && { atOnce: links };
    const { html, text } = mail(kind, locale, { ...(hostile(SAMPLES[kind]) as object), ...more });
    for (const part of [seen(html), text]) {
      const others = part.replaceAll(/https:\/\/one\.example\S*|help@one\.example/g, '');
      expect(others).not.toMatch(/\p{L}[.。]\p{L}|:\/\/|\w@\w/u);
      expect(others.replaceAll('\u2060', '')).toContain('free-coins.example.com');
    }
  });
});
