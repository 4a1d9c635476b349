import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Citizen } from './citizen.ts';
import { delivery, FakeSite } from './fakeSite.ts';
import { gameOf, piecesIn } from './gameOf.ts';
import type { World } from './world.ts';

const BOUGHT = { order: 'q7Yw2mKc9TzR4vNb8HsXdA', premiumCoins: 380, deliveries: [] };
const WANTED = '{ goods = 4006, count = 1, coins = 120 }';

let folder: string;
let site: FakeSite;
let game: Citizen;
let world: World;
const start = async (clockOffS = 0) => {
  ({ game, world } = await gameOf('qb', folder, site, { clockOffS }));
  await game.pass(500);
};
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-fivem-'));
  site = new FakeSite();
  site.replies['purchases'] = BOUGHT;
  await start();
});
afterEach(() => {
  game.close();
  rmSync(folder, { recursive: true });
});

/** A shop in the game that prints the results. */
const buy = (wanted = WANTED, player = 1) =>
  game.run(
    'shop',
    'server.lua',
    `exports.onerp:buy(${player}, ${wanted}, function(result) print('TOLD ' .. (result.refused or result.order .. ' ' .. result.coins)) end)`,
  );
const told = () => game.lines.filter((line) => line.startsWith('TOLD ')).map((line) => line.slice(5));
const asked = () => site.said.filter(({ call }) => call === 'purchases').map(({ body }) => body);
const DONE = `${BOUGHT.order} ${BOUGHT.premiumCoins}`;

describe('D17 a purchase in FiveM', () => {
  test('is made for the player, and what was bought is handed over at once', async () => {
    site.replies['purchases'] = { ...BOUGHT, deliveries: [delivery(7)] };
    buy();
    await game.pass(500);
    expect(told()).toEqual([DONE]);
    expect(asked()).toEqual([
      expect.objectContaining({ player: 'license2:9f', goods: 4006, count: 1, coins: 120 }),
    ]);
    expect(piecesIn('qb', world, 'cash')).toBe(1);
    expect(site.outcomes()).toEqual(['7 done']);
  });

  test('of a double click is one, and both clicks are answered', async () => {
    buy();
    buy();
    await game.pass(500);
    buy();
    await game.pass(500);
    expect(told()).toEqual([DONE, DONE, DONE]);
    expect(asked()).toHaveLength(1);
    await game.pass(3000);
    buy();
    await game.pass(500);
    const keys = asked().map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });

  test('that a full disk does not take is not made, and the shop hears of it', async () => {
    game.isDiskFull = true;
    expect(() => buy()).toThrow('cannot be written');
    await game.pass(500);
    expect(asked()).toEqual([]);
    game.isDiskFull = false;
    buy();
    await game.pass(500);
    expect(told()).toEqual([DONE]);
  });

  test('waits for no other one of its player', async () => {
    buy();
    buy('{ goods = 4007, count = 1, coins = 5 }');
    await game.pass(500);
    expect(told()).toEqual(['busy', DONE]);
  });

  test.each([
    'spendNotAllowed',
    'accountBlocked',
    'priceChanged',
    'notEnoughCoins',
    'inDebt',
    'goodSoldOut',
    'gameScope',
  ])('that is refused tells why, and is not asked again: %s', async (code) => {
    site.replies['purchases'] = { error: { code } };
    buy();
    await game.pass(20_000);
    expect(told()).toEqual([code]);
    expect(asked()).toHaveLength(1);
  });

  test('is asked again under its key when the answer is lost or the site is busy', async () => {
    let lost = 2;
    site.mishap = (call) => call === 'purchases' && lost-- > 0;
    buy();
    await game.pass(20_000);
    expect(told()).toEqual([DONE]);
    site.replies['purchases'] = { error: { code: 'busy' } };
    buy('{ goods = 4007, coins = 5 }');
    await game.pass(10_000);
    expect(told()).toHaveLength(1);
    site.replies['purchases'] = BOUGHT;
    await game.pass(20_000);
    expect(told()).toEqual([DONE, DONE]);
    const keys = asked().map(({ key, goods }) => `${String(goods)} ${String(key)}`);
    expect(new Set(keys).size).toBe(2);
  });

  test('that a crash left unanswered is asked again under its key, and a click meanwhile joins it', async () => {
    site.mishap = (call) => call === 'purchases';
    buy();
    await game.pass(500);
    game.close();
    await start();
    buy();
    site.mishap = undefined;
    await game.pass(20_000);
    expect(told()).toEqual([DONE]);
    expect(new Set(asked().map(({ key }) => key)).size).toBe(1);
    game.close();
    const before = asked().length;
    await start();
    await game.pass(20_000);
    expect(asked()).toHaveLength(before);
  });

  test('that nobody answers for a day is given up', async () => {
    site.replies['purchases'] = { error: { code: 'busy' } };
    buy();
    await game.pass(500);
    game.close();
    const before = asked().length;
    await start(25 * 60 * 60);
    expect(game.lines.join('\n')).toContain('has not answered a purchase of license2:9f for a day');
    expect(asked()).toHaveLength(before);
    game.close();
    await start();
    await game.pass(5000);
    expect(asked()).toHaveLength(before);
  });

  test.each([
    ['notHere', WANTED, 9],
    ['badRequest', '{ goods = 4006 }', 1],
    ['badRequest', '{ goods = 1.5, coins = 1 }', 1],
  ])('that cannot be one is refused at once: %s, %s', async (code, wanted, player) => {
    buy(wanted, player);
    await game.pass(500);
    expect(told()).toEqual([code]);
    expect(asked()).toEqual([]);
  });
});
