import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GameDelivery } from '#/contract/game.ts';
import type { Citizen, CitizenOptions } from './citizen.ts';
import { delivery, FakeSite } from './fakeSite.ts';
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

const BRIDGES: BridgeName[] = ['standalone', 'qb', 'esx', 'ox'];

async function start(bridge: BridgeName, options: Partial<CitizenOptions> = {}): Promise<void> {
  ({ game, world } = await gameOf(bridge, folder, site, options));
  await game.pass(500);
}

/** Hands out, and lets the game do it. @returns what it says of each */
async function hand(...deliveries: GameDelivery[]): Promise<string[]> {
  const from = site.results.length;
  site.deliver(...deliveries);
  await game.pass(1500);
  return site.outcomes().slice(from);
}

async function save(): Promise<void> {
  game.trigger('save', 1);
  await game.pass(16_000);
}

/** Starts the game, which dies at a step of delivery 7, and starts it again. */
async function dieAt(bridge: BridgeName, step: string, deliveryOf = delivery(7)): Promise<void> {
  await start(bridge, { isLastStep: (name) => name === step });
  await hand(deliveryOf);
  game.close();
  await start(bridge);
}

describe.each(BRIDGES)('D21 the FiveM adapter on %s', (bridge) => {
  const cash = () => piecesIn(bridge, world, 'cash');

  test('does a delivery once, however often it comes', async () => {
    await start(bridge);
    expect(await hand(delivery(1), delivery(2))).toEqual(['1 done', '2 done']);
    expect(await hand(delivery(1, { attempt: 2 }))).toEqual(['1 done']);
    expect(cash()).toBe(2);
  });

  test('O33 gives nothing again that a restored site sends again, although all was settled and the numbers leap', async () => {
    for (const [nines, through] of [9, 5, 300_000_000, 300_000_001].entries()) {
      await start(bridge, { clockOffS: nines * 9 * 24 * 60 * 60 });
      expect(await hand(delivery(7), delivery(through + 1))).toEqual(['7 done', `${through + 1} done`]);
      site.settledThrough = through;
      game.close();
    }
    expect(cash()).toBe(5);
  });

  test('takes back what is there, and says how much', async () => {
    await start(bridge);
    await hand(delivery(1, { count: 2 }));
    await hand(delivery(2, { kind: 'revoke', count: bridge === 'standalone' ? 5 : 9 }));
    const there = bridge === 'standalone' ? 2 : 4;
    expect(site.results.at(-1)).toMatchObject({ no: 2, outcome: 'done', taken: there });
    expect(cash()).toBe(2 - there);
  });

  test('calls off for good what was not begun, and says of the rest what became of it', async () => {
    await start(bridge);
    await hand(delivery(2));
    site.cancel(1);
    site.cancel(2);
    await game.pass(1500);
    expect(new Set(site.outcomes().slice(1))).toEqual(new Set(['1 cancelled', '2 done']));
    game.close();
    await start(bridge);
    expect(await hand(delivery(1))).toEqual(['1 cancelled']);
    expect(cash()).toBe(1);
  });

  test('calls off what a crash left begun and not given', async () => {
    await dieAt(bridge, 'after started');
    site.cancel(7);
    await game.pass(1500);
    expect(await hand(delivery(7, { attempt: 2 }))).toEqual(['7 cancelled']);
    expect(cash()).toBe(0);
  });

  test('finds what a crash left given, and does not give it again', async () => {
    await dieAt(bridge, bridge === 'standalone' ? 'after effect' : 'after save');
    expect(await hand(delivery(7, { attempt: 2 }))).toEqual(['7 done']);
    expect(cash()).toBe(1);
  });

  test('proves what a lost ledger held', async () => {
    await start(bridge);
    await hand(delivery(7));
    game.close();
    rmSync(join(folder, 'kvp'));
    await start(bridge);
    expect(await hand(delivery(7, { attempt: 2, doubtful: true }))).toEqual(['7 done']);
    expect(cash()).toBe(1);
  });

  test('gives nothing of what was called off meanwhile, and says what it finds', async () => {
    await start(bridge);
    await hand(delivery(7));
    game.close();
    rmSync(join(folder, 'kvp'));
    await start(bridge);
    const calledOff = { attempt: 2, doubtful: true, calledOff: true };
    expect(await hand(delivery(7, calledOff))).toEqual(['7 done']);
    expect(await hand(delivery(8, calledOff))).toEqual(['8 cancelled']);
    expect(await hand(delivery(8, { attempt: 3 }))).toEqual(['8 cancelled']);
    expect(cash()).toBe(1);
  });

  test('waits for the player, and for their character', async () => {
    await start(bridge);
    if (bridge !== 'standalone') {
      const other = { login: 'vasya', player: 'license2:9f', character: 'another' };
      expect(await hand(delivery(1, { player: other }))).toEqual(['1 retry:wrong_character']);
    }
    const away = { login: 'petya', player: 'license2:77', character: null };
    expect(await hand(delivery(2, { player: away }))).toEqual(['2 retry:offline']);
    expect(cash()).toBe(0);
  });

  test('waits a minute for the resource of a code, then says that nobody knows it', async () => {
    await start(bridge);
    expect(await hand(delivery(1, { code: 'castle' }))).toEqual(['1 retry:busy']);
    await game.pass(60_000);
    expect(await hand(delivery(1, { code: 'castle', attempt: 2 }))).toEqual(['1 rejected:unknown_code']);
  });
});

