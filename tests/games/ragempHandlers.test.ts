import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { GameDelivery, GameResult } from '#/contract/game.ts';
import { createWork, eventsBridge, openLedger, Refused, sqlBridge, type Bridge } from './ragempAdapter.ts';

let folder: string;
let file: string;
let said: GameResult[];
let lines: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-handlers-'));
  file = join(folder, 'ledger.jsonl');
  [said, lines] = [[], []];
});
afterEach(() => rmSync(folder, { recursive: true }));

const delivery = (changes: Partial<GameDelivery> = {}): GameDelivery => ({
  no: 7,
  attempt: 1,
  kind: 'give',
  code: 'slot',
  count: 3,
  params: { model: 'sultan' },
  version: null,
  player: { login: 'vasya', player: 'rgsc-7', character: '2' },
  title: null,
  leaseUntil: 0,
  doubtful: false,
  notGivenThrough: null,
  calledOff: false,
  ...changes,
});

/** One run of the adapter on the ledger of the folder. */
async function run(
  bridge: Bridge,
  { take = [], cancel = [] }: { take?: GameDelivery[]; cancel?: number[] },
): Promise<void> {
  const ledger = openLedger(file);
  onTestFinished(() => ledger.close());
  const report = (result: GameResult) => said.push(result);
  const work = createWork({ ledger, bridge, report, log: (line) => lines.push(line) });
  work.take(take);
  await work.settled();
  work.cancel(cancel);
  await work.settled();
  ledger.close();
}

/** Does something while half a minute passes: a proof that failed is tried again. */
async function inHalfAMinute(act: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const over = act();
  await vi.advanceTimersByTimeAsync(30_000);
  await over;
}

const fails = (message: string) => () => Promise.reject(new Error(message));
const states = () => {
  const ledger = openLedger(file);
  ledger.close();
  return ledger.get(7)?.state;
};

describe('D21 a crash of the RAGE MP server in the middle', () => {
  /** The server dies while the handler works: what it began stands in the ledger. */
  async function dieDuringGive(changes: Partial<GameDelivery> = {}): Promise<void> {
    const ledger = openLedger(file);
    let begun = () => {};
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const give = () => {
      begun();
      return new Promise(() => {});
    };
    const bridge = eventsBridge({ handlers: { slot: { give, revoke: give } } });
    createWork({ ledger, bridge, report: () => {}, log: () => {} }).take([delivery(changes)]);
    await isBegun;
    ledger.close();
  }

  test('D10 leaves to a cancel everything that the proof needs', async () => {
    await dieDuringGive({ attempt: 4 });
    const asked: object[] = [];
    const prove = async (begun: object) => {
      asked.push(begun);
      return 'cannotTell';
    };
    await run(eventsBridge({ handlers: { slot: { give: fails('no'), prove } } }), { cancel: [7] });
    const { kind, code, count, params, player } = delivery();
    expect(asked).toMatchObject([{ no: 7, attempt: 4, kind, code, count, params, player }]);
    // an attempt before an operator's decision would be stale
    expect(said).toMatchObject([{ no: 7, attempt: 4, outcome: 'unknown' }]);
  });

  test('D10 is unknown to a cancel if the proof fails, and is told in the console', async () => {
    await dieDuringGive();
    let tries = 0;
    const prove = () => {
      tries += 1;
      return fails('no such table')();
    };
    await inHalfAMinute(() =>
      run(eventsBridge({ handlers: { slot: { give: fails('no'), prove } } }), { cancel: [7] }),
    );
    expect(said).toMatchObject([{ no: 7, outcome: 'unknown' }]);
    expect(said[0]!.proof).toContain('no such table');
    expect(lines).toEqual([expect.stringMatching(/^delivery 7 \(give 3 slot\) is unknown: .*no such table/)]);
    expect(tries).toBeGreaterThan(1);
  });

  test('is proved once the database is back', async () => {
    await dieDuringGive();
    let tries = 0;
    const prove = async () => {
      tries += 1;
      if (tries === 1) throw new Error('the database restarts');
      return 'given';
    };
    await inHalfAMinute(() =>
      run(eventsBridge({ handlers: { slot: { give: fails('no'), prove } } }), { take: [delivery()] }),
    );
    expect(said).toMatchObject([{ no: 7, outcome: 'done' }]);
  });

  test.each([
    [{ kind: 'give', code: 'slot' }, 'given', 'done'],
    [{ kind: 'give', code: 'slot' }, 'notGiven', 'cancelled'],
    [{ kind: 'set', code: 'slot' }, 'given', 'done'],
    [{}, 'given', 'unknown'],
  ])('D10 that an older version has written as %j and %s, is %s', async (kept, proof, outcome) => {
    const lineOf = (entry: object) => `${JSON.stringify(entry)}\n`;
    const head = { ledger: 'AAAAAAAAAAAAAAAAAAAAAA', head: 1, settled: 0 };
    writeFileSync(file, lineOf(head) + lineOf({ at: 1, no: 7, state: 'started', attempt: 1, ...kept }));
    const prove = async () => proof;
    await run(eventsBridge({ handlers: { slot: { give: fails('no'), prove } } }), { cancel: [7] });
    expect(said).toMatchObject([{ no: 7, attempt: 1, outcome }]);
  });
});

