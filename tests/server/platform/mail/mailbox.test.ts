import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAIL_KINDS } from '#/contract/mail.ts';
import { addressSubject, networkSubject } from '#/server/platform/kernel/rateLimit.ts';
import { mailboxOf } from '#/server/platform/mail/mailbox.ts';

test.each([
  ['marlo@example.org', 'marlo@example.org'],
  ['Marlo+games@Example.org', 'marlo@example.org'],
  ['mar.lo@example.org', 'mar.lo@example.org'],
  ['m.a.r.lo+x@gmail.com', 'marlo@gmail.com'],
  ['marlo@googlemail.com', 'marlo@gmail.com'],
  ['mar-lo@ya.ru', 'mar.lo@yandex.ru'],
  ['mar.lo@yandex.com', 'mar.lo@yandex.ru'],
])('SE9 %s leads to the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});

test.each([
  ['203.0.113.77', '203.0.113.77', '203.0.113'],
  ['::ffff:203.0.113.77', '203.0.113.77', '203.0.113'],
  ['2001:db8:7:1::5', '2001:db8:7:1', '2001:db8:7'],
  ['2001:db8::5', '2001:db8:0:0', '2001:db8:0'],
])('SE9 %s counts for the address %s and the network %s', (ip, address, network) => {
  expect([addressSubject(ip), networkSubject(ip)]).toEqual([address, network]);
});

test('SE9 docs/limits.md names every kind of mail', () => {
  const page = readFileSync('docs/limits.md', 'utf8');
  for (const kind of MAIL_KINDS) expect(page).toContain(`\`${kind}\``);
});
