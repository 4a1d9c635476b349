import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { GAME_BODIES, type GameCall } from '#/contract/game.ts';
import { ragempPackage, type RagempServer } from './ragempAdapter.ts';
import { type FakeSite, SECRET, startFakeSite } from './ragempFakeSite.ts';

let folder: string;
let site: FakeSite;
let server: RagempServer;
let lines: string[];
/** Players that the site knows to be there. */
let known: Set<string>;
let quit: (player: { id: number; name: string }) => void;
/** Codes of the game. */
let codes: string[];
let hellos: string[][];

const start = () => {
  const add = (name: string, listener: unknown) => {
    if (name === 'playerQuit') quit = listener as typeof quit;
  };
  server = ragempPackage.start(
    {
      url: site.url,
      key: 'k_1',
      secret: SECRET,
      ledgerFile: join(folder, 'ledger.jsonl'),
      log: (line: string) => lines.push(line),
      waitS: 1,
      bridge: { codes, facts: [], proves: [] },
    },
    { add },
  );
};
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-joining-'));
  [lines, known, codes, hellos] = [[], new Set(), ['slot'], []];
  site = await startFakeSite((path, asked) => {
    const call = path.slice(path.lastIndexOf('/') + 1) as GameCall;
    if (!z.safeParse(GAME_BODIES[call], asked).success) return { error: { code: 'badRequest' } };
    if (call === 'hello') hellos.push((asked as unknown as { codes: string[] }).codes);
    const { part, players = [], joined = [], left = [] } = asked;
    if (part === 1) known.clear();
    for (const name of left) known.delete(name);
    for (const { player } of [...players, ...joined]) known.add(player);
    return {
      server: 'everest',
      settledThrough: 0,
      results: [],
      deliveries: [],
      cancel: [],
      wantRoster: call === 'pull' && joined.length === 0,
    };
  });
});
afterEach(async () => {
  await server.stop();
  site.close();
  rmSync(folder, { recursive: true });
});

const present = () => [...known].toSorted();
const player = (id: number) => ({ id, name: `Player ${id}` });

test('D24 a player with a name that the site does not take stops nobody else, and the console says so', async () => {
  start();
  server.joined(player(1), 'Вася Пупкин');
  server.joined(player(2), 'petya');
  await expect.poll(present).toEqual(['petya']);
  expect(lines.join('\n')).toContain('nothing is handed over to "Вася Пупкин"');
  expect(lines.join('\n')).not.toContain('badRequest');
});

test('D24 who comes again before the old connection ends stays, and who signs in as another is that one alone', async () => {
  start();
  server.joined(player(1), 'vasya');
  server.joined(player(2), 'vasya');
  quit(player(1));
  server.joined(player(3), 'petya');
  await expect.poll(present).toEqual(['petya', 'vasya']);
  server.joined(player(3), 'olya');
  await expect.poll(present).toEqual(['olya', 'vasya']);
  quit(player(2));
  quit(player(3));
  await expect.poll(present).toEqual([]);
});

test('D21 a code that cannot be one of the site stops nothing, and the console names it', async () => {
  codes = ['slot', 'Garage_Slot'];
  start();
  await expect.poll(() => hellos).toEqual([['slot']]);
  expect(lines.join('\n')).toContain('no code of the site is called Garage_Slot');
});
