import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gameServerSources } from '#/server/platform/config/gameServerSettings.ts';
import { askFivem } from '#/server/adapters/gameServers/fivem.ts';
import type { GameServers } from '#/server/ports/gameServers.ts';
import { gameServersOf } from '#/server/adapters/gameServers/gameServersOf.ts';
import { rageMpList } from '#/server/adapters/gameServers/rageMp.ts';
import { type FakeService, fakeService } from '../../../support/services/fakeService.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const AT = new Date('2026-01-15T12:00:00Z');
const now = () => AT;
/**
 * Only a source that never answers reaches this limit. It is long enough for a busy machine to have asked.
 */
const SHORT_MS = 2000;
const huge = (size: number) => `{"clients": 5, "filler": "${'x'.repeat(size)}"}`;

let game: FakeService;
/** Answers of the fake by path; a missing path is 404. */
let says: Record<string, unknown>;
beforeEach(async () => {
  says = {};
  game = await fakeService(({ path }) =>
    path in says ? { body: says[path] } : { status: 404, body: 'not here' },
  );
});
afterEach(() => game.close());

describe('N5 a FiveM server', () => {
  // as a FiveM server writes it
  const dynamic = {
    hostname: 'ONE RP',
    gametype: 'Freeroam',
    mapname: 'San Andreas',
    clients: 137,
    iv: '981675851',
    sv_maxclients: '2048',
  };
  const player = { endpoint: '127.0.0.1', id: 1, identifiers: ['license:1'], name: 'Marlo', ping: 40 };

  test('says how many play and how many may', async () => {
    says = { '/dynamic.json': dynamic };
    expect(await askFivem(game.url, now)).toEqual({ online: 137, slots: 2048, at: AT });
    says = { '/dynamic.json': { ...dynamic, clients: 0, sv_maxclients: 48 } };
    expect(await askFivem(game.url, now)).toEqual({ online: 0, slots: 48, at: AT });
    says = { '/dynamic.json': { clients: 3 } };
    expect(await askFivem(game.url, now)).toEqual({ online: 3, slots: null, at: AT });
  });

  test('that hides dynamic.json is counted by its list of players', async () => {
    says = { '/players.json': [player, { ...player, id: 2 }] };
    expect(await askFivem(game.url, now)).toEqual({ online: 2, slots: null, at: AT });
    expect(game.asked.map(({ path }) => path)).toEqual(['/dynamic.json', '/players.json']);
    says = { '/players.json': [] };
    expect(await askFivem(game.url, now)).toMatchObject({ online: 0 });
  });

  test.each<[string, string, RegExp]>([
    ['garbage', '<html>Welcome</html>', /^answered something that is not JSON$/],
    ['nothing', '', /not JSON/],
    ['another form', '{"players": 5}', /of another form/],
    ['a text for the number', '{"clients": "5"}', /of another form/],
    ['less than nobody', '{"clients": -1}', /of another form/],
    ['half a player', '{"clients": 1.5}', /of another form/],
    ['more than there can be', '{"clients": 100001}', /of another form/],
    ['slots that are no number', '{"clients": 5, "sv_maxclients": "many"}', /of another form/],
    ['a list for the object', '[5]', /of another form/],
    ['more than it may', huge(70 * 1024), /of another form|answered more than/],
  ])('whose answers are %s is not believed', async (_, body, reason) => {
    game.instead.push({ status: 200, body }, { status: 200, body });
    await expect(askFivem(game.url, now)).rejects.toThrow(reason);
  });

  test('is cut off where its answer is too long, also in the list of players', async () => {
    game.instead.push({ status: 404, body: '' }, { status: 200, body: huge(3 * 1024 * 1024) });
    await expect(askFivem(game.url, now)).rejects.toThrow(/^answered more than \d+ bytes$/);
  });

  test('that fails, hangs, breaks off, sends elsewhere or is not there counts as silent', async () => {
    await expect(askFivem(game.url, now)).rejects.toThrow('answered 404');
    game.instead.push('hang');
    await expect(askFivem(game.url, now, SHORT_MS)).rejects.toThrow('does not answer in time');
    expect(game.asked.filter(({ path }) => path === '/players.json')).toHaveLength(1);
    game.instead.push('cut', 'cut');
    await expect(askFivem(game.url, now)).rejects.toThrow(/^cannot be reached/);
    game.instead.push({ status: 302, body: '' }, { status: 302, body: '' });
    await expect(askFivem(game.url, now)).rejects.toThrow('answered 302');
    const { url } = game;
    await game.close();
    await expect(askFivem(url, now)).rejects.toThrow('cannot be reached: ECONNREFUSED');
  });
});

