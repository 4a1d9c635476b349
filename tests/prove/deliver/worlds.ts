import type { Row, World } from '../../games/fivem/world.ts';
import type { FivemBridge } from './kinds.ts';

/** Initial contents of the games' databases, and the way to count pieces in each. */

/** Players of a FiveM server. Each one plays a character of their own. */
export const FIVEM_PLAYERS = 4;
const NUMBERS = Array.from({ length: FIVEM_PLAYERS }, (_, at) => at + 1);
const START_MONEY = 100;

export type Pieces = Record<'unban' | 'name_change' | 'item', number>;

/** The name by which a FiveM server knows a player. */
export const playerKeyOf = (number: number): string => `license2:p${number}`;

/** The character that a player plays, as the framework loads it. */
export const CHARACTERS: Record<FivemBridge, (number: number) => string | number> = {
  standalone: () => '',
  qb: (number) => `QBX${number}`,
  esx: (number) => `char1:p${number}`,
  ox: (number) => 10 + number,
};

const TABLES: Record<FivemBridge, () => Record<string, Row[]>> = {
  standalone: () => ({
    things: NUMBERS.flatMap((number) =>
      ['unban', 'name_change', 'item'].map((code) => ({ owner: playerKeyOf(number), code, pieces: 0 })),
    ),
    facts: NUMBERS.map((number) => ({ owner: playerKeyOf(number), version: 0, premium: '' })),
    given: [],
  }),
  qb: () => ({
    players: NUMBERS.map((number) => ({
      citizenid: `QBX${number}`,
      money: JSON.stringify({ bank: START_MONEY, cash: START_MONEY }),
      metadata: '{}',
      inventory: '[]',
    })),
  }),
  esx: () => ({
    users: NUMBERS.map((number) => ({
      identifier: `char1:p${number}`,
      accounts: JSON.stringify({ bank: START_MONEY }),
      inventory: '{}',
      loadout: '[]',
      metadata: '{}',
    })),
  }),
  ox: () => ({
    accounts: NUMBERS.map((number) => ({ id: 100 + number, owner: 10 + number, isDefault: 1, balance: 0 })),
    accounts_transactions: [],
    character_inventory: NUMBERS.map((number) => ({ charid: 10 + number, inventory: '[]' })),
  }),
};

/** Tables of a game in which nothing was given yet. */
export const tablesOf = (bridge: FivemBridge): Record<string, Row[]> => TABLES[bridge]();

/**
 * Good of each code in a framework. On ox both kinds of money are on one account, so their amounts distinguish them.
 */
export const CONFIGURE: Record<FivemBridge, string> = {
  standalone: '',
  qb: codes('bank', "{ money = 'cash', amount = 7 }", 50),
  esx: codes('bank', "{ item = 'prize', amount = 1 }", 50),
  ox: codes('bank', "{ money = 'bank', amount = 1 }", 10_000),
};

function codes(money: string, item: string, amount: number): string {
  return `OneRP.config.codes = { unban = { money = '${money}', amount = ${amount} }, item = ${item},
    name_change = { item = 'lockpick', amount = 5 } }`;
}