describe.each<BridgeName>(['qb', 'esx', 'ox'])('D21 an item that %s does not know', (bridge) => {
  const picks = (attempt: number) => delivery(7, { code: 'lockpicks', attempt });
  const CODES = `OneRP.config.codes = { lockpicks = { item = 'lockpik', amount = 5 } }`;

  test('is rejected, and the console names it', async () => {
    await start(bridge, { configure: CODES });
    expect(await hand(picks(1))).toEqual(['7 rejected:failed']);
    expect(game.lines.at(-1)).toContain('delivery 7 (give 1 lockpicks) is rejected: failed');
    expect(game.lines.at(-1)).toContain('knows no item lockpik');
    game.trigger('learn', 1, 'lockpik');
    expect(await hand(picks(2))).toEqual([bridge === 'ox' ? '7 saving' : '7 done']);
  });
});

describe('D21 a resource that hands over by itself', () => {
  const HANDLER = `exports.onerp:on('castle', { give = function() GIVE end })`;
  const castle = delivery(7, { code: 'castle' });

  test('and cannot prove it leaves a crash to an operator, whose word counts', async () => {
    const run = () => game.run('castle', 'server.lua', HANDLER.replace('GIVE', ''));
    await start('standalone', { isLastStep: (step) => step === 'after started' });
    run();
    await hand(castle);
    game.close();
    await start('standalone');
    run();
    expect(await hand({ ...castle, attempt: 2 })).toEqual(['7 unknown']);
    expect(await hand({ ...castle, attempt: 3, notGivenThrough: 2 })).toEqual(['7 done']);
  });

  test('D19 and dies after an operator spoke asks once more, whether an answer was lost or not', async () => {
    const run = () => game.run('castle', 'server.lua', HANDLER.replace('GIVE', ''));
    const crash = async (changes: object) => {
      await start('standalone', { isLastStep: (step) => step === 'after started' });
      run();
      await hand({ ...castle, ...changes });
      game.close();
      await start('standalone');
      run();
    };
    await crash({ attempt: 1 });
    // attempt 2 was lost on the line
    await crash({ attempt: 3, notGivenThrough: 1 });
    expect(await hand({ ...castle, attempt: 4, notGivenThrough: 1 })).toEqual(['7 unknown']);
    expect(await hand({ ...castle, attempt: 5, notGivenThrough: 4 })).toEqual(['7 done']);
  });

  test('and fails is looked at, and told in the console', async () => {
    await start('standalone');
    game.run('castle', 'server.lua', HANDLER.replace('GIVE', `error('no space')`));
    expect(await hand(castle)).toEqual(['7 unknown']);
    game.run(
      'garage',
      'server.lua',
      `exports.onerp:on('cash', { give = function() error('no\\0 table') end, prove = function() return 'notGiven' end })`,
    );
    expect(await hand(delivery(8))).toEqual(['8 rejected:failed']);
    expect(site.results.at(-1)!.proof).toMatch(/no {2}table/);
  });

  test('is told to the site when it starts and stops', async () => {
    await start('standalone');
    game.run('castle', 'server.lua', HANDLER.replace('GIVE', ''));
    site.endPoll();
    await game.pass(500);
    const codes = () => site.said.findLast(({ call }) => call === 'hello')!.body['codes'];
    expect(codes()).toEqual(['cash', 'castle']);
    game.trigger('onResourceStop', 0, 'castle');
    site.endPoll();
    await game.pass(500);
    expect(codes()).toEqual(['cash']);
  });
});

