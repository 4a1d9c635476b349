import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Citizen, CitizenOptions } from './citizen.ts';
import { delivery, FakeSite } from './fakeSite.ts';
import { type BridgeName, gameOf } from './gameOf.ts';
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
const picks = (no: number, changes = {}) => delivery(no, { code: 'lockpicks', ...changes });

/** Contents of the saved inventory, for example "onerp_parcel 1". */
function saved(): string[] {
  const { inventory } = (world.tables['players'] ?? world.tables['character_inventory'])![0]!;
  const items = JSON.parse(String(inventory)) as { name: string; amount?: number; count?: number }[];
  return items.map(({ name, amount, count }) => `${name} ${amount ?? count}`);
}

async function save(): Promise<void> {
  game.trigger('save', 1);
  await game.pass(16_000);
}

describe.each<BridgeName>(['qb', 'ox'])('D23 a parcel on %s', (bridge) => {
  test('is done when it is saved, and is opened then', async () => {
    await start(bridge);
    site.deliver(picks(7));
    await game.pass(1500);
    if (bridge === 'ox') {
      expect(site.outcomes()).toEqual(['7 saving']);
      game.trigger('use', 1, 1);
      expect(game.chat.at(-1)).toContain('still being saved');
      await game.pass(5 * 60_000);
      expect(site.outcomes()).toEqual(['7 saving', '7 saving']);
      await save();
    }
    expect(site.outcomes().at(-1)).toBe('7 done');
    expect(saved()).toEqual(['onerp_parcel 1']);
    game.trigger('use', 1, 1);
    expect(game.chat.at(-1)).toBe('You have opened the parcel.');
    await save();
    expect(saved()).toEqual(['lockpick 5']);
  });

  test('stays when its goods cannot be added, and opens later', async () => {
    await start(bridge);
    site.deliver(picks(7));
    await game.pass(1500);
    await save();
    game.trigger('refuse', 1, 'lockpick');
    game.trigger('use', 1, 1);
    expect(game.chat.at(-1)).toBe('You have no room for this.');
    await save();
    expect(saved()).toEqual(['onerp_parcel 1']);
    game.trigger('refuse', 1, 'nothing');
    game.trigger('use', 1, 1);
    await save();
    expect(saved()).toEqual(['lockpick 5']);
  });

  test('needs room, and is taken back like its contents', async () => {
    await start(bridge);
    site.deliver(...[1, 2, 3, 4, 5, 6].map((no) => picks(no)));
    await game.pass(5000);
    await save();
    expect(site.outcomes()).toContain('6 retry:no_space');
    game.trigger('use', 1, 1);
    site.deliver(picks(9, { kind: 'revoke', count: 3 }));
    await game.pass(1500);
    expect(site.results.at(-1)).toMatchObject({ no: 9, outcome: 'done', taken: 3 });
    await save();
    expect(saved()).toHaveLength(2);
  });

  test('opens although its entry is lost, once the site says that it is final', async () => {
    await start(bridge);
    site.deliver(picks(7));
    await game.pass(1500);
    await save();
    game.close();
    rmSync(join(folder, 'kvp'));
    await start(bridge);
    game.trigger('use', 1, 1);
    expect(game.chat.at(-1)).toContain('still being saved');
    site.settledThrough = 7;
    site.endPoll();
    await game.pass(1500);
    game.trigger('use', 1, 1);
    await save();
    expect(saved()).toEqual(['lockpick 5']);
  });

  test('that was hidden from the proof and given again opens once, also when both are there', async () => {
    await start(bridge, { isLastStep: (step) => bridge === 'qb' && step === 'before done' });
    site.deliver(picks(7));
    await game.pass(1500);
    if (bridge === 'qb') {
      expect(game.isDead).toBe(true);
      game.close();
      await start(bridge);
    }
    game.trigger('die', 1);
    await save();
    site.lapse();
    await game.pass(1500);
    await save();
    expect(site.outcomes().at(-1)).toBe('7 done');
    game.trigger('takeBack', 1);
    for (const slot of [1, 2]) game.trigger('use', 1, slot);
    await save();
    expect(saved().toSorted()).toEqual(['lockpick 5', 'onerp_parcel 1']);
    expect(game.chat.some((line) => line.includes('came in another parcel'))).toBe(true);
    site.settledThrough = 7;
    game.close();
    // entries are forgotten after 30 days
    await start(bridge, { clockOffS: 31 * 24 * 60 * 60 });
    game.trigger('use', 1, 2);
    await save();
    expect(saved().toSorted()).toEqual(['lockpick 5', 'onerp_parcel 1']);
    site.deliver(picks(9, { kind: 'revoke', count: 2 }));
    await game.pass(1500);
    expect(site.results.at(-1)).toMatchObject({ no: 9, outcome: 'done', taken: 1 });
  });

  test('of the first version, which has no attempt, opens', async () => {
    const table = bridge === 'qb' ? 'players' : 'character_inventory';
    await start(bridge);
    const metadata = { onerp: 7, code: 'lockpicks', count: 1 };
    const item = { name: 'onerp_parcel', slot: 1, amount: 1, count: 1, info: metadata, metadata };
    world.tables[table]![0]!['inventory'] = JSON.stringify([item]);
    const place = bridge === 'qb' ? 'QBX1' : '7';
    game.run(
      'onerp',
      'test',
      `OneRP.openLedger().write(7, { state = 'started', attempt = 1, place = '${place}' })`,
    );
    game.trigger('load', 1, place);
    site.deliver(picks(7, { attempt: 2 }));
    await game.pass(1500);
    expect(site.outcomes()).toEqual(['7 done']);
    game.trigger('use', 1, 1);
    await save();
    expect(saved()).toEqual(['lockpick 5']);
  });

  test('of a lost ledger is found, or left to an operator: it may have been opened', async () => {
    await start(bridge);
    site.deliver(picks(7), picks(8));
    await game.pass(3000);
    await save();
    game.trigger('use', 1, 1);
    await save();
    game.close();
    rmSync(join(folder, 'kvp'));
    await start(bridge);
    site.deliver(picks(7, { attempt: 2, doubtful: true }), picks(8, { attempt: 2, doubtful: true }));
    await game.pass(1500);
    expect(site.outcomes().slice(-2)).toEqual(['7 unknown', '8 done']);
  });
});

