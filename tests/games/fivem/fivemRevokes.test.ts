import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Citizen } from './citizen.ts';
import { delivery, FakeSite } from './fakeSite.ts';
import { type BridgeName, gameOf, piecesIn } from './gameOf.ts';
import type { World } from './world.ts';

let folder: string;
let site: FakeSite;
let game: Citizen;
let world: World;
let lastStep: string | undefined;
/** Sees each step; true kills the game there. */
let onStep = (step: string) => step === lastStep;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-fivem-'));
  site = new FakeSite();
  onStep = (step) => step === lastStep;
});
afterEach(() => {
  game.close();
  rmSync(folder, { recursive: true });
});

/** Starts the game, and its player comes. It is killed at `lastStep`, once a test has set it. */
async function start(bridge: BridgeName): Promise<void> {
  lastStep = undefined;
  ({ game, world } = await gameOf(bridge, folder, site, { isLastStep: (step) => onStep(step) }));
  await game.pass(500);
}

/** The game dies as it is, and starts again. */
async function crash(bridge: BridgeName): Promise<void> {
  game.close();
  await start(bridge);
}

/** The framework saves what it has in memory, and the adapter looks. */
async function save(): Promise<void> {
  game.trigger('save', 1);
  await game.pass(16_000);
}

type Good = 'cash' | 'lockpicks';
const revoke = (no: number, code: Good, count = 1) => delivery(no, { kind: 'revoke', code, count });
const pieces = (bridge: BridgeName, code: Good) => piecesIn(bridge, world, code);
const resultOf = (no: number) => site.results.findLast((result) => result.no === no);

/** Steps of a revoke at which the game is stopped. */
const STEPS = ['before started', 'after started', 'after effect', 'after save', 'before done', 'after done'];
const GOODS: { bridge: BridgeName; code: Good; isOpened?: true }[] = [
  { bridge: 'standalone', code: 'cash' },
  { bridge: 'qb', code: 'cash' },
  { bridge: 'qb', code: 'lockpicks' },
  { bridge: 'qb', code: 'lockpicks', isOpened: true },
  { bridge: 'esx', code: 'cash' },
  { bridge: 'esx', code: 'lockpicks' },
  { bridge: 'ox', code: 'cash' },
  { bridge: 'ox', code: 'lockpicks' },
  { bridge: 'ox', code: 'lockpicks', isOpened: true },
];

describe.each(GOODS)(
  'D10 D21 what $bridge takes back of $code (opened: $isOpened)',
  ({ bridge, code, isOpened }) => {
    async function give(): Promise<void> {
      await start(bridge);
      site.deliver(delivery(7, { code }));
      await game.pass(1500);
      await save();
      if (isOpened) game.trigger('use', 1, 1);
      await save();
      expect(resultOf(7)).toMatchObject({ outcome: 'done' });
      expect(pieces(bridge, code)).toBe(1);
    }

    test.each(STEPS)('is taken once if the server is killed %s', async (step) => {
      await give();
      lastStep = step;
      site.deliver(revoke(8, code));
      await game.pass(1500);
      // ox_core changes balances in the database only
      const isReached = game.isDead || (bridge === 'ox' && code === 'cash' && step === 'after effect');
      expect(isReached).toBe(true);
      await crash(bridge);
      site.lapse();
      await game.pass(1500);
      await save();
      expect(resultOf(8)).toMatchObject({ outcome: 'done' });
      expect(resultOf(8)?.taken ?? 1).toBe(1);
      expect(pieces(bridge, code)).toBe(0);
    });

    test('stays taken if the server dies before the framework saves', async () => {
      await give();
      site.deliver(revoke(8, code));
      await game.pass(1500);
      expect(resultOf(8)).toMatchObject({ outcome: 'done', taken: 1 });
      await crash(bridge);
      await save();
      expect(pieces(bridge, code)).toBe(0);
    });
  },
);

