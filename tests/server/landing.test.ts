import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/testApp.ts';

let site: TestApp;
let asked = 0;

beforeAll(async () => {
  site = await createTestApp({
    gameServers: {
      source: 'test',
      onlineOf: async () => {
        asked++;
        return new Map([['everest', 120]]);
      },
    },
  });
});
afterAll(() => site.close());

test('A1 the servers come in their order, named in the language that is asked for', async () => {
  const replies = await Promise.all(
    ['en-GB,en;q=0.9', 'uk', 'de', 'en;q=0.2, uk;q=0.8', ''].map((language) =>
      site.get('/api/v1/servers', language ? { 'accept-language': language } : {}),
    ),
  );
  expect(replies.map((reply) => reply.json().servers[0])).toEqual([
    { key: 'everest', name: 'Everest' },
    { key: 'everest', name: 'Еверест' },
    { key: 'everest', name: 'Эверест' },
    { key: 'everest', name: 'Еверест' },
    { key: 'everest', name: 'Эверест' },
  ]);
  expect(replies[0]?.json().servers).toHaveLength(2);
});

test('L7 a server that does not answer counts 0 and is marked', async () => {
  const reply = await site.get('/api/v1/servers-statistic', { 'accept-language': 'en' });
  expect(reply.json().servers).toEqual([
    { key: 'everest', name: 'Everest', online: 120, isOnline: true },
    { key: 'fuji', name: 'Fuji', online: 0, isOnline: false },
  ]);
});

test('L7 the source is asked once for all who ask within seconds', async () => {
  site.advanceMs(60_000);
  asked = 0;
  await Promise.all(Array.from({ length: 20 }, () => site.get('/api/v1/servers-statistic')));
  expect(asked).toBe(1);
  site.advanceMs(3_001);
  await site.get('/api/v1/servers-statistic');
  expect(asked).toBe(2);
});
