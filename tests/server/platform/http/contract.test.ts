import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { GAME_CALLS, gamePath } from '#/contract/game.ts';
import { LIVE_PATH } from '#/contract/live.ts';
import { samplePath } from '../../../support/tools/samplePath.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const rows = Object.entries<Endpoint>(endpoints);

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const withoutSlash = (path: string) => path.replace(/(.)\/$/, '$1');
const declared = rows.map(([, { method, path }]) => `${method} ${withoutSlash(path)}`);
const served = () =>
  site.routes
    // operator O4 compares the routes of the operator's place with their own table
    .filter(({ url }) => /^\/(api(?!\/operator)|auth-store-token)/.test(url))
    .map(({ method, url }) => `${method} ${withoutSlash(url.replaceAll(/:(\w+)/g, '{$1}'))}`);

test('N1 every row of the endpoint table has a route', () => {
  expect(declared.length).toBeGreaterThan(9);
  expect(declared.filter((route) => !served().includes(route))).toEqual([]);
});

test('N1 every route of the API has a row, but those that pages do not call', () => {
  const others = served().filter((route) => !declared.includes(route) && !route.startsWith('HEAD '));
  const expected = [
    'GET /api/openapi.json',
    `GET ${LIVE_PATH}`,
    ...GAME_CALLS.map((call) => `POST ${gamePath(call)}`),
    'POST /api/payments/sandbox/webhook',
  ];
  expect(others.toSorted()).toEqual(expected.toSorted());
});

test('N1 the OpenAPI document describes every row, and what is served beside them', async () => {
  const document = (await site.get('/api/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  const described = Object.entries<Record<string, { operationId: string }>>(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, `${method} ${path}`]),
  );
  expect(Object.fromEntries(described)).toEqual({
    ...Object.fromEntries(rows.map(([name, { method, path }]) => [name, `${method.toLowerCase()} ${path}`])),
    live: `get ${LIVE_PATH}`,
    openApi: 'get /api/openapi.json',
    healthz: 'get /healthz',
    readyz: 'get /readyz',
    metrics: 'get /metrics',
    cspReport: 'post /csp-report',
    showStopMails: 'get /unsubscribe',
    stopMails: 'post /unsubscribe',
    sandboxWebhook: 'post /api/payments/sandbox/webhook',
    gameHello: `post ${gamePath('hello')}`,
    gamePull: `post ${gamePath('pull')}`,
    gameReport: `post ${gamePath('report')}`,
    gameRoster: `post ${gamePath('roster')}`,
    gameBye: `post ${gamePath('bye')}`,
    gameLinks: `post ${gamePath('links')}`,
    gameWaiting: `post ${gamePath('waiting')}`,
    gameTake: `post ${gamePath('take')}`,
    gamePlayer: `post ${gamePath('player')}`,
    gamePurchases: `post ${gamePath('purchases')}`,
  });
  const stream = document.paths[LIVE_PATH].get;
  expect(stream.parameters.map((parameter: { name: string }) => parameter.name)).toEqual(['locale']);
  expect(Object.keys(stream.responses[200].content)).toEqual(['text/event-stream']);
  const open = document.paths['/api/v1/cases/open/'].post;
  expect(open.security).toEqual([{ session: [] }, { handle: [], browserSession: [] }]);
  expect(open.parameters.map((parameter: { name: string }) => parameter.name)).toEqual([
    'idempotency-key',
    'accept-language',
  ]);
  expect(open.requestBody.content['application/json'].schema.required).toEqual(['case_id']);
  const show = document.paths['/api/v1/cases/user/{id}'].get;
  expect(show.parameters[0]).toMatchObject({ name: 'id', in: 'path', required: true });
  const list = document.paths['/api/v1/coupons/user/'].get;
  expect(list.parameters.slice(0, -1)).toMatchObject(
    ['page', 'before', 'color', 'state'].map((name) => ({ name, in: 'query', required: false })),
  );
});

test('E4 HEAD is answered as GET without the body where nothing happens, and refused where something does', async () => {
  const harmless = ['/healthz', '/readyz', '/metrics', '/favicon.ico', '/site.webmanifest', '/sitemap.xml'];
  for (const url of [
    ...harmless,
    '/robots.txt',
    '/api/openapi.json',
    '/api/v1/servers',
    '/api/donate-data',
  ]) {
    const [get, head] = [
      await site.inject({ method: 'GET', url }),
      await site.inject({ method: 'HEAD', url }),
    ];
    expect([url, head.statusCode, head.body]).toEqual([url, get.statusCode, '']);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
    if (url !== '/metrics') expect(head.headers['content-length']).toBe(get.headers['content-length']);
  }
  for (const url of ['/api/v1/coupons/convert/1', '/api/v1/user', '/api/v1/user/2fa/secret', LIVE_PATH])
    expect([url, (await site.inject({ method: 'HEAD', url })).statusCode]).toEqual([url, 405]);
});

describe.each(rows)('%s', (_, endpoint) => {
  const url = samplePath(endpoint);

  test('answers 405 with Allow for every other method', async () => {
    const sameUrl = rows
      .filter(([, other]) => samplePath(other) === url)
      .flatMap<string>(([, { method, access, effect }]) =>
        method === 'GET' && access === 'public' && !effect ? [method, 'HEAD'] : [method],
      );
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      if (sameUrl.includes(method)) continue;
      const reply = await site.inject({ method, url });
      expect([method, reply.statusCode, reply.headers['allow']]).toEqual([method, 405, sameUrl.join(', ')]);
      if (method !== 'HEAD') expect(reply.json().code).toBe('methodNotAllowed');
    }
  });

  test('takes the path with and without the slash at the end', async () => {
    const { method } = endpoint;
    const [a, b] = await Promise.all(
      [url.replace(/\/$/, ''), `${url.replace(/\/$/, '')}/`].map((path) =>
        site.inject({ method, url: path }),
      ),
    );
    // a thing that is not there has a code of its own, but for orders and shared prizes
    const isSilent = endpoint === endpoints.orderResult || endpoint === endpoints.sharedPrize;
    if (!isSilent) expect(a?.json().code).not.toBe('notFound');
    expect([b?.statusCode, b?.json().code]).toEqual([a?.statusCode, a?.json().code]);
  });
});
