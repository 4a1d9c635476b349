import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { gamePages } from '#/server/demo/gamePages.ts';
import { GAME_PATH } from '#/server/demo/gamePage.ts';
import { retireDemo } from '#/server/demo/retireDemo.ts';
import { SIMULATED_LABEL, type SimulatedGames, startSimulatedGames } from '#/server/demo/simulatedGames.ts';
import { findGameKey, listGameKeys, makeGameKey } from '#/server/domain/gameServers/gameKeys.ts';
import { answerError } from '#/server/platform/http/failures.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createTestApp, type TestApp } from '../../support/app/testApp.ts';
import { gameKeyOf } from '../../support/services/gameAdapter.ts';

let site: TestApp;
let pages: FastifyInstance;
const games = {
  look: () => [
    {
      server: 'everest',
      identity: 'link' as const,
      mood: 'quick' as const,
      present: ['<b>'],
      held: [{ login: 'demo', premium: null, things: ['1 item (<i>)'] }],
      lines: ['<script>'],
    },
  ],
  join: vi.fn(),
  leave: vi.fn(),
  link: vi.fn(),
  behave: vi.fn(),
  stop: () => Promise.resolve(),
} satisfies SimulatedGames;

beforeAll(async () => {
  site = await createTestApp();
  pages = Fastify();
  pages.setErrorHandler(answerError);
  await gamePages(pages, site.deps, () => games);
});
beforeEach(() => vi.clearAllMocks());
afterAll(async () => {
  await pages.close();
  await site.close();
});

const host = () => new URL(site.deps.config.publicUrl).host;
const press = (
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
) =>
  pages.inject({
    method: 'POST',
    url: GAME_PATH,
    remoteAddress,
    headers: { host: host(), 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ server: 'everest', ...fields }).toString(),
  });

describe('SE8 the page of the simulated games', () => {
  test('shows what they hold and say as text', async () => {
    const reply = await pages.inject({ method: 'GET', url: GAME_PATH, headers: { host: host() } });
    expect(reply.statusCode).toBe(200);
    for (const raw of ['<script>', '<i>', '<b><']) expect(reply.body).not.toContain(raw);
    expect(reply.body).toContain('&lt;script&gt;');
  });

  test('carries out a press of whoever sits at the machine', async () => {
    await press({ act: 'join', login: 'marlo' });
    await press({ act: 'leave', login: 'marlo' });
    await press({ act: 'behave', mood: 'slow' });
    await press({ act: 'link', login: 'marlo', code: '7K3F-9QXM' });
    expect(games.join).toHaveBeenCalledExactlyOnceWith('everest', 'marlo');
    expect(games.leave).toHaveBeenCalledExactlyOnceWith('everest', 'marlo');
    expect(games.behave).toHaveBeenCalledExactlyOnceWith('everest', 'slow');
    expect(games.link).toHaveBeenCalledExactlyOnceWith('everest', 'marlo', '7K3F-9QXM');
  });

  test.each([
    ['from another machine', {}, '203.0.113.7', 404],
    ['by a proxy', { 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1', 404],
    ['under a foreign name', { host: 'evil.example' }, '127.0.0.1', 404],
    ['from a foreign page', { 'sec-fetch-site': 'cross-site' }, '127.0.0.1', 403],
  ])('hears nothing %s', async (_, headers, address, status) => {
    expect((await press({ act: 'join', login: 'marlo' }, headers, address)).statusCode).toBe(status);
    expect(games.join).not.toHaveBeenCalled();
  });

  test.each<Record<string, string>>([
    { act: 'behave', mood: 'kind' },
    { act: 'join', login: 'a b' },
    { act: 'link', login: 'marlo', code: '<x>' },
    { act: 'sing' },
    { act: 'join', login: 'marlo', server: 'nowhere' },
  ])('refuses %j', async (fields) => {
    expect((await press(fields)).statusCode).toBe(400);
  });

  test('ends their keys with the demonstration, and no others', async () => {
    const real = await gameKeyOf(site);
    const simulated = await withTx(site.pool, (tx) =>
      makeGameKey(tx, site.deps, { serverKey: 'everest', label: SIMULATED_LABEL, scopes: ['deliver'] }),
    );
    await retireDemo(site.deps);
    expect(await findGameKey(site.deps, simulated!.id)).toBeUndefined();
    expect(await findGameKey(site.deps, real.id)).toBeDefined();
  });
});

describe('D23 what a simulated game has saved', () => {
  const { openWorld } = createRequire(import.meta.url)('../../../src/games/simulated/world.js') as {
    openWorld: (file: string) => Record<'give' | 'revoke' | 'has', (delivery: object) => unknown> & {
      list: () => { things: string[] }[];
    };
  };

  test('is there after a new start, and a revoke takes what is there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'one-rp-world-'));
    const file = join(folder, 'everest.world.json');
    const gift = { no: 1, code: 'slot', count: 2, params: {}, player: { login: 'demo' } };
    openWorld(file).give(gift);
    const world = openWorld(file);
    expect([world.has(gift), world.has({ ...gift, no: 2 })]).toEqual([true, false]);
    expect(world.list()[0]?.things).toEqual(['2 slot']);
    expect(world.revoke({ ...gift, no: 3, count: 5 })).toBe(2);
    expect(openWorld(file).list()[0]?.things).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

test('N5 a server with a key of its own has no simulated game', async () => {
  await site.pool.query('UPDATE game_keys SET revoked_at = now() WHERE revoked_at IS NULL');
  await site.pool.query(`UPDATE servers SET address = 'game.example:22005' WHERE key IN ('everest', 'fuji')`);
  for (let live = 3; live > 0; live--) await gameKeyOf(site, 'everest');
  const started = await startSimulatedGames(site.deps, 'http://127.0.0.1:9');
  await started.stop();
  const simulated = (await listGameKeys(site.deps.db)).filter(
    ({ label, revokedAt }) => label === SIMULATED_LABEL && !revokedAt,
  );
  expect(simulated.map(({ serverKey }) => serverKey)).toContain('fuji');
  expect(simulated.map(({ serverKey }) => serverKey)).not.toContain('everest');
});
