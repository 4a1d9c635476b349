import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type GameDelivery, gamePath, type GameResult } from '#/contract/game.ts';
import { type Bridge, startAdapter } from './ragempAdapter.ts';
import { type FakeSite, SECRET, startFakeSite } from './ragempFakeSite.ts';

const NUMBERS = [7, 8, 9];
const deliveryOf = (no: number): Partial<GameDelivery> => ({
  no,
  attempt: 1,
  kind: 'give',
  code: 'slot',
  player: { login: `player${no}`, player: `player${no}`, character: null },
});

let folder: string;
let site: FakeSite;
let recorded: number[];
let lines: string[];
let rival: object | null;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-refused-'));
  recorded = [];
  [lines, rival] = [[], null];
  let isHandedOut = false;
  // a site that does not understand the result of delivery 8
  const contentOf = (path: string, results: GameResult[] = []): object => {
    if (results.some(({ no }) => no === 8)) return { error: { code: 'badRequest' } };
    recorded.push(...results.map(({ no }) => no));
    const answers = results.map(({ no }) => ({ no, as: 'recorded' }));
    const deliveries = isHandedOut || path !== gamePath('pull') ? [] : NUMBERS.map(deliveryOf);
    isHandedOut ||= deliveries.length > 0;
    return { server: 'everest', settledThrough: 0, results: answers, deliveries, cancel: [], rival };
  };
  site = await startFakeSite((path, { results }) => contentOf(path, results));
});
afterEach(() => {
  site.close();
  rmSync(folder, { recursive: true });
});

function start(changes: Partial<Bridge> = {}) {
  const bridge: Bridge = {
    codes: ['slot'],
    facts: [],
    proves: [],
    check: async () => undefined,
    apply: async () => ({}),
    prove: async () => 'cannotTell',
    ...changes,
  };
  return startAdapter({
    url: site.url,
    key: 'k_1',
    secret: SECRET,
    ledgerFile: join(folder, 'ledger.jsonl'),
    bridge,
    log: (line: string) => lines.push(line),
  });
}

test('D21 the RAGE MP adapter reports results one by one when the site refuses them, and drops the one that is refused alone', async () => {
  const adapter = start();
  await expect.poll(() => new Set(recorded)).toEqual(new Set([7, 9]));
  await expect.poll(() => lines.filter((line) => line.includes('REFUSES A RESULT')).length).toBe(1);
  expect(lines.find((line) => line.includes('REFUSES A RESULT'))).toContain('"no":8');
  await adapter.stop();
});

test('D7 D21 the RAGE MP adapter tells its console what came to nothing, and who else asks for its server', async () => {
  rival = { host: 'gta-2', network: '10.0.0.0' };
  const adapter = start({ apply: () => Promise.reject(new Error('no table')) });
  await expect.poll(() => lines).toContain('[onerp] delivery 9 (give slot) is unknown: no table');
  await expect.poll(() => lines).toContain('[onerp] ANOTHER ADAPTER ASKS FOR THIS SERVER: gta-2, 10.0.0.0');
  await adapter.stop();
});
