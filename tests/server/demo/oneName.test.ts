import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app/testApp.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ config: { isDemo: true, publicUrl: 'http://localhost:3000' } });
});
afterAll(() => site.close());

const open = (host: string, headers: Record<string, string> = { 'sec-fetch-dest': 'document' }) =>
  site.app.inject({ url: '/uk/donate?order=1', headers: { host, ...headers } });

test.each(['127.0.0.1:3000', '[::1]:3000', 'one.localhost:3000'])(
  'SE19 a page that is opened as %s leads to the name of the site',
  async (host) => {
    const { statusCode, headers } = await open(host);
    expect([statusCode, headers.location]).toEqual([302, 'http://localhost:3000/uk/donate?order=1']);
  },
);

test.each(['localhost:3000', '127.0.0.1:3001', 'one.example', '192.168.0.7:3000', 'a b'])(
  'SE19 %s is left alone',
  async (host) => {
    expect((await open(host)).statusCode).toBe(200);
  },
);

test('SE19 programs and calls are answered under every name', async () => {
  expect((await open('127.0.0.1:3000', {})).statusCode).toBe(200);
  expect((await open('127.0.0.1:3000', { 'sec-fetch-dest': 'empty' })).statusCode).toBe(200);
});

test('SE19 a site that is no demonstration leads nobody anywhere', async () => {
  const other = await createTestApp({ config: { isDemo: false, publicUrl: 'http://localhost:3000' } });
  const { statusCode } = await other.app.inject({
    url: '/donate',
    headers: { host: '127.0.0.1:3000', 'sec-fetch-dest': 'document' },
  });
  await other.close();
  expect(statusCode).toBe(200);
});