const fact = (no: number, version: number, until: string | null) =>
  delivery(no, { kind: 'set', code: 'premium', version, params: { until } });
const known = () => {
  game.run('hud', 'server.lua', `print(json.encode(exports.onerp:fact(1, 'premium') or {}))`);
  return JSON.parse(game.lines.at(-1)!) as object;
};
/** A resource that prints each change of a fact. */
const listen = () =>
  game.run(
    'hud',
    'client.lua',
    `AddEventHandler('onerp:fact', function(_, code) print('told ' .. code) end)`,
  );

test('D13 Premium that a resource sets is told with each change, but not when the resource refuses it', async () => {
  site.replies['player'] = { login: null, premiumUntil: null, premiumCoins: 0, maySpend: 0 };
  await start('standalone');
  // the site is asked about the player
  await game.pass(1500);
  game.run(
    'vip',
    'server.lua',
    `exports.onerp:on('premium', { set = function(delivery)
      if delivery.version == 2 then return { reject = 'no_character', why = 'no player' } end
    end })`,
  );
  listen();
  await hand(fact(5, 1, '2026-12-24'));
  const told = () => game.lines.filter((line) => line === 'told premium');
  expect(told()).toHaveLength(1);
  expect(known()).toEqual({ until: '2026-12-24' });
  expect(await hand(fact(6, 2, '2027-12-24'))).toEqual(['6 rejected:no_character']);
  expect(told()).toHaveLength(1);
  expect(known()).toEqual({ until: '2026-12-24' });
  await hand(fact(7, 3, null));
  expect(known()).toEqual([]);
});

describe.each<BridgeName>(['qb', 'esx', 'ox'])('D13 Premium on %s', (bridge) => {
  test('is what the newest version says, also after a crash', async () => {
    await start(bridge);
    listen();
    expect(await hand(fact(5, 2, '2026-12-24'), fact(4, 1, '2026-11-24'))).toEqual(['5 done', '4 done']);
    expect(game.lines).toContain('told premium');
    expect(known()).toEqual({ until: '2026-12-24' });
    game.close();
    await start(bridge);
    expect(known()).toEqual({ until: '2026-12-24' });
    await hand(fact(6, 3, null));
    await save();
    expect(known()).toEqual([]);
  });

  test('is what the site says when a player comes, whatever the game remembers', async () => {
    site.replies['player'] = {
      login: 'vasya',
      premiumUntil: Date.UTC(2026, 11, 24),
      premiumCoins: 0,
      maySpend: 0,
    };
    await start(bridge);
    await game.pass(1000);
    expect(known()).toEqual({ until: '2026-12-24T00:00:00.000Z' });
    await hand(fact(5, 2, '2027-01-24'));
    expect(known()).toEqual({ until: '2027-01-24' });
    game.close();
    site.replies['player'] = { login: null, premiumUntil: null, premiumCoins: 0, maySpend: 0 };
    await start(bridge);
    await game.pass(1000);
    expect(known()).toEqual([]);
  });
});