describe('N5 the RAGE MP master list', () => {
  const ADDRESS = '51.68.0.1:22005';
  const projects = [
    'not a project',
    { id: 'other', servers: [{ id: '9.9.9.9:22005', players: 'broken' }] },
    {
      id: 'one-rp',
      servers: [
        { id: '51.68.0.2:22005', name: 'Harbor', players: { amount: 3, max: 500, peak: 90 } },
        { id: ADDRESS, name: 'Everest', players: { amount: 742, max: 1000, peak: 990 } },
      ],
    },
  ];
  const flat = {
    '9.9.9.9:22005': { players: 'broken' },
    [ADDRESS]: {
      name: 'Everest',
      gamemode: 'rp',
      url: 'one-rp.example',
      lang: 'ru',
      players: 742,
      peak: 990,
      maxplayers: 1000,
    },
  };
  const list = (timeoutMs?: number) => rageMpList(`${game.url}/master/`, now, timeoutMs);

  test.each([
    ['by projects', projects],
    ['by address', flat],
  ])('%s tells of one server, whatever stands in it of others', async (_, said) => {
    says = { '/master/': said };
    expect(await list()(ADDRESS)).toEqual({ online: 742, slots: 1000, at: AT });
    await expect(list()('51.68.0.9:22005')).rejects.toThrow('is not in the master list');
    await expect(list()('9.9.9.9:22005')).rejects.toThrow('stands in the master list in another form');
    await expect(list()('toString')).rejects.toThrow('is not in the master list');
  });

  test('is fetched once for all servers that are asked for together', async () => {
    says = { '/master/': projects };
    const ask = list();
    const counts = await Promise.all([ask(ADDRESS), ask('51.68.0.2:22005'), ask(ADDRESS)]);
    expect(counts.map(({ online }) => online)).toEqual([742, 3, 742]);
    expect(game.asked).toHaveLength(1);
  });

  test.each<[string, unknown]>([
    ['less than nobody', { amount: -1, max: 10 }],
    ['a text', { amount: '5', max: 10 }],
    ['nothing', {}],
    ['a number alone', 5],
  ])('with %s for the players of the server is not believed', async (_, players) => {
    says = { '/master/': [{ servers: [{ id: ADDRESS, players }] }] };
    await expect(list()(ADDRESS)).rejects.toThrow('in another form');
  });

  test('that fails, hangs, is garbage or too long leaves its servers silent, and is asked anew', async () => {
    const ask = list();
    await expect(ask(ADDRESS)).rejects.toThrow('the master list answered 404');
    game.instead.push('hang');
    await expect(list(SHORT_MS)(ADDRESS)).rejects.toThrow('the master list does not answer in time');
    game.instead.push({ status: 200, body: 'Service unavailable' });
    await expect(list()(ADDRESS)).rejects.toThrow('the master list answered something that is not JSON');
    game.instead.push({ status: 200, body: '"text"' });
    await expect(list()(ADDRESS)).rejects.toThrow('of another form');
    game.instead.push({ status: 200, body: huge(9 * 1024 * 1024) });
    await expect(list()(ADDRESS)).rejects.toThrow('the master list answered more than');
    says = { '/master/': flat };
    expect(await ask(ADDRESS)).toMatchObject({ online: 742 });
  });
});

describe('N5 the settings', () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await createTestApp();
  });
  afterAll(() => site.close());

  const of = (text: string, isDemo: boolean): GameServers =>
    gameServersOf(
      {
        gameServers: {
          sources: gameServerSources(text),
          intervalMs: 15_000,
          rageMpListUrl: `${game.url}/master/`,
        },
        isDemo,
      },
      site.deps,
    );
  const configured = () =>
    `everest=heartbeat:0123456789abcdef harbor=fivem:${game.url} mesa=ragemp:1.2.3.4:22005`;

  test('lead to the source of each server', async () => {
    says = {
      '/dynamic.json': { clients: 11 },
      '/master/': { '1.2.3.4:22005': { players: 22, maxplayers: 100 } },
    };
    const servers = of(configured(), false);
    await expect(servers.ask('everest')).rejects.toThrow('has not reported yet');
    await site.pool.query(`INSERT INTO server_reports VALUES ('everest', 33, NULL, $1)`, [AT]);
    expect(await servers.ask('everest')).toEqual({ online: 33, slots: null, at: AT });
    expect(await servers.ask('harbor')).toMatchObject({ online: 11 });
    expect(await servers.ask('mesa')).toMatchObject({ online: 22, slots: 100 });
    expect(await servers.ask('delta')).toBeNull();
    expect(servers.source).toBe('reported by everest; FiveM harbor; RAGE MP mesa');
  });

  test('L7 are asked by one process in each interval, and the others read its answer', async () => {
    says = { '/dynamic.json': { clients: 11 } };
    const [first, second] = [of(`fuji=fivem:${game.url}`, false), of(`fuji=fivem:${game.url}`, false)];
    const asked = () => game.asked.filter(({ path }) => path === '/dynamic.json').length;
    site.advanceMs(60_000);
    const answers = await Promise.all([first, second, first, second].map(({ ask }) => ask('fuji')));
    expect(asked()).toBe(1);
    // those who came while the first answer was on its way know nothing yet
    expect(answers.filter((answer) => answer?.online === 11).length).toBeGreaterThan(0);
    expect(await second.ask('fuji')).toMatchObject({ online: 11 });
    expect(asked()).toBe(1);
    says = { '/dynamic.json': { clients: 12 } };
    site.advanceMs(15_000);
    expect(await second.ask('fuji')).toMatchObject({ online: 12 });
    expect(await first.ask('fuji')).toMatchObject({ online: 12 });
    expect(asked()).toBe(2);
  });

  test('L7 that do not answer are asked by another process an interval later', async () => {
    const [first, second] = [of(`fuji=fivem:${game.url}`, false), of(`fuji=fivem:${game.url}`, false)];
    site.advanceMs(60_000);
    await expect(first.ask('fuji')).rejects.toThrow('answered 404');
    says = { '/dynamic.json': { clients: 7 } };
    site.advanceMs(15_000);
    expect(await second.ask('fuji')).toMatchObject({ online: 7 });
  });

  test('leave invented numbers to the demonstration, there only to servers without a source, and say so', async () => {
    const demo = of(`harbor=fivem:${game.url}`, true);
    expect(await demo.ask('everest')).toMatchObject({ online: expect.any(Number), slots: 1000 });
    await expect(demo.ask('harbor')).rejects.toThrow('answered 404');
    expect(demo.source).toBe('FiveM harbor; the others simulated (demonstration mode)');
    expect(of('', true).source).toBe('simulated (demonstration mode)');
    expect(await of('', false).ask('everest')).toBeNull();
    expect(of('', false).source).toBe('none, every server is shown as offline');
  });
});
