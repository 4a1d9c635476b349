import Fastify, { type FastifyInstance } from 'fastify';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { route } from '#/server/platform/http/route.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { createBookStops } from '#/server/platform/kernel/stops.ts';
import { ReadyBytes, sendReady } from '#/server/platform/pages/readyBytes.ts';

const DOCUMENT = new ReadyBytes('<p>one for all</p>', 'text/html');
/** Work of a request that ends in the same turn of the event loop, after other answers could have been written. */
async function someWork(): Promise<void> {
  for (let step = 0; step < 20; step++) await new Promise((resolve) => process.nextTick(resolve));
}

let app: FastifyInstance;
let events: string[];
beforeEach(async () => {
  events = [];
  app = Fastify();
  app.addHook('onSend', async ({ url }) => void events.push(`sends ${url}`));
  app.addHook('onResponse', async ({ url }) => void events.push(`has sent ${url}`));
  app.get('/document', (request, reply) => sendReady(request, reply, DOCUMENT, 'cookie'));
  app.get('/later-document', async (request, reply) => {
    await someWork();
    return sendReady(request, reply, DOCUMENT, 'cookie');
  });
  const deps = { bookStops: createBookStops(drizzle.mock()) } as Deps;
  route(app, deps, endpoints.servers, async () => ({ servers: [] }));
  route(app, deps, endpoints.serversStatistic, async () => {
    await someWork();
    return { servers: [], record: null };
  });
  await app.ready();
});
afterEach(() => app.close());

const known = { 'if-none-match': DOCUMENT.etagOf('identity') };

test.each([
  ['documents', ['/document', '/later-document'], {}, 200],
  ['documents that the browser has', ['/document', '/later-document'], known, 304],
  ['data', [endpoints.servers.path, endpoints.serversStatistic.path], {}, 200],
])(
  'N16 answers of one turn of the event loop are written one right after the other: %s',
  async (_, urls, headers, status) => {
    const replies = await Promise.all(urls.map((url) => app.inject({ url, headers })));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([status, status]);
    expect(events.map((event) => event.replace(/ \/.*/, ''))).toEqual([
      'sends',
      'sends',
      'has sent',
      'has sent',
    ]);
  },
);