/** A resource that hands over by itself: the number of the delivery and its effect are saved together. */
export const STANDALONE = `
  local function sql(...) return json.decode(host_sql(json.encode({ ... }))) end
  local function ask(query, ...) return sql({ query = query, values = { ... } })[1] end
  local function given(delivery) return ask('SELECT taken FROM given WHERE id = ?', delivery.no) end
  local function change(delivery, pieces)
    local owner, code = delivery.player.player, delivery.code
    host_step('after effect')
    sql({ query = 'INSERT INTO given (id, taken) SELECT ?, ? FROM things WHERE owner = ? AND code = ?',
        values = { delivery.no, -pieces, owner, code } },
      { query = 'UPDATE things SET pieces = pieces + ? WHERE owner = ? AND code = ?', values = { pieces, owner, code } })
  end
  for _, code in ipairs({ 'unban', 'name_change', 'item' }) do
    -- a change of the name cannot be proved
    local canProve = code ~= 'name_change'
    exports.onerp:on(code, {
      needsOnline = true,
      give = function(delivery) change(delivery, delivery.count) end,
      revoke = function(delivery)
        local there = ask('SELECT pieces FROM things WHERE owner = ? AND code = ?', delivery.player.player, code).pieces
        local taken = math.min(there, delivery.count)
        change(delivery, -taken)
        return taken
      end,
      prove = canProve and function(delivery)
        local row = given(delivery)
        if not row then return 'notGiven' end
        return 'given', delivery.kind == 'revoke' and row.taken or nil
      end or nil,
    })
  end
  exports.onerp:on('premium', {
    needsOnline = true,
    set = function(delivery)
      sql({ query = 'UPDATE facts SET version = ?, premium = ? WHERE owner = ?',
        values = { delivery.version, delivery.params['until'] or '', delivery.player.player } })
    end,
    prove = function(delivery)
      local row = ask('SELECT version FROM facts WHERE owner = ?', delivery.player.player)
      return row.version >= delivery.version and 'given' or 'notGiven'
    end,
  })`;

const json = (row: Row | undefined, column: string) => JSON.parse(String(row?.[column])) as never;
const fieldsOf = (row: Row | undefined, column: string): Record<string, number> => json(row, column);

interface Item {
  name: string;
  amount?: number;
  count?: number;
  slot: number;
}

/** Unopened parcels, and what was in those that are opened. */
function parcelsIn(row: Row | undefined): number {
  const items: Item[] = json(row, 'inventory');
  const named = (name: string) =>
    items
      .filter((item) => item.name === name)
      .reduce((sum, { amount, count }) => sum + (amount ?? count ?? 0), 0);
  return named('onerp_parcel') + named('lockpick') / 5;
}

/** Pieces that a player has in the saved state of the game. */
export function piecesOf(bridge: FivemBridge, { tables }: World, number: number): Pieces {
  const row = (table: string) => tables[table]?.[number - 1];
  switch (bridge) {
    case 'standalone': {
      const own = tables['things']!.filter(({ owner }) => owner === playerKeyOf(number));
      return Object.fromEntries(own.map(({ code, pieces }) => [code, pieces])) as Pieces;
    }
    case 'qb': {
      const { bank, cash } = fieldsOf(row('players'), 'money');
      return {
        unban: (bank! - START_MONEY) / 50,
        item: (cash! - START_MONEY) / 7,
        name_change: parcelsIn(row('players')),
      };
    }
    case 'esx': {
      const { lockpick = 0, prize = 0 } = fieldsOf(row('users'), 'inventory');
      const bank = fieldsOf(row('users'), 'accounts')['bank']!;
      return { unban: (bank - START_MONEY) / 50, item: prize, name_change: lockpick / 5 };
    }
    default: {
      const balance = Number(row('accounts')?.['balance']);
      return {
        unban: Math.floor(balance / 10_000),
        item: balance % 10_000,
        name_change: parcelsIn(row('character_inventory')),
      };
    }
  }
}

/** Until when each player has Premium in the saved state; undefined: the framework keeps no facts. */
export function premiumIn(bridge: FivemBridge, { tables }: World): Map<string, string> | undefined {
  if (bridge === 'ox') return undefined;
  if (bridge === 'standalone')
    return new Map(tables['facts']!.map(({ owner, premium }) => [String(owner), String(premium)]));
  const rows = tables[bridge === 'qb' ? 'players' : 'users']!;
  return new Map(
    rows.map((row, at) => {
      const { onerpFacts }: { onerpFacts?: { premium?: { params?: { until?: string } } } } = json(
        row,
        'metadata',
      );
      return [playerKeyOf(at + 1), onerpFacts?.premium?.params?.until ?? ''];
    }),
  );
}
