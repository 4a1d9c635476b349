import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PresentPlayer } from '#/contract/game.ts';
import { Citizen, type CitizenOptions } from './citizen.ts';
import { CONVARS, delivery, FakeSite } from './fakeSite.ts';
import { type BridgeName, gameOf, piecesIn } from './gameOf.ts';
import type { World } from './world.ts';

let folder: string;
let site: FakeSite;
let game: Citizen;
let world: World;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-fivem-'));
  site = new FakeSite();
});
afterEach(() => {
  game.close();
  rmSync(folder, { recursive: true });
});

async function start(bridge: BridgeName, options: Partial<CitizenOptions> = {}): Promise<void> {
  ({ game, world } = await gameOf(bridge, folder, site, options));
  await game.pass(500);
}

const console = () => game.lines.join('\n');
/** Players that the site has heard of, and not that they left. */
const present = () => {
  const known = new Set<string>();
  for (const { call, body } of site.said) {
    const {
      joined = [],
      left = [],
      players = [],
    } = body as Record<string, PresentPlayer[]> & {
      left?: string[];
    };
    if (call === 'roster') known.clear();
    for (const name of left) known.delete(name);
    for (const { player } of [...players, ...joined]) known.add(player);
  }
  return [...known].toSorted();
};

describe('D21 the FiveM adapter', () => {
  test('that is started before its framework refuses no code of config.lua, and says what to do', async () => {
    await start('standalone');
    expect(console()).toContain('write ensure onerp after qb-core, es_extended or ox_core');
    await game.pass(61_000);
    site.deliver(delivery(7, { code: 'lockpicks' }), delivery(8, { code: 'castle' }));
    await game.pass(1500);
    expect(site.outcomes().toSorted()).toEqual(['7 retry:busy', '8 rejected:unknown_code']);
  });

  test('takes Qbox for no framework, although it answers to the name of qb-core', async () => {
    await start('qb', { alsoStarted: ['qbx_core'] });
    expect(console()).toContain('bridge standalone');
    expect(console()).toContain('with qbx_core, a resource of yours gives them');
    site.deliver(delivery(7, { code: 'lockpicks' }));
    await game.pass(1500);
    expect(site.outcomes()).toEqual(['7 retry:busy']);
  });

  test('whose framework fails before anything is begun is asked again, and says it once', async () => {
    await start('qb');
    game.run('qb-inventory', 'server.lua', `exports('CanAddItem', function() error('no such table') end)`);
    site.deliver(delivery(7, { code: 'lockpicks' }), delivery(8, { code: 'lockpicks' }));
    await game.pass(1500);
    expect(site.outcomes()).toEqual(['7 retry:busy', '8 retry:busy']);
    expect(console().match(/nothing can be begun, and is tried again: .*no such table/g)).toHaveLength(1);
  });

  test.each([
    [0, '7 retry:busy'],
    [7 * 24 * 3600, '7 rejected:unknown_code'],
  ])(
    'that is started again without the resource that gave a code, %s s later, says %s',
    async (clockOffS, outcome) => {
      await start('standalone');
      game.close();
      game = await Citizen.start({
        kvpFile: join(folder, 'kvp'),
        convars: CONVARS,
        http: site.http,
        clockOffS,
      });
      await game.pass(62_000);
      site.deliver(delivery(7, { code: 'cash' }), delivery(8, { code: 'castle' }));
      await game.pass(1500);
      expect(site.outcomes().toSorted()).toEqual([outcome, '8 rejected:unknown_code']);
      const isSaid = console().includes('[onerp] cash waits for the resource garage: start it again');
      expect(isSaid).toBe(clockOffS === 0);
    },
  );

  test('whose key-value store takes nothing gives nothing, and goes on when it does', async () => {
    await start('qb');
    game.isDiskFull = true;
    site.deliver(delivery(7, { code: 'cash' }));
    await game.pass(1500);
    expect([piecesIn('qb', world, 'cash'), site.outcomes()]).toEqual([0, []]);
    expect(console()).toContain('cannot be written');
    game.isDiskFull = false;
    site.deliver(delivery(7, { code: 'cash', attempt: 2 }));
    await game.pass(1500);
    expect([piecesIn('qb', world, 'cash'), site.outcomes()]).toEqual([1, ['7 done']]);
  });
});

describe('D24 the players of FiveM', () => {
  const named = (name: string) => ({ name, identifiers: [] });
  const players = { 1: named('One'), 2: named('Two'), 3: named('Three') };
  const configure = `OneRP.config.identity = 'login'`;
  const joined = (source: number, login: string) =>
    game.run('gamemode', 'server.lua', `exports.onerp:joined(${source}, '${login}')`);

  test('stop nobody else by a name that the site does not take', async () => {
    await start('standalone', { configure, players });
    joined(1, 'Вася Пупкин');
    joined(2, 'petya');
    await game.pass(2000);
    expect(present()).toEqual(['petya']);
    expect(console()).toContain('nothing is handed over to "Вася Пупкин"');
  });

  test('stay when they come again before their old connection ends', async () => {
    await start('standalone', { configure, players });
    joined(1, 'vasya');
    joined(2, 'vasya');
    await game.pass(2000);
    game.trigger('playerDropped', 1);
    await game.pass(2000);
    expect(present()).toEqual(['vasya']);
    joined(3, 'vasya');
    game.trigger('playerDropped', 3);
    await game.pass(2000);
    expect(present()).toEqual(['vasya']);
    game.trigger('playerDropped', 2);
    await game.pass(2000);
    expect(present()).toEqual([]);
  });
});

test('D21 a code of config.lua that cannot be one of the site stops nothing, and the console names it', async () => {
  await start('qb', {
    configure: `OneRP.config.codes = { Cash = { money = 'bank', amount = 1 }, cash = { money = 'bank', amount = 1 } }`,
  });
  expect(site.said.find(({ call }) => call === 'hello')!.body).toMatchObject({
    codes: ['cash'],
    proves: ['cash'],
  });
  expect(console()).toContain('no code of the site is called Cash');
});

test('D13 the site is asked for the Premium of a player who joined until it answers', async () => {
  await start('qb');
  game.run(
    'vip',
    'server.lua',
    `function told() local fact = exports.onerp:fact(1, 'premium'); print('TOLD ' .. tostring(fact and fact['until'])) end`,
  );
  const told = () => {
    game.run('vip', 'ask.lua', 'told()');
    return game.lines.at(-1);
  };
  await game.pass(3000);
  expect(told()).toBe('TOLD nil');
  site.replies['player'] = {
    login: 'vasya',
    premiumUntil: Date.UTC(2026, 11, 24),
    premiumCoins: 0,
    maySpend: 0,
  };
  await game.pass(6000);
  expect(told()).toBe('TOLD 2026-12-24T00:00:00.000Z');
  const asked = () => site.said.filter(({ call }) => call === 'player').length;
  const before = asked();
  await game.pass(60_000);
  expect(asked()).toBe(before);
});

test('D8 a request that another one has overtaken is sent again', async () => {
  await start('qb');
  let times = 0;
  site.mishap = (call) => {
    if (call === 'waiting') times += 1;
    site.replies['waiting'] =
      times === 1 ? { error: { code: 'seqReused' } } : { login: 'vasya', deliveries: [] };
    return false;
  };
  game.command(1, 'onerp');
  await game.pass(500);
  expect([times, game.chat]).toEqual([2, ['Nothing waits for you.']]);
});
