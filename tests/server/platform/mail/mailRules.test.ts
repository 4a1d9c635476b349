import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { MAIL_KINDS, type MailKind } from '#/contract/mail.ts';
import { SAMPLES } from '#/server/platform/mail/mailSamples.ts';
import { TAKE_BACK_MS } from '#/server/domain/accounts/emailTokens.ts';
import { INVITATION_MS } from '#/server/domain/operators/invitations.ts';
import { LONGEST_USEFUL_MS, MAIL_RULES } from '#/server/platform/mail/mailRules.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const retriedForMs = (kind: MailKind) =>
  MAIL_RULES[kind].retriesMs.reduce((sum, delayMs) => sum + delayMs, 0);
const has = (kind: MailKind, name: string) => name in SAMPLES[kind];
const inWords = (durationMs: number) =>
  durationMs % DAY_MS === 0 ? `${durationMs / DAY_MS} d` : `${durationMs / HOUR_MS} h`;

test.each(MAIL_KINDS)(
  'O31 %s is retried through an outage of three days, or until it is of no use',
  (kind) => {
    const { usefulMs, retriesMs } = MAIL_RULES[kind];
    expect(retriedForMs(kind)).toBeGreaterThanOrEqual(Math.min(usefulMs, 3 * DAY_MS));
    // the first attempts follow soon, because most outages are short
    expect(retriesMs.slice(0, 3)).toEqual([30_000, 120_000, 600_000]);
    expect(Math.max(...retriesMs)).toBeLessThanOrEqual(4 * HOUR_MS);
  },
);

test.each(MAIL_KINDS)('O31 %s is not sent longer than its code or its link works', (kind) => {
  const { usefulMs, buttonMs = usefulMs } = MAIL_RULES[kind];
  expect(usefulMs).toBeLessThanOrEqual(LONGEST_USEFUL_MS);
  if (kind === 'operatorLink') return expect(usefulMs).toBe(INVITATION_MS);
  if (has(kind, 'token')) expect(buttonMs).toBeLessThanOrEqual(DAY_MS);
  if (has(kind, 'notMe') || has(kind, 'undo')) expect(usefulMs).toBeLessThanOrEqual(TAKE_BACK_MS);
  if (has(kind, 'code')) expect(usefulMs).toBeLessThanOrEqual(HOUR_MS);
});

test('O31 whatever tells of money or of a purchase is of use for 30 days', () => {
  const money = MAIL_KINDS.filter((kind) => has(kind, 'order') || has(kind, 'things'));
  expect(money).toEqual(['gameWaiting', 'receipt', 'orderRefunded', 'orderRefundFailed']);
  for (const kind of money) expect(MAIL_RULES[kind].usefulMs).toBe(30 * DAY_MS);
});

test('O31 docs/limits.md names for every kind how long it is of use', () => {
  const table = readFileSync('docs/limits.md', 'utf8');
  const named = [...table.matchAll(/^\| ((?:`\w+`(?:, )?)+) +\| (\d+ [hd]) +\|/gm)].flatMap(
    ([, kinds, use]) => [...kinds!.matchAll(/\w+/g)].map(([kind]) => [kind, use]),
  );
  expect(Object.fromEntries(named)).toEqual(
    Object.fromEntries(MAIL_KINDS.map((kind) => [kind, inWords(MAIL_RULES[kind].usefulMs)])),
  );
});

test.each(LOCALES)('O31 the privacy page in %s names the longest time', (locale) => {
  const { privacy } = JSON.parse(readFileSync(`locales/${locale}/legal.json`, 'utf8'));
  // whoever changes the time changes the texts of all languages
  expect(privacy.sections.term.text).toMatch(
    new RegExp(`\\b${LONGEST_USEFUL_MS / DAY_MS}\\b[^.]*, (код|a code)`),
  );
});
