import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { ErrorReply } from '#/contract/kernel/errors.ts';
import { freeBytesOf, guardDisk } from '#/server/platform/watch/diskGuard.ts';
import { createBrowser } from '../../../support/app/browser.ts';
import { browserOf, createMember, userStatus, type Member } from '../../../support/players/settings.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const MB = 1024 * 1024;

describe('SE17 the guard of the disk', () => {
  let freeMb: number | Error;
  let lines: string[];
  const log = {
    info: (text: string) => void lines.push(text),
    warn: (text: string) => void lines.push(text),
  };
  const watch = (reserveMb = 200) => {
    lines = [];
    return guardDisk(
      reserveMb,
      () => (freeMb instanceof Error ? Promise.reject(freeMb) : Promise.resolve(freeMb * MB)),
      log,
    );
  };

  test('stops changes below the reserve and allows them above half as much again, with one line each', async () => {
    freeMb = 5000;
    const guard = await watch();
    const states: [number, boolean][] = [];
    for (freeMb of [5000, 200, 199.9, 50, 250, 299, 300, 250, 200, 199, 400]) {
      await guard.check();
      states.push([freeMb, guard.isReadOnly()]);
    }
    guard.stop();
    expect(states).toEqual([
      [5000, false],
      [200, false],
      [199.9, true],
      [50, true],
      [250, true],
      [299, true],
      [300, false],
      [250, false],
      [200, false],
      [199, true],
      [400, false],
    ]);
    expect(lines).toEqual([
      expect.stringMatching(/^only 199 MB .* until 300 MB are free$/),
      expect.stringMatching(/^300 MB .* accepts changes$/),
      expect.stringMatching(/^only 199 MB/),
      expect.stringMatching(/^400 MB/),
    ]);
  });

  test('looks before it says anything', async () => {
    freeMb = 10;
    const guard = await watch();
    guard.stop();
    expect(guard.isReadOnly()).toBe(true);
  });

  test('a disk that cannot be read changes nothing and is said once', async () => {
    freeMb = 10;
    const guard = await watch();
    freeMb = new Error('EIO');
    for (let times = 0; times < 3; times++) await guard.check();
    guard.stop();
    expect([guard.isReadOnly(), lines.filter((line) => line.includes('EIO'))]).toEqual([
      true,
      ['the free disk space cannot be read: EIO'],
    ]);
  });

  test('0 turns it off', async () => {
    freeMb = 0;
    const guard = await watch(0);
    guard.stop();
    expect(guard.isReadOnly()).toBe(false);
  });

  test('reads a real disk', async () => {
    expect(await freeBytesOf(tmpdir())).toBeGreaterThan(MB);
  });
});

describe('SE17 a site that is read-only', () => {
  let isFull = false;
  let app: TestApp;
  let player: Member;

  beforeAll(async () => {
    app = await createTestApp({ isReadOnly: () => isFull });
    player = await createMember(app, { stock: { 1: 5 } });
  });
  afterEach(() => {
    isFull = false;
  });
  afterAll(() => app.close());

  const effects = Object.entries<Endpoint>(endpoints).filter(([, { method }]) => method !== 'GET');

  test.each(effects.filter(([name]) => !['signOut', 'storeToken', 'endPreview'].includes(name)))(
    '%s answers 503 with Retry-After, whoever asks',
    async (_, { method, path }) => {
      isFull = true;
      for (const headers of [player.headers, {}]) {
        const reply = await app.inject({ method, url: path.replace('{id}', '1'), headers });
        expect([reply.statusCode, reply.json<ErrorReply>().code, reply.headers['retry-after']]).toEqual([
          503,
          'readOnly',
          '60',
        ]);
      }
    },
  );

  test('shows everything as before', async () => {
    isFull = true;
    expect(await userStatus(app, player.headers)).toBe(200);
    for (const url of ['/', '/api/v1/servers', '/api/v1/cases/user'])
      expect((await app.get(url, player.headers)).statusCode).toBe(200);
  });

  test('signs out, by both ways, but nobody in', async () => {
    const [one, two] = [await browserOf(app, player.login), await browserOf(app, player.login)];
    const ticket = await app.post(
      '/api/v1/auth/login',
      { server: 'everest', login: player.login, password: 'Kopiyka-49-tram', captcha: 'a-person' },
      { 'sec-fetch-site': 'same-origin' },
    );
    isFull = true;
    expect((await one.call('POST', '/api/v1/auth/logout')).statusCode).toBe(200);
    expect((await two.storeToken('')).json()).toEqual({ signedIn: false });
    const late = await createBrowser(app).storeToken(ticket.json<{ token: string }>().token);
    expect([late.statusCode, late.json<ErrorReply>().code]).toEqual([503, 'readOnly']);
    for (const browser of [one, two])
      expect((await browser.call('GET', '/api/v1/user')).statusCode).toBe(401);
  });

  test('says so at its health and in its metrics, and goes on as soon as there is space', async () => {
    const opened = () => app.post('/api/v1/cases/open/', { case_id: 1 }, player.headers);
    isFull = true;
    expect((await app.get('/readyz')).json()).toEqual({ ready: true, readOnly: true });
    expect((await app.get('/healthz')).json()).toEqual({ live: true, readOnly: true });
    expect((await app.get('/metrics')).body).toContain('\nread_only 1\n');
    expect((await opened()).statusCode).toBe(503);
    isFull = false;
    expect((await app.get('/readyz')).json()).toEqual({ ready: true });
    expect((await app.get('/metrics')).body).toContain('\nread_only 0\n');
    expect((await opened()).statusCode).toBe(200);
  });
});
