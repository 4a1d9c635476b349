import i18next from 'i18next';
import { expect, test } from 'vitest';
import { ApiError } from '#/client/platform/api/api.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import errors from '../../../../locales/ru/errors.json';
import operatorFormal from '../../../../locales/ru/operatorFormal.json';

const FAILURES = [
  new ApiError('offline', 0),
  new ApiError('busy', 503),
  new ApiError('tooManyRequests', 429, {}, 60),
  new ApiError('notFound', 404),
];

/** The sentences of a program with these texts. */
async function sentencesWith(texts: Record<string, object>): Promise<string[]> {
  await i18next.init({ lng: 'ru', resources: { ru: texts }, interpolation: { escapeValue: false } });
  return FAILURES.map(errorTextOf);
}

test('O29 operators read what both programs say in words of their own', async () => {
  const [offline, busy, limit, missing] = await sentencesWith({ errors });
  expect([offline, busy, missing]).toEqual([errors.offline, errors.busy, errors.notFound]);
  const formal = await sentencesWith({ errors, operatorFormal });
  expect(formal.slice(0, 2)).toEqual([operatorFormal.offline, operatorFormal.busy]);
  expect(formal[2]).toBe(limit!.replace('Попробуй', 'Попробуйте'));
  expect(formal[3]).toBe(missing);
});
