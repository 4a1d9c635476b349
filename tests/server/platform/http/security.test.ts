import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const directivesOf = (policy: unknown) =>
  Object.fromEntries(
    String(policy)
      .split(';')
      .map((part) => part.trim().split(' '))
      .map(([name = '', ...values]) => [name, values.join(' ')]),
  );

test.each([
  '/',
  '/nothing',
  '/api/v1/servers',
  '/api/v1/nothing',
  '/api/v1/user',
  '/assets/main-0a1b2c3d.js',
])('SE16 %s carries the security headers', async (url) => {
  const { headers } = await site.get(url);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers['x-powered-by']).toBeUndefined();
  expect(headers['strict-transport-security']).toBeUndefined();
  const policy = directivesOf(headers['content-security-policy']);
  expect(policy).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    // and the rules that a document carries, by their hash (N19)
    'style-src': expect.stringMatching(/^'self'( 'sha256-[\w+/]{43}=')*$/),
    'connect-src': "'self'",
    'worker-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'form-action': "'self'",
    'report-uri': '/csp-report',
  });
  expect(headers['content-security-policy']).not.toMatch(/unsafe-inline|unsafe-eval|\*|http:/);
});

test('https is kept to only where the site is on https', async () => {
  const secure = await createTestApp({ config: { isHttps: true, publicUrl: 'https://one.example' } });
  const reply = await secure.get('/auth');
  expect(reply.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  const cookie = reply.cookies.find(({ name }) => name === '__Host-csrf');
  expect(cookie).toMatchObject({ secure: true, httpOnly: true, path: '/' });
  await secure.close();
});

test('an address that asks too much is told to wait, others are not', async () => {
  const limited = await createTestApp({ config: { rateLimitScale: 1, proxyHops: 1 } });
  const ask = (address: string) => limited.get('/healthz', { 'x-forwarded-for': address });
  const replies = [];
  for (let asked = 0; asked < 320; asked++) replies.push(await ask('203.0.113.7'));
  const refused = replies.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(20);
  expect(refused[0]?.json().code).toBe('tooManyRequests');
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask('203.0.113.8')).statusCode).toBe(200);
  await limited.close();
});

test('X-Forwarded-For is not believed without a proxy', async () => {
  const limited = await createTestApp({ config: { rateLimitScale: 1 } });
  const replies = [];
  for (let asked = 0; asked < 310; asked++)
    replies.push(await limited.get('/healthz', { 'x-forwarded-for': `203.0.113.${asked % 250}` }));
  expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
  await limited.close();
});

test('a failure inside is a fixed text that names only the request', async () => {
  const broken = await createTestApp();
  await broken.pool.query('ALTER TABLE servers RENAME TO gone');
  const reply = await broken.get('/api/v1/servers');
  expect(reply.statusCode).toBe(500);
  expect(reply.json()).toEqual({
    code: 'internal',
    message: 'Something went wrong',
    requestId: reply.headers['x-request-id'],
  });
  await broken.close();
});

test('without the database: alive, not ready, and every call says to try again', async () => {
  expect((await site.get('/readyz')).json()).toEqual({ ready: true });
  const lonely = await createSibling({ ...site, databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
  expect((await lonely.get('/healthz')).json()).toEqual({ live: true });
  for (const url of ['/readyz', '/api/v1/servers']) {
    const reply = await lonely.get(url);
    expect([url, reply.statusCode, reply.json().code]).toEqual([url, 503, 'busy']);
    expect(reply.headers['retry-after']).toBe('1');
  }
  await lonely.close();
});

test('/metrics label by route, and are only for this machine or who has the token', async () => {
  await site.get('/cabinet/case/123');
  const reply = await site.get('/metrics');
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/cabinet\/case\/:id[^"]*",status="200"\} 1/,
  );
  expect(reply.body).not.toContain('case/123');
  expect(reply.body).toContain('database_connections{state="open"}');
  expect((await site.get('/metrics', { 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(404);
  const far = await site.inject({ method: 'GET', url: '/metrics', remoteAddress: '203.0.113.7' });
  expect(far.statusCode).toBe(404);

  const guarded = await createTestApp({ config: { metricsToken: 'a-token-of-metrics' } });
  expect((await guarded.get('/metrics')).statusCode).toBe(404);
  expect((await guarded.get('/metrics', { authorization: 'Bearer a-token-of-metricz' })).statusCode).toBe(
    404,
  );
  expect((await guarded.get('/metrics', { authorization: 'Bearer a-token-of-metrics' })).statusCode).toBe(
    200,
  );
  await guarded.close();
});

test('reports of browsers are counted, and nothing else is taken there', async () => {
  const report = JSON.stringify({ 'csp-report': { 'blocked-uri': 'inline' } });
  const send = (type: string, payload: string) =>
    site.inject({ method: 'POST', url: '/csp-report', headers: { 'content-type': type }, payload });
  expect((await send('application/csp-report', report)).statusCode).toBe(204);
  expect((await send('application/reports+json', `[${report}]`)).statusCode).toBe(204);
  expect((await send('text/plain', report)).statusCode).toBe(415);
  expect((await send('application/csp-report', 'x'.repeat(9000))).statusCode).toBe(413);
  expect((await site.get('/metrics')).body).toMatch(/csp_violations_total 2/);
});

test('the tokens of mailed links are in no line of the log', async () => {
  const lines: string[] = [];
  const logStream = { write: (line: string) => void lines.push(line) };
  const logging = await createTestApp({ logStream, config: { logLevel: 'info' } });
  const page = 'https://one.example/email-verification?token=SECRET';
  const older = { 'csp-report': { 'document-uri': page, referrer: page, 'source-file': `${page}#SECRET` } };
  const newer = [{ type: 'csp-violation', url: page, body: { documentURL: page, sample: 'SECRET' } }];
  for (const payload of [older, newer, 'SECRET', [], null])
    await logging.inject({
      method: 'POST',
      url: '/csp-report',
      headers: { 'content-type': 'application/csp-report', referer: page },
      payload: JSON.stringify(payload),
    });
  await logging.get('/email-verification?token=SECRET', { referer: page });
  await logging.close();
  expect(lines.join('')).toContain('https://one.example/email-verification');
  expect(lines.join('')).not.toContain('SECRET');
});
