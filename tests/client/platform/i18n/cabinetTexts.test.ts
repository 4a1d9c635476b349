import { expect, test } from 'vitest';
import { formatChance } from '#/client/domain/prizes/formatOdds.ts';
import { formatDate, formatDay } from '#/client/platform/i18n/formatDate.ts';
import { masked } from '#/client/areas/cabinet/profile/masked.ts';

const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');

test('C3 a masked e-mail keeps two characters and the domain', () => {
  expect(masked('marlo.night@mail.com')).toBe('ma•••••@mail.com');
  expect(masked('ab@mail.com')).toBe('a•••••@mail.com');
  expect(masked('a@mail.com')).toBe('•••••@mail.com');
});

test('C3 a masked login does not reveal its length', () => {
  expect(masked('marlo.night')).toBe('ma•••••');
  expect(masked('max')).toBe('ma•••••');
});

test('C3 the registration date is DD.MM.YYYY', () => {
  expect(formatDate('2026-03-05T12:00:00.000Z')).toBe('05.03.2026');
});

test('O24 a day ends with its year, so that a sentence may end with it', () => {
  expect(plain(formatDay('2026-10-26'))).toBe('26 октября 2026');
});

test('C6 odds are exact percentages with at most four decimals', () => {
  expect(plain(formatChance(1, 'en'))).toBe('0.0001%');
  expect(plain(formatChance(1234, 'ru'))).toBe('0,1234 %');
  expect(plain(formatChance(250_000, 'uk'))).toBe('25%');
  expect(plain(formatChance(1_000_000, 'en'))).toBe('100%');
});
