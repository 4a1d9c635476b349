import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  GAME_BODIES,
  gameBodyMaxBytes,
  type GameCall,
  gamePath,
  type PresentPlayer,
} from '#/contract/game.ts';
import { type Bridge, createPresence, startAdapter } from './ragempAdapter.ts';
import { type Asked, type FakeSite, SECRET, startFakeSite } from './ragempFakeSite.ts';

/** Largest body that the adapter sends; the site accepts larger ones. */
const BODY_BYTES = 32 * 1024;
const PLAYERS = 300;
const RESULTS = 100;

/** A player whose names are as long as they may be, in characters of three bytes. */
const longPlayer = (no: number): PresentPlayer => ({
  player: `${no}`.padStart(100, 'p'),
  ids: Array.from({ length: 10 }, (_, at) => `${no}:${at}`.padStart(100, 'i')),
  character: '\u6f22'.repeat(60),
  name: '\u6f22'.repeat(60),
});
const longPlayers = (first: number) => Array.from({ length: PLAYERS }, (_, at) => longPlayer(first + at));

/** More codes than the site takes, as long as they may be. */
const longCodes = (count: number) => Array.from({ length: count }, (_, at) => `${at}`.padStart(60, 'c'));

let folder: string;
let site: FakeSite;
let adapter: ReturnType<typeof startAdapter>;
/** Players that the site knows, and the sizes of received bodies. */
let known: Set<string>;
let recorded: Set<number>;
let sizes: number[];
let isHolding: boolean;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-limits-'));
  [known, recorded, sizes, isHolding] = [new Set(), new Set(), [], false];
});
afterEach(async () => {
  await adapter.stop();
  site.close();
  rmSync(folder, { recursive: true });
});

/** A site that keeps the limits, and hands out 100 deliveries at once. @param takesReports else results come with polls */
async function startSite(takesReports: boolean): Promise<void> {
  let deliveries = Array.from({ length: RESULTS }, (_, at) => ({
    no: at + 1,
    attempt: 1,
    kind: 'give',
    code: 'slot',
    player: { login: `player${at}`, player: `player${at}`, character: null },
  }));
  let endPoll = () => {};
  const notePlayers = ({ part, of, players = [], joined = [], left = [] }: Asked) => {
    if (part === 1) known.clear();
    for (const name of left) known.delete(name);
    for (const { player } of [...players, ...joined]) known.add(player);
    return { isWhole: part === of };
  };
  site = await startFakeSite(async (path, asked, bytes) => {
    const call = path.slice(gamePath('pull').length - 'pull'.length) as GameCall;
    if (call !== 'hello') sizes.push(bytes);
    if (bytes > gameBodyMaxBytes(call) || !z.safeParse(GAME_BODIES[call], asked).success)
      return { error: { code: 'badRequest' } };
    if (call === 'report' && !takesReports) {
      endPoll();
      return { error: { code: 'busy' } };
    }
    const { results = [], waitS = 0 } = asked;
    for (const { no } of results) recorded.add(no);
    if (call === 'roster' || call === 'pull') notePlayers(asked);
    const answer = { server: 'everest', settledThrough: 0, cancel: [], deliveries };
    if (call === 'pull' && waitS > 0) {
      if (deliveries.length + results.length === 0) {
        isHolding = true;
        await new Promise<void>((resolve) => {
          endPoll = resolve;
        });
        isHolding = false;
      }
      deliveries = [];
    } else answer.deliveries = [];
    return { ...answer, results: results.map(({ no }) => ({ no, as: 'recorded' })) };
  });
}

function startGame(players: PresentPlayer[]): void {
  const bridge: Bridge = {
    codes: longCodes(301),
    facts: longCodes(51),
    proves: longCodes(301),
    check: async () => undefined,
    apply: async () => ({ proof: '\u6f22'.repeat(500) }),
    prove: async () => 'cannotTell',
  };
  const ledgerFile = join(folder, 'ledger.jsonl');
  adapter = startAdapter({ url: site.url, key: 'k_1', secret: SECRET, ledgerFile, bridge, log: () => {} });
  for (const player of players) adapter.presence.join(player);
}

describe('D21 the RAGE MP adapter keeps the limits of the site', () => {
  test.each([
    { results: 'with reports', takesReports: true },
    { results: 'with polls', takesReports: false },
  ])('for the longest players, and the longest results $results', async ({ takesReports }) => {
    await startSite(takesReports);
    const [first, second] = [longPlayers(1000), longPlayers(2000)];
    startGame(first);
    await expect.poll(() => known.size).toBe(PLAYERS);
    await expect.poll(() => recorded.size).toBe(RESULTS);
    await expect.poll(() => isHolding).toBe(true);
    for (const { player } of first) adapter.presence.leave(player);
    for (const player of second) adapter.presence.join(player);
    await expect.poll(() => [...known].toSorted()).toEqual(second.map(({ player }) => player));
    expect(isHolding).toBe(true);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(BODY_BYTES);
  });
});

describe('D21 players whose poll failed', () => {
  const [old, renamed] = [longPlayer(1), { ...longPlayer(1), name: 'Jane' }];
  let presence: ReturnType<typeof createPresence>;
  beforeEach(() => {
    presence = createPresence();
    presence.join(old);
  });

  test('are told again as they are by now', () => {
    const lost = presence.takeChanges();
    presence.join(renamed);
    presence.takeChanges();
    presence.putBack(lost);
    expect(presence.takeChanges()).toEqual({ joined: [renamed], left: [] });
    expect(presence.hasChanges()).toBe(false);
  });

  test('are not told again if they left since', () => {
    const lost = presence.takeChanges();
    presence.leave(old.player);
    presence.takeChanges();
    presence.putBack(lost);
    expect(presence.hasChanges()).toBe(false);
  });
});
