import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isWeakSecret } from '#/server/platform/config/isWeakSecret.ts';

test.each([
  ['one character', 'a'.repeat(64)],
  ['few characters', 'abcabcdabcdeabcdefabcdefgabcdefga'],
  ['a word again and again', 'change-me-please'.repeat(2)],
  ['a word that ends in the middle', 'secretsecretsecretsecretsecretsecr'],
  ['digits in a row', '01234567890123456789012345678901'],
  ['letters in a row', 'abcdefghijklmnopqrstuvwxyzabcdefg'],
])('N7 %s is no secret', (_, secret) => {
  expect(isWeakSecret(secret)).toBe(true);
});

test('N7 what the documented command draws is a secret, in hexadecimal digits and in base64', () => {
  const drawn = Array.from({ length: 2000 }, () => randomBytes(32));
  expect(drawn.filter((bytes) => isWeakSecret(bytes.toString('hex')))).toEqual([]);
  expect(drawn.filter((bytes) => isWeakSecret(bytes.toString('base64')))).toEqual([]);
});
