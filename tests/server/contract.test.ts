import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints, type Endpoint } from '#/contract/endpoints.ts';
import { createTestApp, type TestApp } from '../support/testApp.ts';

const rows = Object.entries<Endpoint>(endpoints);
const pathOf = (endpoint: Endpoint) => endpoint.path.replaceAll(/\{\w+\}/g, '1');

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const withoutSlash = (path: string) => path.replace(/(.)\/$/, '$1');
const declared = rows.map(([, { method, path }]) => `${method} ${withoutSlash(path)}`);
const served = () =>
  site.routes
    .filter(({ url }) => /^\/(api|auth-store-token)/.test(url))
    .map(({ method, url }) => `${method} ${withoutSlash(url.replaceAll(/:(\w+)/g, '{$1}'))}`);

test('N1 every row of the endpoint table has a route', () => {
  expect(declared.length).toBeGreaterThan(9);
  expect(declared.filter((route) => !served().includes(route))).toEqual([]);
});

test('N1 every route of the API has a row', () => {
  expect(served().filter((route) => !declared.includes(route))).toEqual(['GET /api/openapi.json']);
});

test('N1 the OpenAPI document describes every row and nothing else', async () => {
  const document = (await site.get('/api/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  const described = Object.entries<Record<string, { operationId: string }>>(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, `${method} ${path}`]),
  );
  expect(Object.fromEntries(described)).toEqual(
    Object.fromEntries(rows.map(([name, { method, path }]) => [name, `${method.toLowerCase()} ${path}`])),
  );
  const open = document.paths['/api/v1/cases/open/'].post;
  expect(open.security).toEqual([{ session: [] }]);
  expect(open.parameters.map((parameter: { name: string }) => parameter.name)).toEqual(['idempotency-key']);
  expect(open.requestBody.content['application/json'].schema.required).toEqual(['case_id']);
  const show = document.paths['/api/v1/cases/user/{id}'].get;
  expect(show.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }]);
  const list = document.paths['/api/v1/coupons/user/'].get;
  expect(list.parameters).toMatchObject([{ name: 'page', in: 'query', required: false }]);
});

describe.each(rows)('%s', (_, endpoint) => {
  const url = pathOf(endpoint);

  test('answers 405 with Allow for every other method', async () => {
    const sameUrl = rows.filter(([, other]) => pathOf(other) === url).map(([, { method }]) => method);
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      if ((sameUrl as string[]).includes(method)) continue;
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
    expect(a?.statusCode).not.toBe(404);
    expect(b?.statusCode).toBe(a?.statusCode);
  });
});
