import { createRequire } from 'node:module';
import i18next from 'i18next';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '#/contract/kernel/errors.ts';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { signInFailure } from '#/client/areas/auth/entrance.ts';
import { errorText, errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { formFailureOf, type FormFailureOptions } from '#/client/platform/forms/formFailure.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatDateTime, formatWait } from '#/client/platform/i18n/formatDate.ts';
import { AppError } from '#/server/platform/kernel/errors.ts';

const load = createRequire(import.meta.url);
const ownLocale = pageConfig.locale;
const UNCHECKED = 'this says nothing about the password';

async function speak(locale: (typeof LOCALES)[number]) {
  pageConfig.locale = locale;
  const textsOf = (name: string) =>
    load(`../../../../locales/${locale}/${name}.json`) as Record<string, string>;
  await i18next.init({
    lng: locale,
    resources: { [locale]: { errors: textsOf('errors'), operatorErrors: textsOf('operatorErrors') } },
    interpolation: { escapeValue: false },
  });
}
beforeEach(() => speak('ru'));
// files of this worker that run later find the page in its own language
afterAll(() => {
  pageConfig.locale = ownLocale;
});

/** Every way in which a call can fail: each code of the contract with its status, a limit with its time, no answer. */
const FAILURES: ApiError[] = [
  ...ERROR_CODES.map((code) => {
    const { status } = new AppError(code);
    return new ApiError(code, status, {}, status === 429 ? 3236 : 0);
  }),
  new ApiError('internal', 502),
  new ApiError('offline', 0),
  new ApiError('timeout', 0),
  new ApiError('badReply', 200),
];
const isServers = ({ status }: ApiError) => status < 400 || status >= 500;
const nameOf = ({ code, status }: ApiError) => `${code} (${status})`;

/** Words about what was typed, by view: no other failure may show them. */
const VIEWS: Record<string, { shown: (error: ApiError) => string[]; words: readonly string[] }> = {
  signIn: { shown: (error) => signInFailure(error, UNCHECKED), words: ['errorCredentials'] },
  twoFactor: { shown: (error) => sentences(error, { unchecked: UNCHECKED }), words: ['errorTwoFaActivated'] },
  signUp: { shown: (error) => sentences(error, { fields: ['login', 'email'] }), words: ['errorLoginExist'] },
  forgotPass: {
    shown: (error) =>
      sentences(error, {
        fields: ['email'],
        refused: [{ name: 'email', message: 'errorEmailNotification' }],
      }),
    words: ['errorEmailNotification'],
  },
  confirmReset: {
    shown: (error) =>
      sentences(error, {
        fields: ['verification_code'],
        refused: [{ name: 'verification_code', message: 'invalidConfirmationCode' }],
        unchecked: UNCHECKED,
      }),
    words: ['invalidConfirmationCode'],
  },
  passwordChange: {
    shown: (error) =>
      sentences(error, {
        fields: ['password'],
        refused: [{ name: 'password', message: 'errorPasswordRequired' }],
      }),
    words: ['errorPasswordRequired'],
  },
  promoCode: {
    shown: (error) => sentences(error, { fields: ['promo_code'] }),
    words: ['errorPromocode', 'discountInvalid'],
  },
};
/** All that is shown, at fields or below them. */
function sentences(error: unknown, options: FormFailureOptions): string[] {
  const failure = formFailureOf(error, options);
  return [...failure.fields.map(({ message }) => errorText(message)), ...failure.sentences];
}

describe('E2 a limit, a failure and a refusal share no words', () => {
  test.each(
    Object.entries(VIEWS).flatMap(([view, of]) =>
      FAILURES.map((error) => [view, nameOf(error), of, error] as const),
    ),
  )('%s: %s', (_view, _name, { shown, words }, error) => {
    const said = shown(error);
    if (error.code === 'errorCaptcha') return expect(said).toEqual([]);
    expect(said.length).toBeGreaterThan(0);
    const aboutInput = words.map((word) => errorText(word as ApiError['code']));
    if (error.status === 429) {
      expect(said).toHaveLength(1);
      expect(said[0]).toMatch(/через 54 минуты$/);
    }
    if (isServers(error) || error.status === 429 || error.status === 403)
      for (const sentence of said) expect(aboutInput).not.toContain(sentence);
    // only failures of the server or the network say that nothing was checked
    if (!isServers(error)) expect(said).not.toContain(UNCHECKED);
  });

  test('a wrong password is the only refusal that sign-in calls one', () => {
    const called = FAILURES.filter((error) =>
      signInFailure(error, UNCHECKED).includes(errorText('errorCredentials')),
    );
    expect(called.map(({ code }) => code)).toEqual(['badRequest', 'errorCredentials']);
  });

  test('what the server finds wrong with a field stands there, but never beside a limit or a failure', () => {
    const errors = { email: 'errorEmailExist', login: 'errorLoginExist' } as const;
    const options = { fields: ['login', 'email'] };
    expect(formFailureOf(new ApiError('errorEmailExist', 422, { errors }), options)).toEqual({
      fields: [
        { name: 'login', message: 'errorLoginExist' },
        { name: 'email', message: 'errorEmailExist' },
      ],
      sentences: [],
    });
    for (const status of [429, 500, 503])
      expect(formFailureOf(new ApiError('busy', status, { errors }), options).fields).toEqual([]);
  });
});

describe("E2 waiting times are in people's words", () => {
  test.each([
    ['ru', ['через 1 секунду', 'через 1 минуту', 'через 3 минуты', 'через 12 минут']],
    ['uk', ['через 1 секунду', 'через 1 хвилину', 'через 3 хвилини', 'через 12 хвилин']],
    ['en', ['in 1 second', 'in 1 minute', 'in 3 minutes', 'in 12 minutes']],
  ] as const)('in %s', async (locale, texts) => {
    await speak(locale);
    expect([1, 60, 121, 720].map(formatWait)).toEqual(texts);
  });

  test('never too early, and in hours where minutes are too many', () => {
    expect([3236, 3540, 3541, 3601, 5400, 5401, 86_400].map(formatWait)).toEqual([
      'через 54 минуты',
      'через 59 минут',
      // a full hour has its word
      'через 1 час',
      'через 61 минуту',
      'через 90 минут',
      'через 2 часа',
      'через 24 часа',
    ]);
  });

  test.each(LOCALES)(
    'every limit tells its time in %s, or none when the server names none',
    async (locale) => {
      await speak(locale);
      for (const code of ERROR_CODES.filter((each) => new AppError(each).status === 429)) {
        expect(errorTextOf(new ApiError(code, 429, {}, 720))).toContain(formatWait(720));
        const timeless = errorTextOf(new ApiError(code, 429));
        expect(timeless).not.toMatch(/\d|\{\{|минуту|хвилину|a minute/);
        expect(timeless).toBe(errorText(code));
      }
    },
  );
});

test.each([
  ['ru', 'Вход в твой аккаунт', 'Открытие кейсов', 'навсегда'],
  ['uk', 'Вхід до твого акаунта', 'Відкриття кейсів', 'назавжди'],
  ['en', 'Signing in', 'Opening cases', 'for good'],
] as const)(
  'O14 a block tells scope, end and whom to write to, in %s',
  async (locale, signIn, opening, forGood) => {
    await speak(locale);
    pageConfig.supportEmail = 'help@example.org';
    const until = '2026-12-01T10:00:00.000Z';
    const ended = errorTextOf(new ApiError('accountBlocked', 409, { block: { scope: 'open', until } }));
    for (const part of [opening, formatDateTime(until), 'help@example.org']) expect(ended).toContain(part);
    const block = { scope: 'sign-in', until: null } as const;
    const [sentence] = signInFailure(new ApiError('accountBlocked', 409, { block }), UNCHECKED);
    for (const part of [signIn, forGood, 'help@example.org']) expect(sentence).toContain(part);
  },
);
