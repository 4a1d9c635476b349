import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GameDelivery, GameResult } from '#/contract/game.ts';
import { createWork, openLedger, sqlBridge } from './ragempAdapter.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-ledger-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const STEPS = ['before the effect', 'after the effect', 'after the commit', 'nowhere'] as const;

/** Rows in the game's database. */
interface Saved {
  slots: number;
  rows: { id: number; taken: number | null }[];
}

/** A game that stops for ever at a step, as one that is killed there. */
function openGame(saved: Saved, lastStep: (typeof STEPS)[number]) {
  const reached = vi.fn<() => void>();
  const step = async (name: string): Promise<void> => {
    if (name !== lastStep) return;
    reached();
    await new Promise(() => {});
  };
  const queryOf = (state: Saved) => async (text: string, values: number[]) => {
    if (text.startsWith('SELECT')) return state.rows.filter(({ id }) => id === values[0]);
    if (text.startsWith('INSERT')) state.rows.push({ id: values[0]!, taken: null });
    else state.rows.find(({ id }) => id === values[1])!.taken = values[0]!;
    return [];
  };
  let uncommitted = saved;
  const sql = {
    query: queryOf(saved),
    transaction: async (work: (query: ReturnType<typeof queryOf>) => Promise<void>) => {
      uncommitted = structuredClone(saved);
      await work(queryOf(uncommitted));
      Object.assign(saved, uncommitted);
      await step('after the commit');
    },
  };
  const slot = {
    revoke: async (_query: unknown, { count }: GameDelivery) => {
      await step('before the effect');
      const taken = Math.min(uncommitted.slots, count);
      uncommitted.slots -= taken;
      await step('after the effect');
      return taken;
    },
  };
  const said: GameResult[] = [];
  const ledger = openLedger(join(folder, 'ledger.jsonl'));
  const bridge = sqlBridge({ sql, handlers: { slot } });
  const work = createWork({ ledger, bridge, report: (result) => said.push(result), log: () => {} });
  return { ledger, work, said, reached };
}

const revoke: GameDelivery = {
  no: 8,
  attempt: 1,
  kind: 'revoke',
  code: 'slot',
  count: 3,
  params: {},
  version: null,
  player: { login: 'vasya', player: 'vasya', character: null },
  title: null,
  leaseUntil: 0,
  doubtful: false,
  notGivenThrough: null,
  calledOff: false,
};

test.each(STEPS)(
  'D10 D21 what the SQL bridge takes back is taken once if the server is killed %s',
  async (lastStep) => {
    const saved: Saved = { slots: 5, rows: [] };
    const first = openGame(saved, lastStep);
    first.work.take([revoke]);
    if (lastStep === 'nowhere') await first.work.settled();
    else await vi.waitFor(() => expect(first.reached).toHaveBeenCalled());
    first.ledger.close();
    const { ledger, work, said } = openGame(saved, 'nowhere');
    work.take([{ ...revoke, attempt: 2 }]);
    await work.settled();
    ledger.close();
    expect(said).toMatchObject([{ no: 8, outcome: 'done', taken: 3 }]);
    expect(saved.slots).toBe(2);
  },
);
