import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gamePath } from '#/contract/game.ts';
import { type RagempServer, startRagemp } from './ragempAdapter.ts';
import { type Asked, type FakeSite, SECRET, startFakeSite } from './ragempFakeSite.ts';

const BOUGHT = { order: 'q7Yw2mKc9TzR4vNb8HsXdA', premiumCoins: 380, deliveries: [] as object[] };
const DONE = { order: BOUGHT.order, coins: BOUGHT.premiumCoins };
const WANTED = { goods: 4006, count: 1, coins: 120 };
const PLAYER = { id: 1, name: 'Vasya' };
const GIFT = {
  no: 7,
  attempt: 1,
  kind: 'give',
  code: 'slot',
  count: 1,
  params: {},
  player: { login: 'vasya', player: 'vasya', character: null },
};

let folder: string;
let site: FakeSite;
let server: RagempServer;
let asked: Asked[];
let given: number[];
let lines: string[];
let told: unknown[];
/** The site's answer to a purchase; undefined when the answer is lost. */
let answer: () => object | undefined;

const start = () => {
  server = startRagemp({
    url: site.url,
    key: 'k_1',
    secret: SECRET,
    ledgerFile: join(folder, 'ledger.jsonl'),
    log: (line: string) => lines.push(line),
    bought: (...all: unknown[]) => told.push(all),
    bridge: {
      codes: ['slot'],
      facts: [],
      proves: [],
      check: async () => undefined,
      apply: async ({ no }: { no: number }) => {
        given.push(no);
        return {};
      },
      prove: async () => 'cannotTell',
    },
  });
  server.joined(PLAYER, 'vasya');
};
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-buy-'));
  [asked, given, lines, told] = [[], [], [], []];
  answer = () => BOUGHT;
  site = await startFakeSite((path, body) => {
    if (path !== gamePath('purchases'))
      return {
        server: 'everest',
        settledThrough: 0,
        results: body.results ?? [],
        deliveries: [],
        cancel: [],
      };
    asked.push(body);
    return answer() ?? Promise.reject(new Error('lost'));
  });
  start();
});
afterEach(async () => {
  await server.stop();
  site.close();
  rmSync(folder, { recursive: true });
});

const keys = () => new Set(asked.map(({ key }) => key));
const journal = () => readFileSync(join(folder, 'purchases.jsonl'), 'utf8');

describe('D17 a purchase in RAGE MP', () => {
  test('is made for the player, and what was bought is handed over at once', async () => {
    answer = () => ({ ...BOUGHT, deliveries: [GIFT] });
    expect(await server.buy(PLAYER, WANTED)).toEqual(DONE);
    expect(asked).toEqual([expect.objectContaining({ player: 'vasya', goods: 4006, count: 1, coins: 120 })]);
    await expect.poll(() => given).toEqual([7]);
    expect(told).toEqual([['vasya', 4006, 1, DONE]]);
  });

  test('of a double click is one, and both clicks are answered', async () => {
    expect(await Promise.all([server.buy(PLAYER, WANTED), server.buy(PLAYER, WANTED)])).toEqual([DONE, DONE]);
    expect(await server.buy(PLAYER, WANTED)).toEqual(DONE);
    expect(asked).toHaveLength(1);
    await server.buy(PLAYER, { ...WANTED, goods: 4007 });
    expect(keys().size).toBe(2);
  });

  test('whose answer a full disk does not take is told all the same, and the next one is made', async () => {
    const file = join(folder, 'purchases.jsonl');
    answer = () => {
      rmSync(file, { recursive: true });
      mkdirSync(file);
      return BOUGHT;
    };
    expect(await server.buy(PLAYER, WANTED)).toEqual(DONE);
    expect(lines.join('\n')).toContain('an answered purchase could not be noted');
    rmSync(file, { recursive: true });
    expect(await server.buy(PLAYER, { ...WANTED, goods: 4007 })).toEqual(DONE);
    expect(told).toHaveLength(2);
  });

  test('waits for no other one of its player', async () => {
    const first = server.buy(PLAYER, WANTED);
    expect(await server.buy(PLAYER, { goods: 4007, coins: 5 })).toEqual({ refused: 'busy' });
    expect(await first).toEqual(DONE);
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
    answer = () => ({ error: { code } });
    expect(await server.buy(PLAYER, WANTED)).toEqual({ refused: code });
    expect(asked).toHaveLength(1);
  });

  test('is asked again under its key when the answer is lost or the site is busy', async () => {
    const answers = [undefined, { error: { code: 'busy' } }, BOUGHT];
    answer = () => answers.shift();
    expect(await server.buy(PLAYER, WANTED)).toEqual(DONE);
    expect(asked).toHaveLength(3);
    expect(keys().size).toBe(1);
  }, 15_000);

  test('that a crash left unanswered is asked again under its key, and a click meanwhile joins it', async () => {
    answer = () => ({ error: { code: 'busy' } });
    void server.buy(PLAYER, WANTED);
    await expect.poll(() => asked.length).toBe(1);
    // what a crash leaves: the journal, and no answer to anybody
    const left = journal();
    await server.stop();
    writeFileSync(join(folder, 'purchases.jsonl'), `${left}{"key":"cut off`);
    answer = () => BOUGHT;
    start();
    expect(await server.buy(PLAYER, WANTED)).toEqual(DONE);
    expect(keys().size).toBe(1);
    await expect.poll(() => told).toEqual([['vasya', 4006, 1, DONE]]);
    await server.stop();
    start();
    expect(journal()).toBe('');
  });

  test('that nobody answers for a day is given up', async () => {
    await server.stop();
    const old = { key: 'k'.repeat(22), player: 'vasya', ...WANTED, at: Date.now() - 25 * 60 * 60_000 };
    writeFileSync(join(folder, 'purchases.jsonl'), `${JSON.stringify(old)}\n`);
    start();
    await expect.poll(() => told).toEqual([['vasya', 4006, 1, { refused: 'unanswered' }]]);
    expect(lines.join('\n')).toContain('has not answered a purchase of vasya for a day');
    expect(asked).toEqual([]);
  });

  test.each([
    ['notHere', WANTED, { id: 9, name: 'Nobody' }],
    ['badRequest', { goods: 4006 }, PLAYER],
    ['badRequest', { goods: 1.5, coins: 1 }, PLAYER],
  ])('that cannot be one is refused at once: %s, %j', async (code, wanted, player) => {
    expect(await server.buy(player, wanted)).toEqual({ refused: code });
    expect(asked).toEqual([]);
  });
});
