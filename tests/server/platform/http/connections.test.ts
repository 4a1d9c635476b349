import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import type { HttpLimits } from '#/server/platform/http/httpServer.ts';
import { openRaw, type RawConnection, statusesOf } from '../../../support/app/rawRequests.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../../../support/app/testApp.ts';

const NEVER_MS = 2 ** 30;
/** Limits that are never reached. */
const PATIENT: HttpLimits = {
  headersMs: NEVER_MS,
  requestMs: NEVER_MS,
  stalledMs: NEVER_MS,
  answerMs: NEVER_MS,
  keepAliveMs: NEVER_MS,
  lingerMs: 50,
  checkEveryMs: 50,
};
const HALF_HEAD = 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: ';
const HALF_BODY =
  'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{';
/** Requests whose answers, half a megabyte each, are more than the system keeps for a reader; more would only take time. */
const LARGE_ANSWERS = 'GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(80);
const HEALTH = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n';

const connections: RawConnection[] = [];
let site: TestApp | undefined;
/** How many connections the site has ever had. A busy machine may look only after one was closed. */
let acceptedCount = 0;

async function start(options: TestAppOptions): Promise<{ site: TestApp; port: number }> {
  site = await createTestApp(options);
  acceptedCount = 0;
  site.app.server.on('connection', () => (acceptedCount += 1));
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  return { site, port: (site.app.server.address() as AddressInfo).port };
}

async function open(port: number, bytes?: string, options?: { reads?: boolean }): Promise<RawConnection> {
  const connection = await openRaw(port, bytes, options);
  connections.push(connection);
  return connection;
}

const openCount = ({ app }: TestApp) =>
  new Promise<number>((resolve) => {
    app.server.getConnections((_, count) => resolve(count));
  });

afterEach(async () => {
  for (const { socket } of connections.splice(0)) socket.destroy();
  await site?.close();
  site = undefined;
});

test.each([
  ['half heads', HALF_HEAD],
  ['half bodies', HALF_BODY],
  ['connections that say nothing', ''],
])('SE7 200 %s are answered 408 and closed, though nobody reads or closes', async (_, bytes) => {
  const limits = { ...PATIENT, headersMs: 300, requestMs: 300 };
  const { site: app, port } = await start({ httpLimits: limits });
  const readers = await Promise.all(Array.from({ length: 10 }, () => open(port, bytes)));
  await Promise.all(Array.from({ length: 190 }, () => open(port, bytes, { reads: false })));
  await expect.poll(() => acceptedCount).toBe(200);
  await expect.poll(() => openCount(app)).toBe(0);
  for (const { received } of readers) expect(statusesOf(received())).toEqual([408]);
});

test('SE7 a reader that stops in the middle of its answers is closed', async () => {
  const { site: app, port } = await start({ httpLimits: { ...PATIENT, stalledMs: 300 } });
  await open(port, LARGE_ANSWERS, { reads: false });
  await expect.poll(() => acceptedCount).toBe(1);
  await expect.poll(() => openCount(app)).toBe(0);
});

test('SE7 an answer that is read too slowly is closed, a stream of events is not', async () => {
  // the stream begins in this time on a busy machine, too
  const { site: app, port } = await start({ httpLimits: { ...PATIENT, answerMs: 3000 } });
  const stream = await open(port, 'GET /api/v1/live HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(() => statusesOf(stream.received())).toEqual([200]);
  await open(port, LARGE_ANSWERS, { reads: false });
  await expect.poll(() => acceptedCount).toBe(2);
  await expect.poll(() => openCount(app)).toBe(1);
  expect(stream.isClosed()).toBe(false);
});

test('SE7 more connections than MAX_CONNECTIONS are not accepted, until one ends', async () => {
  const { site: app, port } = await start({ httpLimits: PATIENT, config: { maxConnections: 10 } });
  const first = await Promise.all(Array.from({ length: 10 }, () => open(port, HALF_HEAD)));
  const late = await Promise.all(Array.from({ length: 5 }, () => open(port, HEALTH)));
  await expect.poll(() => late.every(({ isClosed }) => isClosed())).toBe(true);
  expect(late.map(({ received }) => received())).toEqual(['', '', '', '', '']);
  expect((await app.get('/metrics')).body).toMatch(/^http_connections_refused_total [1-9]/m);
  first[0]!.socket.destroy();
  await expect.poll(() => openCount(app)).toBe(9);
  const next = await open(port, HEALTH);
  await expect.poll(() => statusesOf(next.received())).toEqual([200]);
});

test('SE7 a stop closes what has sent no whole request and finishes what has', async () => {
  const { site: app, port } = await start({ httpLimits: PATIENT });
  const idle = await open(port, HEALTH);
  await expect.poll(() => statusesOf(idle.received())).toEqual([200]);
  const unused = await Promise.all(
    ['', HALF_HEAD, HALF_BODY, HEALTH + HALF_HEAD, HEALTH + HALF_BODY].map((bytes) => open(port, bytes)),
  );
  // the table is locked, so that a whole request is in work for as long as the test wants
  const rival = new pg.Client({ connectionString: app.databaseUrl });
  await rival.connect();
  await rival.query('BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
  const working = await open(
    port,
    'GET /api/v1/user HTTP/1.1\r\nhost: x\r\nauthorization: Bearer unknown\r\n\r\n',
  );
  // other tests wait for locks of their own databases
  const waiting = `SELECT count(*)::int AS count FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE NOT granted AND datname = current_database()`;
  await expect.poll(async () => (await rival.query(waiting)).rows).toEqual([{ count: 1 }]);

  const stopped = app.app.close();
  await expect.poll(() => [idle, ...unused].every(({ isClosed }) => isClosed())).toBe(true);
  expect(working.isClosed()).toBe(false);
  await rival.query('COMMIT');
  await rival.end();
  await stopped;
  await expect.poll(() => statusesOf(working.received())).toEqual([401]);
});

test('SE7 what follows a request and is none does not push itself before the answer', async () => {
  const { port } = await start({ httpLimits: PATIENT });
  const both = await open(port, `GET /api/v1/servers HTTP/1.1\r\nhost: x\r\n\r\n\0 no request\r\n\r\n`);
  await expect.poll(() => both.isClosed()).toBe(true);
  expect(statusesOf(both.received())).toEqual([200]);
  expect(both.received()).toContain('"servers"');
});

test('SE7 callers who leave in the middle of a body are no errors in the log', async () => {
  const lines: { level: number; msg: string }[] = [];
  const logStream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const { site: app, port } = await start({ httpLimits: PATIENT, logStream, config: { logLevel: 'info' } });
  for (let left = 0; left < 5; left++) {
    const { socket } = await open(port, HALF_BODY);
    await expect.poll(() => openCount(app)).toBe(1);
    socket.resetAndDestroy();
    await expect.poll(() => openCount(app)).toBe(0);
  }
  const answered = () => lines.filter(({ msg }) => msg === 'answered');
  await expect.poll(answered).toHaveLength(5);
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
});
