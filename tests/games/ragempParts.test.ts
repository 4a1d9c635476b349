import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { GameDelivery, GameResult } from '#/contract/game.ts';
import { signAnswer, signRequest } from '#/server/domain/gameServers/signing.ts';
import { type Bridge, createWork, type Ledger, openLedger, type Proof, sign } from './ragempAdapter.ts';

let folder: string;
let file: string;
let ledger: Ledger;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-ledger-'));
  file = join(folder, 'ledger.jsonl');
  ledger = openLedger(file);
});
afterEach(() => {
  ledger.close();
  rmSync(folder, { recursive: true });
});

/** The ledger as a start after a crash finds it. */
function reopen(): void {
  ledger.close();
  ledger = openLedger(file);
}

test('D8 the adapter signs as the site does, and believes only the site', () => {
  expect(sign.signRequest('secret', '/api/game/v1/pull', '{"ю":1}')).toBe(
    signRequest('secret', '/api/game/v1/pull', '{"ю":1}'),
  );
  const body = '{"now":1}';
  const right = { sign: signAnswer('secret', 'i', 7, body), body };
  expect(sign.isSigned('secret', 'i', 7, right)).toBe(true);
  for (const [secret, instance, seq, answer] of [
    ['other', 'i', 7, right],
    ['secret', 'j', 7, right],
    ['secret', 'i', 8, right],
    ['secret', 'i', 7, { ...right, body: '{"now":2}' }],
    ['secret', 'i', 7, { ...right, sign: 'ff' }],
    ['secret', 'i', 7, {}],
  ] as const)
    expect(sign.isSigned(secret, instance, seq, answer)).toBe(false);
});

describe('D21 the ledger', () => {
  test('keeps what was written, its id and its count over restarts', () => {
    const { id } = ledger;
    ledger.write({ no: 1, state: 'started' });
    ledger.write({ no: 1, state: 'done', proof: 'row 7' });
    ledger.write({ no: 2, state: 'refused' });
    for (let starts = 0; starts < 3; starts++) reopen();
    expect([ledger.id, ledger.head()]).toEqual([id, 3]);
    expect(ledger.get(1)).toMatchObject({ state: 'done', proof: 'row 7' });
    expect(ledger.get(2)).toMatchObject({ state: 'refused' });
    expect(ledger.get(3)).toBeUndefined();
  });

  test('leaves out a last line that a crash cut off, and goes on behind it', () => {
    ledger.write({ no: 1, state: 'started' });
    appendFileSync(file, '{"no":2,"sta');
    reopen();
    ledger.write({ no: 3, state: 'started' });
    reopen();
    expect([ledger.get(1)?.state, ledger.get(2), ledger.get(3)?.state]).toEqual([
      'started',
      undefined,
      'started',
    ]);
  });

  test('does not start with a damaged line in the middle', () => {
    ledger.write({ no: 1, state: 'started' });
    appendFileSync(file, 'damaged\n{"no":2,"state":"done"}\n');
    const damaged = join(folder, 'damaged.jsonl');
    copyFileSync(file, damaged);
    expect(() => openLedger(damaged)).toThrow('is damaged in line 3');
  });

  test('forgets what is settled and old, and counts it still', () => {
    const old = Date.now() - 31 * 24 * 60 * 60_000;
    ledger.write({ no: 1, state: 'done', at: old });
    ledger.write({ no: 2, state: 'done' });
    ledger.write({ no: 3, state: 'done', at: old });
    ledger.settle(2);
    appendFileSync(file, `${JSON.stringify({ ledger: ledger.id, head: 0, settled: 2 })}\n`);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const moved = [lines.at(-1)!, ...lines.slice(1, -1)].join('\n');
    ledger.close();
    rmSync(file);
    appendFileSync(file, `${moved}\n`);
    ledger = openLedger(file);
    expect([ledger.get(1), ledger.get(2)?.state, ledger.get(3)?.state]).toEqual([undefined, 'done', 'done']);
    reopen();
    expect(ledger.head()).toBe(3);
  });

  test('drops at a new start what was settled and old, and keeps facts and what is younger', () => {
    const old = Date.now() - 31 * 24 * 60 * 60_000;
    const fact = { fact: 'vasya|premium', version: 4 };
    ledger.write({ no: 1, state: 'done', at: old });
    ledger.write({ no: 2, state: 'done', at: old, ...fact });
    ledger.write({ no: 3, state: 'done' });
    ledger.settle(3);
    ledger.write({ no: 4, state: 'done', at: old });
    reopen();
    expect([1, 2, 3, 4].map((no) => ledger.get(no)?.state)).toEqual([undefined, 'done', 'done', 'done']);
    expect([ledger.versionOf(fact.fact), ledger.head()]).toEqual([4, 4]);
    reopen();
    expect([ledger.get(1), ledger.head()]).toEqual([undefined, 4]);
  });

  test('writes how far all is settled once a minute, and when it is closed', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const settled = () =>
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { settled: number }).settled);
    for (const through of [1, 1, 2, 3]) ledger.settle(through);
    expect(settled()).toEqual([0, 1]);
    vi.advanceTimersByTime(60_000);
    for (const through of [4, 5, 2]) ledger.settle(through);
    expect(settled()).toEqual([0, 1, 4]);
    ledger.close();
    expect(settled()).toEqual([0, 1, 4, 5]);
    ledger.close();
    expect(settled()).toEqual([0, 1, 4, 5]);
  });
});

