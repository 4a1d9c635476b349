import '../../../support/components/pageConfigElement.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionCalls } from '#/contract/calls/session.ts';
import { ANSWER_META_NAME, TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';
import { call, sendBy } from '#/client/platform/api/api.ts';
import { askEarly, forgetEarly, hasEarly, takeEarly } from '#/client/platform/api/earlyAnswers.ts';

const PATH = '/api/v1/user';
const asHandle = (handle: string) => `Bearer ${handle}`;
const signIn = (handle: string) => (document.cookie = `${TOKEN_COOKIE}=${handle}; Path=/`);

const answers = vi.fn<typeof fetch>();
const meta = document.createElement('meta');
meta.name = ANSWER_META_NAME;
beforeEach(() => {
  meta.content = PATH;
  document.head.append(meta);
  signIn('handle');
  answers.mockImplementation(async () => Response.json({ balance: 7 }));
  vi.stubGlobal('fetch', answers);
});
afterEach(() => {
  meta.remove();
  forgetEarly();
  document.cookie = `${TOKEN_COOKIE}=; Path=/; Max-Age=0`;
  answers.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  sendBy(() => new Promise(() => {}));
});

test('N17 a call of the document is made once, for the session and in the language of the page', async () => {
  askEarly();
  expect(answers.mock.calls).toEqual([
    [
      PATH,
      {
        headers: { Authorization: asHandle('handle'), 'Accept-Language': 'en' },
        signal: expect.any(AbortSignal),
      },
    ],
  ]);
  expect(await takeEarly(PATH, asHandle('handle'))).toEqual({ status: 200, data: { balance: 7 } });
  expect(await takeEarly(PATH, asHandle('handle'))).toBeUndefined();
});

test('N17 its path gets the id of the page', async () => {
  meta.content = '/api/v1/cases/user/{id}';
  askEarly();
  expect(answers.mock.calls[0]?.[0]).toBe(`/api/v1/cases/user/${location.pathname.split('/').at(-1)}`);
});

test('N17 nothing is asked for a visitor', () => {
  document.cookie = `${TOKEN_COOKIE}=; Path=/; Max-Age=0`;
  askEarly();
  expect(answers).not.toHaveBeenCalled();
});

test('N17 another session, a failure, and ten seconds later: the page asks for itself', async () => {
  askEarly();
  expect(await takeEarly(PATH, asHandle('other'))).toBeUndefined();
  answers.mockImplementation(async () => Response.json({}, { status: 503 }));
  askEarly();
  expect(await takeEarly(PATH, asHandle('handle'))).toBeUndefined();
  answers.mockImplementation(async () => Promise.reject(new TypeError('offline')));
  askEarly();
  expect(await takeEarly(PATH, asHandle('handle'))).toBeUndefined();
  answers.mockImplementation(async () => Response.json({}));
  vi.useFakeTimers({ toFake: ['performance'] });
  askEarly();
  vi.advanceTimersByTime(10_001);
  expect(await takeEarly(PATH, asHandle('handle'))).toBeUndefined();
});

test('N17 after an effect nothing early is believed', async () => {
  askEarly();
  sendBy(async () => ({ status: 200, data: { signedOut: true } }));
  await call(sessionCalls.signOut, {});
  expect(await takeEarly(PATH, asHandle('handle'))).toBeUndefined();
});

test('N19 a page waits for what its own document asked for, and only a moment after it was opened', async () => {
  const here = new Request(location.href);
  expect(hasEarly(here)).toBe(false);
  askEarly();
  expect(hasEarly(here)).toBe(true);
  expect(hasEarly(new Request(new URL('/elsewhere', location.href)))).toBe(false);
  await takeEarly(PATH, asHandle('handle'));
  expect(hasEarly(here)).toBe(false);
  vi.useFakeTimers({ toFake: ['performance'] });
  askEarly();
  vi.advanceTimersByTime(10_001);
  expect(hasEarly(here)).toBe(false);
});