describe.each<BridgeName>(['qb', 'ox'])('D10 D21 taking back from the inventory of %s', (bridge) => {
  test('leaves a parcel that is being given: it would be given again', async () => {
    await start(bridge);
    site.deliver(delivery(7, { code: 'lockpicks' }));
    await game.pass(1500);
    await save();
    lastStep = 'after effect';
    site.deliver(delivery(8, { code: 'lockpicks' }));
    await game.pass(1500);
    await crash(bridge);
    site.lapse();
    site.deliver(revoke(9, 'lockpicks', 2));
    await game.pass(1500);
    await save();
    site.lapse();
    await game.pass(1500);
    await save();
    const given = site.results.filter(({ no, outcome }) => no !== 9 && outcome === 'done');
    expect(given.map(({ no }) => no)).toEqual([7, 8]);
    expect(pieces(bridge, 'lockpicks')).toBe(2 - resultOf(9)!.taken!);
  });

  test('takes of every slot that has the item', async () => {
    const slots = [1, 2, 3].map((slot) => ({
      name: 'lockpick',
      amount: 2,
      count: 2,
      slot,
      info: {},
      metadata: {},
    }));
    const inventory = JSON.stringify(slots);
    const tables =
      bridge === 'qb'
        ? { players: [{ citizenid: 'QBX1', money: '{"bank":100}', metadata: '{}', inventory }] }
        : { accounts: [], accounts_transactions: [], character_inventory: [{ charid: 7, inventory }] };
    writeFileSync(join(folder, 'world.json'), JSON.stringify(tables));
    await start(bridge);
    site.deliver(revoke(8, 'lockpicks', 3));
    await game.pass(1500);
    expect(resultOf(8)).toMatchObject({ outcome: 'done', taken: 1 });
    await crash(bridge);
    expect(pieces(bridge, 'lockpicks')).toBe(1 / 5);
  });
});

/** The inventory in the database, if somebody else than the adapter writes it there. */
function noteElsewhere(): { inventory: () => unknown } {
  const row = (world.tables['players'] ?? world.tables['character_inventory'])![0]!;
  row['inventory'] = '["written by another resource"]';
  return { inventory: () => row['inventory'] };
}

test('D21 money of qb-core is saved without the inventory, which another resource may keep', async () => {
  await start('qb');
  const { inventory } = noteElsewhere();
  site.deliver(delivery(7), revoke(8, 'cash'));
  await game.pass(1500);
  expect(site.outcomes()).toEqual(['7 done', '8 done']);
  expect(inventory()).toBe('["written by another resource"]');
});

test('D11 D21 pieces that ox does not find are saved as missing, and nothing else is saved', async () => {
  await start('ox');
  const { inventory } = noteElsewhere();
  site.deliver(revoke(8, 'lockpicks'));
  await game.pass(1500);
  expect(resultOf(8)).toMatchObject({ outcome: 'done', taken: 0 });
  expect(inventory()).toBe('["written by another resource"]');
});

test('D11 D21 a revoke on ox waits for the inventory: what it does not find is owed', async () => {
  await start('ox');
  game.trigger('slow', 1);
  site.deliver(revoke(8, 'lockpicks'));
  await game.pass(1500);
  expect(site.outcomes()).toEqual(['8 retry:busy']);
});

test('D10 D21 what ox could not save at once is saved later, and taken once', async () => {
  let isFailing = false;
  await start('ox');
  site.deliver(delivery(7, { code: 'lockpicks' }));
  await game.pass(1500);
  await save();
  const run = world.run.bind(world);
  world.run = (statements) => {
    if (isFailing) throw new Error('the database is gone');
    return run(statements);
  };
  // it goes away when the item is out of the memory
  onStep = (step) => {
    if (step === 'after effect') isFailing = true;
    return false;
  };
  site.deliver(revoke(8, 'lockpicks'));
  await game.pass(1500);
  expect(resultOf(8)).toMatchObject({ outcome: 'saving' });
  isFailing = false;
  await game.pass(16_000);
  expect(resultOf(8)).toMatchObject({ outcome: 'done', taken: 1 });
  await crash('ox');
  expect(pieces('ox', 'lockpicks')).toBe(0);
});
