import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GameDelivery } from '#/contract/game.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import type { Citizen, CitizenOptions } from './citizen.ts';
import { delivery, FakeSite } from './fakeSite.ts';
import { gameOf } from './gameOf.ts';

let folder: string;
let site: FakeSite;
let game: Citizen;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-fivem-'));
  site = new FakeSite();
});
afterEach(() => {
  game.close();
  rmSync(folder, { recursive: true });
});

/** Starts the game with a resource of the operator. */
async function start(resource: string, options: Partial<CitizenOptions> = {}): Promise<void> {
  ({ game } = await gameOf('standalone', folder, site, options));
  game.run('castle', 'server.lua', resource);
  await game.pass(500);
}

/** Hands out, and lets the game do it. @returns what it says of each */
async function hand(...deliveries: GameDelivery[]): Promise<string[]> {
  const from = site.results.length;
  site.deliver(...deliveries);
  await game.pass(1500);
  return site.outcomes().slice(from);
}

const castle = (changes: Partial<GameDelivery> = {}) => delivery(7, { code: 'castle', count: 3, ...changes });
const giving = (body: string, prove = '') =>
  `exports.onerp:on('castle', { give = function() ${body} end, ${prove} })`;
const proving = (word: string) => `prove = function() return '${word}' end`;
const told = () => game.lines.filter((line) => line.startsWith('[onerp] delivery'));

describe('D21 a handler of FiveM that gives nothing', () => {
  test.each([
    [`reject = 'no_character'`, 'rejected:no_character'],
    [`reject = 'bad_params'`, 'rejected:bad_params'],
    [`retry = 'no_space'`, 'retry:no_space'],
  ])('says so with %s, which is %s', async (answer, outcome) => {
    await start(giving(`return { ${answer}, why = 'no player\\0 vasya' }`, proving('notGiven')));
    expect(await hand(castle())).toEqual([`7 ${outcome}`]);
    expect(site.results.at(-1)!.proof).toBe('no player  vasya');
    const [, code] = outcome.split(':');
    const line = `[onerp] delivery 7 (give 3 castle) is rejected: ${code}, no player  vasya`;
    expect(told()).toEqual(outcome.startsWith('rejected') ? [line] : []);
  });

  test('does not begin what came before it said so', async () => {
    await start(giving(`if not there then there = true; return { retry = 'busy' } end`));
    site.replies['purchases'] = {
      order: 'q7',
      premiumCoins: 0,
      deliveries: [castle(), castle({ attempt: 2 })],
    };
    game.run('shop', 'server.lua', 'exports.onerp:buy(1, { goods = 4006, coins = 120 })');
    await game.pass(1500);
    expect(site.outcomes()).toEqual(['7 retry:busy']);
    expect(await hand(castle({ attempt: 3 }))).toEqual(['7 done']);
  });

  test('is believed without a proof, begun anew when it comes again, and called off for good', async () => {
    await start(giving(`if not there then there = true; return { retry = 'no_space' } end`));
    expect(await hand(castle())).toEqual(['7 retry:no_space']);
    expect(await hand(castle({ attempt: 2 }))).toEqual(['7 done']);
    game.run('castle', 'server.lua', giving(`return { retry = 'no_space' }`));
    expect(await hand({ ...castle(), no: 8 })).toEqual(['8 retry:no_space']);
    site.cancel(8);
    await game.pass(1500);
    expect(site.outcomes().at(-1)).toBe('8 cancelled');
    expect(await hand({ ...castle({ attempt: 2 }), no: 8 })).toEqual(['8 cancelled']);
  });

  test('but saved it is done, whatever it says', async () => {
    await start(giving(`return { reject = 'no_character' }`, proving('given')));
    expect(await hand(castle())).toEqual(['7 done']);
  });

  test('and names a code that the site does not know has failed', async () => {
    await start(giving(`return { reject = 'nope' }`, proving('notGiven')));
    expect(await hand(castle())).toEqual(['7 rejected:failed']);
  });
});

