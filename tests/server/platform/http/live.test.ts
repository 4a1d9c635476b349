import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Drop } from '#/contract/cases.ts';
import { LIVE_BEAT_MS, LIVE_PATH } from '#/contract/live.ts';
import { type EventStream, openEventStream } from '../../../support/app/eventStream.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let site: TestApp;
let url: string;
const streams: EventStream[] = [];

async function listen(app: TestApp): Promise<string> {
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}${LIVE_PATH}`;
}

async function open(at = `${url}?locale=en`, headers = {}): Promise<EventStream> {
  const stream = await openEventStream(at, headers);
  streams.push(stream);
  return stream;
}

const drop = (id: number, name: string): Drop => ({
  id,
  player: 'ma***',
  serverName: 'Everest',
  item: { name, imageName: 'watch', color: 'epic' },
  case: { id: 1, name: 'Case' },
  at: '2026-01-15T12:00:00.000Z',
});
const publish = (app: TestApp, id: number, name = 'Watch') =>
  app.deps.live.publish('drop', () => drop(id, name));

beforeAll(async () => {
  site = await createTestApp();
  url = await listen(site);
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await expect.poll(() => site.deps.live.counts().open).toBe(0);
});
afterAll(() => site.close());

test('L7 a new connection gets the reconnection delay and the players at once, in its language', async () => {
  const stream = await open(`${url}?locale=uk`);
  expect(stream.status).toBe(200);
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  });
  expect(await stream.next()).toMatch(/^retry: [2-8]\d{3}$/);
  const answer = await site.get('/api/v1/servers-statistic', { 'accept-language': 'uk' });
  expect(await stream.nextOf('servers')).toEqual(answer.json());
  expect(answer.json().servers[0].name).toBe('Еверест');
});

test('what is published reaches every page that listens, in its language, and no page that left', async () => {
  const [ru, uk, gone] = await Promise.all([
    open(url, { 'accept-language': 'ru' }),
    open(`${url}?locale=uk`, { 'accept-language': 'ru' }),
    open(),
  ]);
  gone.close();
  await expect.poll(() => site.deps.live.counts().open).toBe(2);
  const asked: string[] = [];
  site.deps.live.publish('drop', (locale) => {
    asked.push(locale);
    return { ...drop(7, locale), secret: 'not of the contract' } as Drop;
  });
  expect(await ru.nextOf('drop')).toEqual(drop(7, 'ru'));
  expect(await uk.nextOf('drop')).toEqual(drop(7, 'uk'));
  expect(asked).toEqual(['ru', 'uk']);
});

test('E4 a stream is asked for properly or not at all', async () => {
  for (const query of ['?locale=de', '?locale=', '?locale=uk&locale=en', '?other=1', '?locale[]=uk']) {
    const reply = await site.get(`${LIVE_PATH}${query}`);
    expect([query, reply.statusCode, reply.json().code]).toEqual([query, 400, 'badRequest']);
  }
  expect((await site.post(LIVE_PATH, {})).statusCode).toBe(405);
});

test('L7 a beat keeps an idle stream alive', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const stream = await open();
    await stream.nextOf('closed');
    vi.advanceTimersByTime(LIVE_BEAT_MS);
    expect(await stream.next()).toBe('event: beat\ndata: {}');
  } finally {
    vi.useRealTimers();
  }
});

test('the metrics tell how many pages listen', async () => {
  const read = async () => /^live_streams (\d+)$/m.exec((await site.get('/metrics')).body)?.[1];
  expect(await read()).toBe('0');
  await open();
  expect(await read()).toBe('1');
});

describe('with room for few', () => {
  let small: TestApp;
  let smallUrl: string;
  beforeAll(async () => {
    small = await createTestApp({
      config: { proxyHops: 1 },
      liveLimits: { perAddress: 2, inAll: 3 },
    });
    smallUrl = await listen(small);
  });
  afterAll(() => small.close());
  const from = (address: string) => open(smallUrl, { 'x-forwarded-for': address });

  test('an address and the server have so many streams and no more, and room again when one ends', async () => {
    const [first] = [await from('192.0.2.1'), await from('192.0.2.1')];
    const third = await from('192.0.2.1');
    expect([third.status, third.headers['retry-after']]).toEqual([429, '30']);
    expect((await from('192.0.2.2')).status).toBe(200);
    const fourth = await from('192.0.2.3');
    expect([fourth.status, fourth.headers['retry-after']]).toEqual([503, '30']);
    first.close();
    await expect.poll(() => small.deps.live.counts().open).toBe(2);
    expect((await from('192.0.2.1')).status).toBe(200);
  });

  test('a page that does not read is dropped before it costs much, the others hear on', async () => {
    await expect.poll(() => small.deps.live.counts().open).toBe(0);
    const stalled = await from('192.0.2.1');
    const reader = await from('192.0.2.2');
    await Promise.all([stalled.nextOf('servers'), reader.nextOf('servers')]);
    stalled.stall();
    // more than the sockets of both sides hold
    const name = 'x'.repeat(60_000);
    for (let id = 1; small.deps.live.counts().dropped === 0; id++) {
      expect(id).toBeLessThan(1000);
      publish(small, id, name);
      expect(await reader.nextOf('drop')).toMatchObject({ id });
    }
    expect(small.deps.live.counts()).toEqual({ open: 1, players: 0, dropped: 1 });
    publish(small, 5000);
    expect(await reader.nextOf('drop')).toMatchObject({ id: 5000 });
  });
});

test('a server that stops ends every stream and does not wait for anybody', async () => {
  const stopping = await createTestApp();
  const at = await listen(stopping);
  const listening = await Promise.all([open(at), open(at)]);
  await Promise.all(listening.map((stream) => stream.nextOf('servers')));
  await stopping.close();
  await Promise.all(listening.map((stream) => stream.ended()));
  expect(stopping.deps.live.counts().open).toBe(0);
  expect(() => stopping.deps.live.refuseWhenFull('192.0.2.9')).toThrow('Try again in a moment');
});
