import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GameResult } from '#/contract/game.ts';
import { signAnswer } from '#/server/domain/gameServers/signing.ts';
import type { Citizen, HttpCall } from './citizen.ts';
import { delivery, FakeSite } from './fakeSite.ts';
import { gameOf, piecesIn } from './gameOf.ts';
import type { World } from './world.ts';

let folder: string;
let site: FakeSite;
let game: Citizen;
let world: World;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-fivem-'));
  site = new FakeSite();
  ({ game, world } = await gameOf('qb', folder, site));
});
afterEach(() => {
  game.close();
  rmSync(folder, { recursive: true });
});

const pulls = () => site.said.filter(({ call }) => call === 'pull').map(({ body }) => body);
const given = () => piecesIn('qb', world, 'cash');
const isHeldPull = (call: string, { data }: HttpCall) => call === 'pull' && data.includes('"waitS":25');

describe('D22 the FiveM adapter', () => {
  test('tells a login once its player plays a character, whichever comes first', async () => {
    game.close();
    const configure = `OneRP.config.identity = 'login'`;
    ({ game, world } = await gameOf('qb', folder, site, { configure }));
    await game.pass(500);
    game.run('gamemode', 'server.lua', `exports.onerp:joined(1, 'vasya')`);
    await game.pass(2000);
    const [joined] = [pulls().at(-1)!['joined']];
    expect(joined).toEqual([{ player: 'vasya', character: 'QBX1', name: 'John Doe' }]);
    game.trigger('unload', 1);
    await game.pass(2000);
    expect(pulls().at(-1)).toMatchObject({ left: ['vasya'] });
    game.trigger('load', 1, 'QBX1');
    await game.pass(2000);
    expect(pulls().at(-1)).toMatchObject({ joined });
    game.trigger('playerDropped', 1);
    game.trigger('load', 1, 'QBX1');
    await game.pass(2000);
    expect(pulls().at(-1)).toMatchObject({ left: ['vasya'], joined: [] });
  });

  test('names as many codes as the site takes, however long they are', async () => {
    game.close();
    const configure = `for at = 1, 301 do
      OneRP.config.codes[string.format('%s%04d', ('c'):rep(56), at)] = { money = 'bank', amount = 1 }
    end`;
    ({ game, world } = await gameOf('qb', folder, site, { configure }));
    await game.pass(500);
    const { body } = site.said.findLast(({ call }) => call === 'hello')!;
    expect(body['codes']).toHaveLength(300);
    expect(game.lines.join('\n')).toMatch(/hears of 300 of 301 codes[^]*connected as everest/);
  });

  test('waits for a poll that is held longer than 5 seconds', async () => {
    await game.pass(20_000);
    expect(pulls()).toHaveLength(1);
    site.deliver(delivery(7));
    await game.pass(500);
    expect(site.outcomes()).toEqual(['7 done']);
  });

  test('asks every 5 seconds when a proxy holds the first byte back, and says so', async () => {
    site.mishap = isHeldPull;
    await game.pass(20_000);
    expect(game.lines.at(-1)).toContain('held polls are cut off (a proxy buffers them)');
    site.deliver(delivery(7));
    await game.pass(10_000);
    expect(site.outcomes()).toEqual(['7 done']);
    expect(pulls().at(-1)).toMatchObject({ waitS: 0 });
    site.mishap = undefined;
    await game.pass(11 * 60_000);
    expect(pulls().at(-1)).toMatchObject({ waitS: 25 });
  });

  test('gives up an answer that does not end, and drops it when it comes', async () => {
    const late: (() => void)[] = [];
    site.mishap = (call, http, answer) => {
      if (!isHeldPull(call, http) || late.length > 0) return false;
      http.begin();
      late.push(() => http.answer(200, answer()));
      return true;
    };
    await game.pass(47_000);
    expect(pulls()).toHaveLength(2);
    site.deliver(delivery(7));
    await game.pass(1000);
    late[0]!();
    await game.pass(1000);
    expect(given()).toBe(1);
    expect(site.outcomes()).toEqual(['7 done']);
  });

  test('tells at once who comes and goes, although a poll is held', async () => {
    await game.pass(3000);
    game.trigger('unload', 1);
    await game.pass(2000);
    expect(pulls().at(-1)).toMatchObject({ waitS: 0, max: 0, online: 0, left: ['license2:9f'] });
    game.trigger('load', 1, 'QBX1');
    await game.pass(2000);
    expect(pulls().at(-1)).toMatchObject({
      online: 1,
      joined: [
        {
          player: 'license2:9f',
          ids: ['license:8e', 'steam:11000010'],
          character: 'QBX1',
          name: 'John Doe',
        },
      ],
    });
    expect(JSON.stringify(site.said)).not.toContain('127.0.0.1');
  });

  test('asks 5 minutes later when its key is refused, and less and less often when the site is away', async () => {
    site.mishap = (_call, http) => {
      http.answer(403, '{}');
      return true;
    };
    await game.pass(4 * 60_000);
    expect(site.said).toHaveLength(1);
    expect(game.lines.at(-1)).toContain('check key and secret');
    site.mishap = (_call, http) => {
      http.answer(502, '<html>');
      return true;
    };
    await game.pass(6 * 60_000);
    expect(site.said.length).toBeGreaterThan(5);
    expect(site.said.length).toBeLessThan(13);
    site.mishap = undefined;
    await game.pass(80_000);
    expect(game.lines.some((line) => line.includes('connected as everest'))).toBe(true);
  });
});