describe('D21 a handler of RAGE MP that gives nothing', () => {
  test.each([
    ['no_character', 'rejected'],
    ['bad_params', 'rejected'],
    ['no_space', 'retry'],
    ['wrong_character', 'retry'],
  ] as const)('says so with %s, which is %s', async (code, outcome) => {
    const give = () => Promise.reject(new Refused(code, 'no player vasya'));
    await run(eventsBridge({ handlers: { slot: { give, prove: async () => 'notGiven' } } }), {
      take: [delivery()],
    });
    expect(said).toMatchObject([{ no: 7, outcome, code, proof: 'no player vasya' }]);
    const told = ['delivery 7 (give 3 slot) is rejected: ' + code + ', no player vasya'];
    expect(lines).toEqual(outcome === 'rejected' ? told : []);
  });

  test('is believed without a proof, begun anew when it comes again, and called off for good', async () => {
    let isThere = false;
    const give = async () => {
      if (!isThere) throw new Refused('no_space');
    };
    const bridge = eventsBridge({ handlers: { slot: { give } } });
    await run(bridge, { take: [delivery()] });
    expect(states()).toBe('open');
    await run(bridge, { cancel: [7] });
    expect([said.map(({ outcome }) => outcome), states()]).toEqual([['retry', 'cancelled'], 'refused']);
    rmSync(file);
    await run(bridge, { take: [delivery()] });
    isThere = true;
    await run(bridge, { take: [delivery({ attempt: 2 })] });
    expect(said.at(-1)).toMatchObject({ outcome: 'done', attempt: 2 });
  });

  test('but saved it is done, whatever it says', async () => {
    const give = () => Promise.reject(new Refused('no_character'));
    await run(eventsBridge({ handlers: { slot: { give, prove: async () => 'given' } } }), {
      take: [delivery()],
    });
    expect(said).toMatchObject([{ outcome: 'done' }]);
  });

  test('in SQL leaves nothing behind', async () => {
    const rows = new Set<number>();
    const query = async (text: string, [no]: [number]) => {
      if (text.startsWith('INSERT')) rows.add(no);
      return rows.has(no) ? [{ id: no }] : [];
    };
    const sql = {
      query,
      transaction: async (work: (inside: typeof query) => Promise<void>) => {
        const before = [...rows];
        await work(query).catch((error: unknown) => {
          rows.clear();
          for (const each of before) rows.add(each);
          throw error;
        });
      },
    };
    const give = () => Promise.reject(new Refused('no_character'));
    await run(sqlBridge({ sql, handlers: { slot: { give } } }), { take: [delivery()] });
    expect([said[0]!.code, rows.size]).toEqual(['no_character', 0]);
  });

  test('cannot name a code that the site does not know', () => {
    expect(() => new Refused('nope' as 'failed')).toThrow('nope');
  });
});

test('D21 a bridge of RAGE MP that cannot look whether it may begin is asked again, the ledger has no trace, and the console says it once', async () => {
  const bridge: Bridge = {
    ...eventsBridge({ handlers: { slot: { give: async () => {} } } }),
    check: fails('away'),
  };
  await run(bridge, { take: [delivery(), delivery({ no: 8 })] });
  expect(said).toMatchObject([{ outcome: 'retry', code: 'busy', proof: 'away' }, { no: 8 }]);
  expect(lines).toEqual(['nothing can be begun, and is tried again: away']);
  expect(states()).toBeUndefined();
});

test('D21 what came before a handler said that it gave nothing is not begun', async () => {
  const given: number[] = [];
  const bridge = eventsBridge({
    handlers: {
      slot: {
        give: async ({ attempt }: GameDelivery) => {
          if (attempt === 1) throw new Refused('busy');
          given.push(attempt);
        },
      },
    },
  });
  await run(bridge, { take: [delivery(), delivery({ attempt: 2 })] });
  expect([given, said]).toEqual([[], [expect.objectContaining({ outcome: 'retry', attempt: 1 })]]);
  await run(bridge, { take: [delivery({ attempt: 3 })] });
  expect([given, said.at(-1)!.outcome]).toEqual([[3], 'done']);
});
