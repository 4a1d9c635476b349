import { mkdtempSync, rmSync } from 'node:fs';
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
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-fivem-'));
  site = new FakeSite();
});
afterEach(() => {
  game.close();
  rmSync(folder, { recursive: true });
});

/** Starts the game, and its player comes. @param lastStep where it is killed */
async function start(bridge: BridgeName, lastStep?: string): Promise<void> {
  const isLastStep = (step: string) => step === lastStep;
  ({ game, world } = await gameOf(bridge, folder, site, { isLastStep }));
  await game.pass(500);
}

/** The framework saves what it has in memory, and the adapter looks. */
async function save(): Promise<void> {
  game.trigger('save', 1);
  await game.pass(16_000);
}

const STEPS = ['before started', 'after started', 'after effect', 'after save', 'before done', 'after done'];
const GOODS: [BridgeName, 'cash' | 'lockpicks'][] = [
  ['standalone', 'cash'],
  ['qb', 'cash'],
  ['qb', 'lockpicks'],
  ['esx', 'cash'],
  ['esx', 'lockpicks'],
  ['ox', 'cash'],
  ['ox', 'lockpicks'],
];

describe.each(GOODS)('D21 D23 on %s, %s', (bridge, code) => {
  test.each(STEPS)('is given once if the server is killed %s', async (lastStep) => {
    await start(bridge, lastStep);
    site.deliver(delivery(7, { code }));
    await game.pass(1000);
    if (!game.isDead) await save();
    const isReached = game.isDead;
    expect(isReached || lastStep === 'after effect').toBe(true);
    game.close();
    await start(bridge);
    site.lapse();
    await game.pass(1000);
    await save();
    expect(site.results.at(-1)).toMatchObject({ no: 7, outcome: 'done' });
    expect(piecesIn(bridge, world, code)).toBe(1);
  });
});
