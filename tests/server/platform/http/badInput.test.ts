import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { isErrorCode } from '#/contract/kernel/errors.ts';
import { samplePath } from '../../../support/tools/samplePath.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let site: TestApp;
let signedIn: Record<string, string>;

beforeAll(async () => {
  site = await createTestApp();
  const reply = await site.post('/api/v1/auth/register', {
    server: 'everest',
    login: 'tester',
    email: 'tester@example.org',
    password: 'a-fine-secret-7',
    password_confirmation: 'a-fine-secret-7',
    captcha: 'a-person',
  });
  signedIn = { authorization: `Bearer ${reply.json().token}` };
  expect((await site.get('/api/v1/user', signedIn)).statusCode).toBe(200);
});
afterAll(() => site.close());

/** Sends, and checks what is true of every refusal: a 4xx in the one shape, with a request id. */
async function refused(request: InjectOptions): Promise<{ status: number; code: string; errors?: object }> {
  const reply = await site.inject({ ...request, headers: { ...signedIn, ...request.headers } });
  const summary = `${request.method} ${JSON.stringify(request.url)} -> ${reply.statusCode} ${reply.body}`;
  expect(reply.statusCode, summary).toBeGreaterThanOrEqual(400);
  expect(reply.statusCode, summary).toBeLessThan(500);
  const body = reply.json();
  expect(isErrorCode(body.code), summary).toBe(true);
  expect(body.requestId).toBe(reply.headers['x-request-id']);
  expect(reply.headers['cache-control']).toBe('no-store');
  return { status: reply.statusCode, ...body };
}

const rows = Object.entries<Endpoint>(endpoints);
const json = { 'content-type': 'application/json' };

/** Bodies that no endpoint takes. */
const BAD_BODIES: [name: string, payload: string][] = [
  ['broken', '{"case_id":'],
  ['empty', ''],
  ['not an object', '"text"'],
  ['null', 'null'],
  ['a list', '[1,2]'],
  ['a number', '7'],
  ['unknown fields', '{"price":1,"isAdmin":true}'],
  ['prototype poisoning', '{"__proto__":{"isAdmin":true}}'],
  ['constructor poisoning', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['deep nesting', '['.repeat(16_000) + ']'.repeat(16_000)],
  [
    'NUL and half a character',
    String.raw`{"server":"\u0000","login":"\ud800","password":"\u0000","token":"\u0000"}`,
  ],
];

describe.each(rows.filter(([, { method }]) => method !== 'GET'))('%s', (_, { method, path, access }) => {
  const csrf = access === 'csrf';

  test.each(BAD_BODIES)('refuses a body that is %s', async (_name, payload) => {
    const { status } = await refused({ method, url: path, payload, headers: json });
    expect(status).toBe(csrf ? 403 : status);
  });

  test('refuses more than 32 KiB', async () => {
    const payload = JSON.stringify({ case_id: 1, note: 'x'.repeat(33_000) });
    const { status } = await refused({ method, url: path, payload, headers: json });
    expect(status).toBe(csrf ? 403 : 413);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/xml',
  ])('refuses the content type %s', async (type) => {
    const { status } = await refused({
      method,
      url: path,
      payload: 'a=b',
      headers: { 'content-type': type },
    });
    expect(status).toBe(csrf ? 403 : 415);
  });

  test('refuses a request from another site', async () => {
    const { code } = await refused({
      method,
      url: path,
      payload: '{}',
      headers: { ...json, 'sec-fetch-site': 'cross-site' },
    });
    expect(code).toBe('csrfInvalid');
  });
});

describe.each(rows)('%s', (_, endpoint) => {
  const { method, access } = endpoint;
  const url = samplePath(endpoint);

  test('refuses an unknown query', async () => {
    const { status } = await refused({
      method,
      url: `${url}?surprise=1`,
      ...(method === 'POST' && { payload: {} }),
    });
    expect(status).toBe(access === 'csrf' ? 403 : 400);
  });

  test('asks for a session when it needs one, whatever else is wrong', async () => {
    if (access !== 'session') return expect(access).toMatch(/public|csrf/);
    for (const authorization of ['', 'Bearer', 'Bearer wrong', 'Basic eDp5', `Bearer ${'x'.repeat(5000)}`]) {
      const reply = await site.inject({ method, url, headers: { authorization, ...json }, payload: '{' });
      expect([reply.statusCode, reply.json().code]).toEqual([401, 'sessionRequired']);
    }
  });
});

test.each([
  ['a type that would be coerced', { case_id: '1' }],
  ['true', { case_id: true }],
  ['a list', { case_id: [1] }],
  ['a fraction', { case_id: 1.5 }],
  ['zero', { case_id: 0 }],
  ['a negative id', { case_id: -1 }],
  ['a huge id', { case_id: 1e300 }],
  ['nothing', {}],
])('E4 openCase refuses %s as case_id and says which field', async (_, payload) => {
  const { status, errors } = await refused({ method: 'POST', url: '/api/v1/cases/open', payload });
  expect([status, errors]).toEqual([400, { case_id: 'badRequest' }]);
});

test('openCase answers 404 for ids that nobody has', async () => {
  for (const case_id of [999_999, 2 ** 31, 2 ** 53 - 1]) {
    const { status } = await refused({ method: 'POST', url: '/api/v1/cases/open', payload: { case_id } });
    expect([case_id, status]).toEqual([case_id, 404]);
  }
});

test.each(['short', 'has space in it', 'x'.repeat(65), 'кириллица', 'semi;colon1'])(
  'E4 an Idempotency-Key like %j is refused',
  async (key) => {
    const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
    const { code } = await refused({
      method: 'POST',
      url: '/api/v1/cases/open',
      payload: { case_id: 1 },
      headers,
    });
    expect(code).toBe('idempotencyKeyInvalid');
  },
);

test.each(['0', '-1', '1.5', '01', '1e3', 'abc', '99999999999', '%00', '%20', '1%27--', 'x'.repeat(400)])(
  'E4 the path /cases/user/%s is a 404',
  async (id) => {
    const { status } = await refused({ method: 'GET', url: `/api/v1/cases/user/${id}` });
    expect(status).toBe(404);
  },
);

test.each([
  'page=0',
  'page=-1',
  'page=1.5',
  'page=abc',
  'page=',
  'page=1&page=2',
  'page[]=1',
  'page=%00',
  'page=1&x=2',
  '__proto__=1',
])('E4 the query ?%s is refused', async (query) => {
  const { status } = await refused({ method: 'GET', url: `/api/v1/coupons/user/?${query}` });
  expect(status).toBe(400);
});

test.each(['/api/v1/cases/user/%', '/api/v1/cases/user/%zz', '/api/v1/%E0%A4%A'])(
  'E4 a broken encoding in %s is a 4xx in the one shape',
  async (url) => {
    await refused({ method: 'GET', url });
  },
);

test('E4 an unknown path of the API is a JSON 404, a foreign method on it too', async () => {
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    const { status, code } = await refused({ method, url: '/api/v1/nothing' });
    expect([status, code]).toEqual([404, 'notFound']);
  }
});

test('nothing of all this was kept', async () => {
  const { rows: kept } = await site.pool.query(
    'SELECT (SELECT count(*) FROM accounts)::int AS accounts, (SELECT count(*) FROM draws)::int AS draws, (SELECT count(*) FROM idempotency)::int AS keys',
  );
  expect(kept).toEqual([{ accounts: 1, draws: 0, keys: 0 }]);
});
