import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

test.each(['/operator', '/operator/', '/operator/staff', '/operator/invitation'])(
  'O29 %s is the operators’ program: kept by no cache, shown by no search engine, with a policy of its own',
  async (address) => {
    const { statusCode, body, headers } = await site.get(address);
    expect(statusCode).toBe(200);
    expect(body).toContain('/operator/assets/operator-0a1b2c3d.js');
    expect(body).toContain('<meta name="csrf-token" content="');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'cross-origin-opener-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("trusted-types 'none'");
    expect(policy).not.toMatch(/unsafe|https?:/);
  },
);

test.each([
  ['the browser asks for Ukrainian', { 'accept-language': 'uk-UA,uk;q=0.9' }, 'uk'],
  ['the operator chose English', { 'accept-language': 'uk', cookie: 'operatorLanguage=en' }, 'en'],
  ['the cookie is nonsense', { 'accept-language': 'en', cookie: 'operatorLanguage=%3Cscript%3E' }, 'en'],
  ['nobody says', {}, 'ru'],
])('O29 the language when %s', async (_, headers, locale) => {
  expect((await site.get('/operator', headers)).body).toContain(`<html lang="${locale}">`);
});

test('O29 its files are served for good, and nothing beside them', async () => {
  const file = await site.get('/operator/assets/operator-0a1b2c3d.js');
  expect([file.statusCode, file.headers['cache-control']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  for (const address of ['/operator/assets/none.js', '/operator/assets/..%2foperator.html'])
    expect([address, (await site.get(address)).statusCode]).toEqual([address, 404]);
});

test('O29 from other networks than the allowed ones there is no such page and no such file', async () => {
  const isAllowedFrom = (address: string) => address === '203.0.113.7';
  const other = await createSibling(site, { config: { operator: { isServed: true, isAllowedFrom } } });
  for (const url of ['/operator', '/operator/staff', '/operator/assets/operator-0a1b2c3d.js']) {
    expect([url, (await other.get(url)).statusCode]).toEqual([url, 404]);
    const allowed = await other.app.inject({ url, remoteAddress: '203.0.113.7' });
    expect([url, allowed.statusCode]).toEqual([url, 200]);
  }
  await other.close();
});

test('O29 where the settings switch it off, no address below /operator is known', async () => {
  const isAllowedFrom = () => true;
  const off = await createSibling(site, { config: { operator: { isServed: false, isAllowedFrom } } });
  for (const address of ['/operator', '/operator/staff', '/operator/assets/operator-0a1b2c3d.js'])
    expect([address, (await off.get(address)).statusCode]).toEqual([address, 404]);
  await off.close();
});
