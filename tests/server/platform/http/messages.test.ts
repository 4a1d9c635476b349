import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { ERROR_CODES, type ErrorCode, type ErrorReply } from '#/contract/kernel/errors.ts';
import { LOCALES, type Locale } from '#/contract/kernel/locale.ts';
import { answerError } from '#/server/platform/http/failures.ts';
import { AppError } from '#/server/platform/kernel/errors.ts';
import { pageText } from '#/server/platform/markup/pageTexts.ts';

const app = fastify();
app.setErrorHandler(answerError);
app.get<{ Params: { code: ErrorCode } }>('/refused/:code', ({ params }) => {
  throw new AppError(params.code);
});
afterAll(() => app.close());

async function messageOf(code: ErrorCode, headers: Record<string, string>): Promise<string> {
  const reply = (await app.inject({ url: `/refused/${code}`, headers })).json<ErrorReply>();
  expect(reply.code).toBe(code);
  return reply.message;
}

test.each(LOCALES)('E2 every refusal of the server is a whole sentence in %s', async (locale: Locale) => {
  for (const code of ERROR_CODES) {
    const message = await messageOf(code, { 'accept-language': locale });
    expect(message, code).toBe(
      pageText(locale, `errors:${code}`) ?? pageText(locale, `operatorErrors:${code}`),
    );
    expect(message, code).not.toContain('{{');
    expect(/[а-яіїє]/i.test(message), code).toBe(locale !== 'en');
  }
});

test.each([
  ['ru', 'Неверное значение'],
  ['uk', 'Неправильне значення'],
  ['en', 'Invalid value'],
])('E4 malformed input is called so in %s', async (locale, words) => {
  const message = await messageOf('badRequest', { 'accept-language': locale });
  expect(message.startsWith(words), message).toBe(true);
});

test('E2 callers that name no language of the site, such as adapters of games, read English', async () => {
  const english = new AppError('gameScope').message;
  expect(await messageOf('gameScope', {})).toBe(english);
  expect(await messageOf('gameScope', { 'accept-language': 'de' })).toBe(english);
  expect(await messageOf('gameScope', { 'accept-language': 'uk-UA,en;q=0.5' })).not.toBe(english);
});