test('D22 the FiveM adapter says bye when it stops, and goes on when it does not understand an answer', async () => {
  await game.pass(500);
  site.replies['pull'] = { results: 'none' };
  site.endPoll();
  await game.pass(500);
  expect(game.lines.at(-1)).toContain('asking failed and goes on');
  delete site.replies['pull'];
  await game.pass(61_000);
  site.deliver(delivery(7));
  await game.pass(500);
  expect(site.outcomes()).toEqual(['7 done']);
  game.trigger('onResourceStop', 0, 'onerp');
  expect(site.said.at(-1)!.call).toBe('bye');
});

test('D22 the FiveM adapter takes the time of the site when its clock is refused', async () => {
  game.close();
  site.refusals.push(['hello', 'clockSkew']);
  ({ game, world } = await gameOf('qb', folder, site, { clockOffS: 3600 }));
  await game.pass(500);
  const at = (index: number) => Number(site.said[index]!.body['at']);
  expect(site.said.map(({ call }) => call).slice(0, 2)).toEqual(['hello', 'hello']);
  expect(Math.round((at(0) - at(1)) / 60_000)).toBe(60);
});

test('D7 the FiveM adapter says hello when a poll is refused for want of it, and stops when it was replaced', async () => {
  await game.pass(500);
  const calls = () => site.said.map(({ call }) => call);
  expect(calls().filter((call) => call === 'hello')).toHaveLength(1);
  site.refusals.push(['pull', 'helloNeeded']);
  site.endPoll();
  await game.pass(3000);
  expect(calls().filter((call) => call === 'hello')).toHaveLength(2);
  site.refusals.push(['pull', 'instanceReplaced']);
  site.endPoll();
  await game.pass(3000);
  expect(game.lines.at(-1)).toContain('another adapter has taken the place of this one');
});

test('D7 the FiveM adapter tells its console who else asks for its server', async () => {
  await game.pass(500);
  const rival = { host: 'gta-2', network: '10.0.0.0', at: 1 };
  site.replies['pull'] = { results: [], deliveries: [], cancel: [], settledThrough: 0, rival };
  site.endPoll();
  await game.pass(500);
  expect(game.lines).toContain('[onerp] ANOTHER ADAPTER ASKS FOR THIS SERVER: gta-2, 10.0.0.0');
});

describe('D8 an answer that is not the site’s has no effect in FiveM', () => {
  test.each(['another secret', 'another request', 'no signature', 'no JSON'])('with %s', async (how) => {
    await game.pass(500);
    const { instance, seq } = pulls()[0]! as { instance: string; seq: number };
    const body = JSON.stringify({ results: [], cancel: [], deliveries: [delivery(7)], settledThrough: 9 });
    const number = how === 'another request' ? seq : seq + 1;
    const sign = signAnswer(how === 'another secret' ? 'x' : 'a secret of 32 bytes', instance, number, body);
    const text =
      how === 'no JSON' ? '[1, ' : JSON.stringify(how === 'no signature' ? { body } : { sign, body });
    site.mishap = (_call, http) => {
      http.answer(200, text);
      return true;
    };
    site.endPoll();
    await game.pass(5000);
    expect(given()).toBe(0);
    expect(game.lines.at(-1)).toContain('is not signed by the site');
  });
});

describe('D21 the FiveM adapter', () => {
  test('reports results one by one when the site refuses them, and drops the one that is refused alone', async () => {
    await game.pass(500);
    site.mishap = (call, http) => {
      if (call !== 'report') return false;
      http.answer(502, '');
      return true;
    };
    site.refused.add(8);
    site.deliver(delivery(7), delivery(8), delivery(9));
    await game.pass(500);
    site.mishap = undefined;
    site.endPoll();
    await game.pass(20_000);
    expect(site.outcomes().toSorted()).toEqual(['7 done', '9 done']);
    expect(game.lines.filter((line) => line.includes('REFUSES A RESULT'))).toHaveLength(1);
    expect(game.lines.find((line) => line.includes('REFUSES A RESULT'))).toContain('"no":8');
    site.deliver(delivery(10));
    await game.pass(2000);
    expect(site.outcomes().at(-1)).toBe('10 done');
  });

  test('reports again what was not answered, and never forgets it', async () => {
    await game.pass(500);
    let losses = 3;
    site.mishap = (call, http, answer) => {
      const { results = [] } = JSON.parse(http.data) as { results?: GameResult[] };
      if (results.length === 0 || losses === 0) return false;
      losses -= 1;
      // the site records it, and its answer is lost
      answer();
      http.answer(0, '');
      return call !== '';
    };
    site.deliver(delivery(7));
    await game.pass(20_000);
    site.endPoll();
    await game.pass(20_000);
    expect(site.outcomes()).toEqual(['7 done', '7 done', '7 done', '7 done']);
    expect(given()).toBe(1);
  });
});