test('D10 D21 a cancel after a crash in FiveM gets the delivery to the proof, and is unknown under its attempt if that fails', async () => {
  await start(giving(''), { isLastStep: (step) => step === 'after started' });
  await hand(castle({ attempt: 4 }));
  game.close();
  const prove = `prove = function(delivery) error(delivery.player.login .. ' has no table ' .. delivery.count) end`;
  await start(giving('', prove));
  site.cancel(7);
  await game.pass(1500);
  // an attempt before an operator's decision would be stale
  expect(site.results.at(-1)).toMatchObject({ no: 7, attempt: 4, outcome: 'unknown' });
  expect(game.lines.join('\n')).toMatch(/could not be proved: .*vasya has no table 3/);
  expect(told().at(-1)).toContain('delivery 7 (give 3 castle) is unknown: begun');
});

/** A database of one player and one garage, whose statements are those of the README. */
const MYSQL = `
  local given, rows = {}, { slots = 1 }
  MySQL = {
    scalar = { await = function(query, values)
      if query:find('onerp_deliveries') then return given[values[1]] end
      return values[1] == 'vasya' and 1 or nil
    end },
    update = { await = function(query, values)
      if values[2] == 'vasya' then rows.premium = values[1] end
    end },
    transaction = { await = function(statements)
      local insert, update = statements[1], statements[2]
      if isBroken then return false end
      if insert.values[2] == '7' then given[insert.values[1]] = 1 end
      if update.values[2] == '7' then rows.slots = rows.slots + update.values[1] end
      return true
    end },
  }
  function look() print(('slots %d premium %s'):format(rows.slots, tostring(rows.premium))) end
`;

describe('D21 the examples of the README for FiveM', () => {
  const text = readFileSync(join(projectRoot, 'src/games/fivem/README.md'), 'utf8');
  const examples = [...text.matchAll(/```lua\n([^]*?)```/g)]
    .map(([, code]) => code!)
    .filter((code) => code.includes('exports.onerp:on('));
  const player = (login: string, character: string) => ({ login, player: 'license2:9f', character });
  const slot = (no: number, character: string) =>
    delivery(no, { code: 'garage_slot', count: 2, player: player('vasya', character) });
  const premium = (no: number, login: string, until: string | null) =>
    delivery(no, {
      kind: 'set',
      code: 'premium',
      version: no,
      params: { until },
      player: player(login, '7'),
    });
  const run = (more = '') => start(`${MYSQL}${examples.join('\n')}\n${more}`);

  test('give to a garage that is there, and say no_character of one that is not', async () => {
    await run(`AddEventHandler('look', look)`);
    expect(examples).toHaveLength(2);
    expect(await hand(slot(7, '7'))).toEqual(['7 done']);
    expect(await hand(slot(8, '9'))).toEqual(['8 rejected:no_character']);
    game.trigger('look', 0);
    expect(game.lines.at(-1)).toContain('slots 3 ');
  });

  test('are not done if the transaction was rolled back', async () => {
    await run('isBroken = true');
    expect(await hand(slot(7, '7'))).toEqual(['7 rejected:failed']);
  });

  test('D13 write the end of Premium as MySQL takes it, and say no_character of a stranger', async () => {
    await run(`AddEventHandler('look', look)`);
    expect(await hand(premium(7, 'vasya', '2026-12-24T18:00:00.000Z'))).toEqual(['7 done']);
    game.trigger('look', 0);
    expect(game.lines.at(-1)).toContain('premium 2026-12-24T18:00:00');
    expect(game.lines.at(-1)).not.toContain('Z');
    expect(await hand(premium(8, 'vasya', null))).toEqual(['8 done']);
    expect(await hand(premium(9, 'petya', null))).toEqual(['9 rejected:no_character']);
  });
});
