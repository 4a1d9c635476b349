import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { GameDelivery } from '#/contract/game.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { type Bridge, ragempPackage } from './ragempAdapter.ts';

const text = readFileSync(join(projectRoot, 'src/games/ragemp/README.md'), 'utf8');
const examples = [...text.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code!);

/** Runs the example of the README that makes this bridge. @returns the bridge */
function exampleOf(name: 'sqlBridge' | 'eventsBridge', around: object): Bridge {
  const code = examples.find((each) => each.includes(`const bridge = ${name}(`))!;
  const require = () => ({ ...ragempPackage, start: () => {} });
  const context = createContext({ require, mp: { events: {} }, ...around });
  return runInContext(`${code}\n;bridge`, context) as Bridge;
}

const delivery = (changes: Partial<GameDelivery> = {}): GameDelivery => ({
  no: 7,
  attempt: 1,
  kind: 'give',
  code: 'garage_slot',
  count: 3,
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
const stranger = { player: { login: 'petya', player: 'petya', character: null } };

interface Row {
  slots: number;
  premium: unknown;
}

/** A pool like that of mysql2/promise, with one player, whose statements are those of the README. */
class FakePool {
  players = new Map<string, Row>([['vasya', { slots: 1, premium: null }]]);
  given = new Map<number, number | null>();
  #before: { players: Map<string, Row>; given: Map<number, number | null> } | undefined;

  query = async (statement: string, values: unknown[]): Promise<[unknown]> => {
    const row = this.players.get(String(values.at(-1)));
    const affected = { affectedRows: row ? 1 : 0 };
    if (statement.startsWith('SELECT id, taken')) {
      const no = Number(values[0]);
      return [this.given.has(no) ? [{ id: no, taken: this.given.get(no) }] : []];
    }
    if (statement.startsWith('SELECT garage_slots')) return [row ? [{ garage_slots: row.slots }] : []];
    if (statement.startsWith('INSERT INTO onerp_deliveries')) this.given.set(Number(values[0]), null);
    else if (statement.startsWith('UPDATE onerp_deliveries'))
      this.given.set(Number(values[1]), Number(values[0]));
    else if (statement.includes('garage_slots + ?') && row) row.slots += Number(values[0]);
    else if (statement.includes('garage_slots - ?') && row) row.slots -= Number(values[0]);
    else if (statement.includes('premium_until = ?') && row) [row.premium] = values;
    return [affected];
  };
  beginTransaction = async (): Promise<void> => {
    this.#before = structuredClone({ players: this.players, given: this.given });
  };
  commit = async (): Promise<void> => {};
  rollback = async (): Promise<void> => void Object.assign(this, this.#before);
  release = (): void => {};
  getConnection = async (): Promise<this> => this;
}

describe('D21 the SQL example of the README for RAGE MP', () => {
  let pool: FakePool;
  let bridge: Bridge;
  beforeEach(() => {
    pool = new FakePool();
    bridge = exampleOf('sqlBridge', { pool });
  });

  test('gives, takes back what is there, and knows it again', async () => {
    await bridge.apply(delivery());
    expect([pool.players.get('vasya')!.slots, await bridge.prove(delivery())]).toEqual([4, 'given']);
    const revoke = delivery({ no: 8, kind: 'revoke', count: 9 });
    expect(await bridge.apply(revoke)).toMatchObject({ taken: 4 });
    expect(await bridge.prove(revoke)).toEqual({ taken: 4 });
  });

  test.each([
    { kind: 'give' },
    { kind: 'revoke' },
    { kind: 'set', code: 'premium', params: { until: null } },
  ] as const)('gives nothing to a player who has no row, and says no_character: %j', async (changes) => {
    const lost = delivery({ ...stranger, ...changes });
    await expect(bridge.apply(lost)).rejects.toMatchObject({ refusedAs: 'no_character' });
    expect(await bridge.prove(lost)).toBe('notGiven');
  });

  test('D13 writes the end of Premium as a date, and its absence as null', async () => {
    const premium = (no: number, until: string | null) =>
      bridge.apply(delivery({ no, kind: 'set', code: 'premium', params: { until } }));
    await premium(7, '2026-12-24T18:00:00.000Z');
    expect(pool.players.get('vasya')!.premium).toSatisfy(
      (value) => JSON.stringify(value) === '"2026-12-24T18:00:00.000Z"' && typeof value !== 'string',
    );
    await premium(8, null);
    expect(pool.players.get('vasya')!.premium).toBeNull();
  });
});

describe('D21 the events example of the README for RAGE MP', () => {
  let saved: Map<string, { garageSlots: number; onerp: Record<number, number> }>;
  let bridge: Bridge;
  beforeEach(() => {
    saved = new Map([['vasya', { garageSlots: 1, onerp: {} }]]);
    const accounts = {
      load: async (login: string) => structuredClone(saved.get(login)),
      save: async (account: { garageSlots: number; onerp: Record<number, number> }) =>
        void saved.set('vasya', account),
    };
    bridge = exampleOf('eventsBridge', { accounts });
  });

  test('gives, takes back what is there, and knows it again', async () => {
    expect(bridge.proves).toEqual(['garage_slot']);
    expect(await bridge.prove(delivery())).toBe('notGiven');
    await bridge.apply(delivery());
    expect([saved.get('vasya')!.garageSlots, await bridge.prove(delivery())]).toEqual([4, 'given']);
    const revoke = delivery({ no: 8, kind: 'revoke', count: 9 });
    expect(await bridge.apply(revoke)).toMatchObject({ taken: 4 });
    expect(await bridge.prove(revoke)).toEqual({ taken: 4 });
  });

  test('says no_character of an account that it does not find', async () => {
    await expect(bridge.apply(delivery(stranger))).rejects.toMatchObject({ refusedAs: 'no_character' });
    expect(await bridge.prove(delivery(stranger))).toBe('notGiven');
  });
});
