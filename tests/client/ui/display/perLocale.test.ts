import { expect, test, vi } from 'vitest';
import { perLocale } from '#/client/ui/display/perLocale.ts';

test('a formatter is made once for each language, when it is first needed', () => {
  const make = vi.fn((locale: string) => new Intl.NumberFormat(locale));
  const format = perLocale(make);
  expect(make).not.toHaveBeenCalled();
  expect(format('uk')).toBe(format('uk'));
  expect(format('en').format(1234.5)).toBe('1,234.5');
  expect(make.mock.calls).toEqual([['uk'], ['en']]);
});
