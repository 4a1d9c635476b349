import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { securityHeaders } from '#/server/platform/http/security.ts';
import { openRaw, type RawConnection, statusesOf } from '../../../support/app/rawRequests.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let site: TestApp;
let port: number;
const connections: RawConnection[] = [];

beforeAll(async () => {
  site = await createTestApp();
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  port = (site.app.server.address() as AddressInfo).port;
});
afterEach(() => {
  for (const { socket } of connections.splice(0)) socket.destroy();
});
afterAll(() => site.close());

const HOST = 'host: x\r\n';
const JSON_TYPE = 'content-type: application/json\r\n';
const LOGIN = `POST /api/v1/auth/login HTTP/1.1\r\n${HOST}${JSON_TYPE}`;
const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\n${HOST}${headers}\r\n`;

/** Status and headers of the first answer. */
async function answerTo(bytes: string): Promise<{ status: number; headers: Record<string, string> }> {
  const connection = await openRaw(port, bytes);
  connections.push(connection);
  const isAnswered = () =>
    /\r\n\r\n/.test(connection.received().replace(/^HTTP\/1.1 100 Continue\r\n\r\n/, ''));
  await expect.poll(isAnswered).toBe(true);
  const [head = ''] = connection
    .received()
    .replace(/^HTTP\/1.1 100 Continue\r\n\r\n/, '')
    .split('\r\n\r\n', 1);
  const [, ...lines] = head.split('\r\n');
  const headers = lines.map((line) => line.split(/:\s*/, 1)[0]!.toLowerCase());
  const values = lines.map((line) => line.slice(line.indexOf(':') + 1).trim());
  return {
    status: statusesOf(head)[0]!,
    headers: Object.fromEntries(headers.map((name, at) => [name, values[at]!])),
  };
}

const FILM = '/assets/film-0a1b2c3d.webm';

/** Everything that is answered before, beside or without the hooks of a route. */
const REQUESTS: [name: string, bytes: string, status: number][] = [
  ['a page', get('/'), 200],
  ['HEAD of a page', get('/').replace('GET', 'HEAD'), 200],
  ['an asset', get('/assets/main-0a1b2c3d.js'), 200],
  ['a missing page', get('/nothing'), 404],
  ['a missing call', get('/api/v1/nothing'), 404],
  ['a foreign method', get('/api/v1/servers').replace('GET', 'DELETE'), 405],
  ['OPTIONS', get('/api/v1/servers').replace('GET', 'OPTIONS'), 405],
  ['OPTIONS of everything', get('*').replace('GET', 'OPTIONS'), 404],
  ['TRACE', get('/').replace('GET', 'TRACE'), 405],
  ['a method that is unknown', get('/').replace('GET', 'FOO'), 400],
  ['a parameter of 600 characters', get(`/api/v1/cases/user/${'x'.repeat(600)}`), 401],
  ['a parameter of 15,000 characters', get(`/api/donate/order/${'x'.repeat(15_000)}`), 404],
  ['a page whose parameter is too long', get(`/cabinet/case/${'1'.repeat(600)}`), 404],
  ['a path of 20,000 characters', get(`/${'x'.repeat(20_000)}`), 431],
  ['a query of 15,000 characters', get(`/api/v1/goods?server=${'x'.repeat(15_000)}`), 400],
  ['a path that is no UTF-8', get('/%ff%fe'), 404],
  ['a broken encoding', get('/api/v1/fair/epochs/%zz'), 404],
  ['a NUL in the path', get('/a\0b'), 400],
  ['the whole address', get('http://x/healthz'), 200],
  ['the whole address of another site', get('http://evil.example/healthz'), 200],
  ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
  ['no host in HTTP/1.0', 'GET /healthz HTTP/1.0\r\n\r\n', 200],
  ['a host that is nonsense', 'GET /healthz HTTP/1.1\r\nhost: <script>\r\n\r\n', 200],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n', 400],
  ['line feeds alone', 'GET /healthz HTTP/1.1\nhost: x\n\n', 400],
  ['a space before the colon', get('/healthz', 'x-odd : 1\r\n'), 400],
  ['a folded header', get('/healthz', 'x-odd: 1\r\n 2\r\n'), 400],
  ['a head of 20 KB', get('/', `x-long: ${'x'.repeat(20_000)}\r\n`), 431],
  ['1,500 headers', get('/healthz', 'a: b\r\n'.repeat(1500)), 200],
  ['1,000 cookies', get('/', `cookie: ${'a=b; '.repeat(1000)}c=d\r\n`), 200],
  ['two lengths', `${LOGIN}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, 400],
  ['a length and chunks', `${LOGIN}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['an unknown encoding', `${LOGIN}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`, 400],
  ['an encoding after the chunks', `${LOGIN}transfer-encoding: chunked, gzip\r\n\r\n0\r\n\r\n`, 400],
  ['a chunk of no size', `${LOGIN}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`, 400],
  ['a chunk below zero', `${LOGIN}transfer-encoding: chunked\r\n\r\n-2\r\n{}\r\n`, 400],
  [
    'long chunk extensions',
    `${LOGIN}transfer-encoding: chunked\r\n\r\n2;${'x'.repeat(17_000)}\r\n{}\r\n`,
    413,
  ],
  ['a length in words', `${LOGIN}content-length: two\r\n\r\n{}`, 400],
  ['a body that is too long', `${LOGIN}content-length: 99999999\r\n\r\n{`, 413],
  ['a body after 100-continue', `${LOGIN}expect: 100-continue\r\ncontent-length: 2\r\n\r\n{}`, 400],
  ['a long body after 100-continue', `${LOGIN}expect: 100-continue\r\ncontent-length: 99999999\r\n\r\n`, 413],
  ['another expectation', get('/healthz', 'expect: a-miracle\r\n'), 200],
  ['an upgrade', get('/healthz', 'connection: upgrade\r\nupgrade: websocket\r\n'), 200],
  ['an upgrade to HTTP/2', get('/healthz', 'connection: upgrade, http2-settings\r\nupgrade: h2c\r\n'), 200],
  ['a range of code', get('/assets/main-0a1b2c3d.js', 'range: bytes=0-1\r\n'), 200],
  ['a range of a film', get(FILM, 'range: bytes=0-1\r\n'), 206],
  ['a range that is not there', get(FILM, 'range: bytes=9999999-\r\n'), 400],
  ['a thousand ranges', get(FILM, `range: bytes=${'0-0,'.repeat(1000)}1-1\r\n`), 206],
  [
    'a condition that is nonsense',
    get('/assets/main-0a1b2c3d.js', 'if-none-match: "\r\nif-modified-since: x\r\n'),
    200,
  ],
  ['what the browser has', get('/assets/main-0a1b2c3d.js', 'if-none-match: *\r\n'), 304],
  ['a way out of the assets', get('/assets/..%2f..%2fpackage.json'), 404],
  ['a redirect', get('/ru//evil.example'), 301],
];

describe('SE16 every answer has the security headers, whoever gives it', () => {
  test.each(REQUESTS)('%s', async (_, bytes, status) => {
    const answer = await answerTo(bytes);
    const { 'content-security-policy': policy, ...others } = securityHeaders(site.deps.config);
    expect([answer.status, answer.headers]).toEqual([
      status,
      expect.objectContaining({ ...others, 'x-request-id': expect.any(String) }),
    ]);
    expect(answer.headers['content-security-policy']).toContain(policy!.split(';', 1)[0]);
  });
});

test('SE16 CONNECT is no way through', async () => {
  const connection = await openRaw(
    port,
    'CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n',
  );
  connections.push(connection);
  await expect.poll(() => connection.isClosed()).toBe(true);
  expect(connection.received()).toBe('');
});

test('SE16 pipelined requests are answered in their order', async () => {
  const targets = ['/healthz', '/api/v1/nothing', '/api/v1/servers', '/api/v1/user', '/healthz'];
  const connection = await openRaw(port, targets.map((target) => get(target)).join(''));
  connections.push(connection);
  await expect.poll(() => statusesOf(connection.received())).toEqual([200, 404, 200, 401, 200]);
});

test('SE16 only as many addresses of X-Forwarded-For are believed as there are proxies', async () => {
  const behind = await createTestApp({ config: { proxyHops: 1, rateLimitScale: 1 } });
  const replies = [];
  // what the proxy appended comes last; the rest is what the visitor claims
  for (let asked = 0; asked < 310; asked++)
    replies.push(
      await behind.get('/healthz', { 'x-forwarded-for': `198.51.100.${asked % 250}, nonsense, 203.0.113.7` }),
    );
  await behind.close();
  expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
});

const BODIES: [name: string, headers: Record<string, string>, payload?: string | Buffer][] = [
  ['no body', {}],
  ['no body of a type', { 'content-type': 'application/json' }],
  ['an empty body', { 'content-type': 'application/json' }, ''],
  ['text', { 'content-type': 'text/plain' }, 'text'],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b&a=c&=&%zz'],
  ['a form of parts', { 'content-type': 'multipart/form-data; boundary=x' }, '--x\r\n\r\n--x--'],
  ['parts without a boundary', { 'content-type': 'multipart/form-data' }, '--'],
  ['a type that is none', { 'content-type': '/;=' }, '{}'],
  ['an unknown charset', { 'content-type': 'application/json; charset=utf-7' }, '{}'],
  ['bytes that are no UTF-8', { 'content-type': 'application/json' }, Buffer.from([0x22, 0xff, 0xfe, 0x22])],
  ['a compressed body', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, '{}'],
  ['broken JSON', { 'content-type': 'application/json' }, '{"a":'],
  ...['null', '[]', '[null]', '7', '-1e999', '"text"', 'true', '{}', '{"__proto__":{}}'].map(
    (json): [string, Record<string, string>, string] => [json, { 'content-type': 'application/json' }, json],
  ),
  ['a report that is null', { 'content-type': 'application/csp-report' }, 'null'],
  ['a report without a body', { 'content-type': 'application/csp-report' }],
];

test.each(BODIES)('E4 no route that takes a body fails with %s', async (_, headers, payload) => {
  const routes = site.routes.filter(({ method }) => !['GET', 'HEAD'].includes(method));
  expect(routes.length).toBeGreaterThan(25);
  const failed: unknown[] = [];
  for (const { method, url } of routes) {
    const request = { method: method as 'POST', url: url.replaceAll(/:\w+/g, '1'), headers };
    const reply = await site.inject({ ...request, ...(payload !== undefined && { payload }) });
    if (reply.statusCode >= 500) failed.push([method, url, reply.statusCode, reply.body]);
  }
  expect(failed).toEqual([]);
});