const delivery = (no: number, changes: Partial<GameDelivery> = {}): GameDelivery => ({
  no,
  attempt: 1,
  kind: 'give',
  code: 'slot',
  count: 1,
  params: {},
  version: null,
  player: { login: 'vasya', player: 'vasya', character: null },
  title: null,
  leaseUntil: 0,
  doubtful: false,
  notGivenThrough: null,
  calledOff: false,
  ...changes,
});

/** A game whose state survives, and an adapter that works on it. */
function play(changes: Partial<Bridge> = {}) {
  const given = new Map<number, number>();
  const said: GameResult[] = [];
  const bridge: Bridge = {
    codes: ['slot'],
    facts: ['premium'],
    proves: ['slot'],
    check: async () => undefined,
    apply: async ({ no }) => {
      given.set(no, (given.get(no) ?? 0) + 1);
      return { proof: `row ${no}` };
    },
    prove: async ({ no }): Promise<Proof> => (given.has(no) ? 'given' : 'notGiven'),
    ...changes,
  };
  const work = createWork({ ledger, bridge, report: (result) => said.push(result), log: () => {} });
  return { given, said, work };
}

describe('D21 the adapter', () => {
  test('does a delivery once, however often it comes', async () => {
    const { given, said, work } = play();
    work.take([delivery(1), delivery(1), delivery(2)]);
    work.take([delivery(1, { attempt: 2 })]);
    await work.settled();
    expect([...given]).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect(said.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'done']);
  });

  test.each<[Proof, boolean, GameResult['outcome'], number]>([
    ['given', true, 'done', 0],
    ['notGiven', false, 'done', 1],
    ['cannotTell', false, 'unknown', 0],
  ])('proves what a crash left begun: %s', async (proof, _isThere, outcome, times) => {
    ledger.write({ no: 1, state: 'started' });
    reopen();
    const { given, said, work } = play({ prove: async () => proof });
    work.take([delivery(1)]);
    await work.settled();
    expect(said).toMatchObject([{ no: 1, outcome }]);
    expect(given.get(1) ?? 0).toBe(times);
  });

  test('D11 reports the pieces of a revoke that is found again', async () => {
    ledger.write({ no: 1, state: 'started' });
    const { given, said, work } = play({ prove: async () => ({ taken: 2 }) });
    work.take([delivery(1, { kind: 'revoke', count: 3 })]);
    work.take([delivery(1, { kind: 'revoke', count: 3, attempt: 2 })]);
    await work.settled();
    expect(given.size).toBe(0);
    expect(said).toMatchObject([
      { outcome: 'done', taken: 2 },
      { outcome: 'done', taken: 2 },
    ]);
  });

  test.each([
    [1, 1, 'done'],
    [3, 1, 'unknown'],
    [1, null, 'unknown'],
  ])(
    'D19 attempt %s that was begun, of which an operator spoke through %s, is %s',
    async (started, through, outcome) => {
      ledger.write({ no: 1, state: 'started', attempt: started });
      const { given, said, work } = play({ prove: async () => 'cannotTell' });
      work.take([delivery(1, { attempt: 4, notGivenThrough: through })]);
      await work.settled();
      // what is done is not begun a second time under the same decision
      work.take([delivery(1, { attempt: 5, notGivenThrough: through })]);
      await work.settled();
      expect([said.at(-1)!.outcome, given.get(1) ?? 0]).toEqual([outcome, outcome === 'done' ? 1 : 0]);
    },
  );

  test('proves what a lost ledger held', async () => {
    const { given, said, work } = play({ prove: async () => 'given' });
    work.take([delivery(1, { doubtful: true })]);
    await work.settled();
    expect([given.size, said[0]!.outcome]).toEqual([0, 'done']);
  });

  test.each<[Proof, GameResult['outcome']]>([
    ['given', 'done'],
    ['notGiven', 'cancelled'],
    ['cannotTell', 'unknown'],
  ])(
    'of what was called off meanwhile a proof of %s is said as %s, and nothing is given',
    async (proof, outcome) => {
      const { given, said, work } = play({ prove: async () => proof });
      work.take([delivery(1, { doubtful: true, calledOff: true })]);
      await work.settled();
      expect([given.size, said[0]!.outcome]).toEqual([0, outcome]);
      if (proof === 'notGiven') expect(ledger.get(1)).toMatchObject({ state: 'refused' });
    },
  );

  test('says what keeps it from beginning, and leaves no trace', async () => {
    const { said, work } = play({ check: async () => ({ retry: 'no_space' }) });
    work.take([delivery(1)]);
    await work.settled();
    expect(said).toMatchObject([{ outcome: 'retry', code: 'no_space' }]);
    expect(ledger.get(1)).toBeUndefined();
  });

  test.each<[Proof, GameResult['outcome']]>([
    ['given', 'done'],
    ['notGiven', 'rejected'],
    ['cannotTell', 'unknown'],
  ])('that fails in the middle looks what was saved: %s', async (proof, outcome) => {
    const { said, work } = play({
      apply: () => Promise.reject(new Error('no\u0000 table')),
      prove: async () => proof,
    });
    work.take([delivery(1)]);
    await work.settled();
    expect(said).toMatchObject([{ outcome }]);
    expect(said[0]!.proof).not.toContain('\u0000');
  });

  test('calls off for good what was not begun, and says of the rest what became of it', async () => {
    ledger.write({ no: 2, state: 'done' });
    ledger.write({ no: 3, state: 'started' });
    const { given, said, work } = play();
    work.cancel([1, 2, 3]);
    await work.settled();
    expect(
      said.map(({ no, outcome }) => [no, outcome]).toSorted(([a], [b]) => Number(a) - Number(b)),
    ).toEqual([
      [1, 'cancelled'],
      [2, 'done'],
      [3, 'cancelled'],
    ]);
    reopen();
    work.take([delivery(1), delivery(3)]);
    await work.settled();
    expect(given.size).toBe(0);
  });

  test('sets the newest version of a fact, and tells an older one as done', async () => {
    const { given, said, work } = play();
    const fact = { kind: 'set', code: 'premium' } as const;
    work.take([delivery(5, { ...fact, version: 2 }), delivery(4, { ...fact, version: 1 })]);
    await work.settled();
    expect([...given.keys()]).toEqual([5]);
    expect(said.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
  });
});
