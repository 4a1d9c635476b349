import '../../../support/components/pageConfigElement.ts';
import { afterEach, expect, test } from 'vitest';
import { sessionCalls } from '#/contract/calls/session.ts';
import { type ApiError, call, sendBy } from '#/client/platform/api/api.ts';

afterEach(() => sendBy(() => new Promise(() => {})));

/** What the HTTP client throws, as far as it is read. */
interface Thrown {
  code?: string;
  response?: { status: number; data: unknown };
}

test.each<[title: string, failure: Thrown, code: string]>([
  ['no answer', {}, 'offline'],
  ['no answer in time', { code: 'ECONNABORTED' }, 'timeout'],
  [
    'a request that was sent too slowly',
    { response: { status: 408, data: { code: 'badRequest' } } },
    'timeout',
  ],
  ['an answer of the server', { response: { status: 409, data: { code: 'cartChanged' } } }, 'cartChanged'],
  ['the answer of a proxy', { response: { status: 502, data: '<html>' } }, 'internal'],
  ['a limit of a proxy', { response: { status: 429, data: '' } }, 'tooManyRequests'],
])('E2 %s is told as what it is', async (_, failure, code) => {
  const response = failure.response && { headers: {}, ...failure.response };
  sendBy(() => Promise.reject({ ...failure, response }));
  const error = await call(sessionCalls.csrfToken, {}).catch((thrown: ApiError) => thrown);
  expect(error).toMatchObject({ code });
});