describe.each<BridgeName>(['qb', 'ox'])('D21 a parcel on %s', (bridge) => {
  test('is rejected while the list of items lacks it, and the console says so', async () => {
    const configure = `OneRP.config.codes = { lockpicks = { item = 'lockpick', amount = 5 } }
      TriggerEvent('forget', 'onerp_parcel')`;
    await start(bridge, { configure });
    site.deliver(picks(7));
    await game.pass(1500);
    expect(site.outcomes()).toEqual(['7 rejected:failed']);
    expect(game.lines.at(-1)).toContain('knows no item onerp_parcel');
  });

  test('of an item that is not known any more does not open, and the console says so', async () => {
    await start(bridge);
    site.deliver(picks(7));
    await game.pass(1500);
    await save();
    game.close();
    await start(bridge, {
      configure: `OneRP.config.codes = { lockpicks = { item = 'lockpik', amount = 5 } }`,
    });
    game.trigger('use', 1, 1);
    expect(game.lines.at(-1)).toContain('a parcel does not open: the inventory knows no item lockpik');
    expect(game.chat.at(-1)).toContain('Сервер не знает этого предмета');
  });
});

test.each([
  ['putAway', []],
  ['swapAway', ['water 1']],
])('D23 a parcel on ox stays with its player until it is saved: %s', async (how, left) => {
  await start('ox');
  site.deliver(picks(7));
  await game.pass(1500);
  game.trigger(how, 1, 1);
  await save();
  expect(saved()).toEqual(['onerp_parcel 1']);
  game.trigger(how, 1, 1);
  await save();
  expect(saved()).toEqual(left);
});

test('D23 what ESX has in memory and not saved comes again after a crash, and what it saved does not', async () => {
  await start('esx', { isLastStep: (step) => step === 'after effect' });
  site.deliver(delivery(7));
  await game.pass(1000);
  expect(game.isDead).toBe(true);
  expect(world.tables['users']![0]!['accounts']).toBe('{"bank":100}');
  game.close();
  await start('esx');
  site.lapse();
  await game.pass(1000);
  site.lapse();
  await game.pass(1000);
  expect(site.outcomes()).toEqual(['7 done']);
  expect(world.tables['users']![0]!['accounts']).toBe('{"bank":150}');
});
