import { join } from 'node:path';
import { Citizen, type CitizenOptions } from './citizen.ts';
import { CONVARS, type FakeSite } from './fakeSite.ts';
import { type Row, World } from './world.ts';

export type BridgeName = 'standalone' | 'qb' | 'esx' | 'ox';

/** Initial rows of the games' databases, and the name of a character in each. */
const TABLES: Record<BridgeName, { character: string | number; tables: Record<string, Row[]> }> = {
  standalone: { character: '', tables: { garages: [{ owner: 'vasya', slots: 0, mark: 0 }] } },
  qb: {
    character: 'QBX1',
    tables: { players: [{ citizenid: 'QBX1', money: '{"bank":100}', metadata: '{}', inventory: '[]' }] },
  },
  esx: {
    character: 'char1:9f',
    tables: {
      users: [
        {
          identifier: 'char1:9f',
          accounts: '{"bank":100}',
          inventory: '{"water":1}',
          loadout: '[]',
          metadata: '{}',
        },
      ],
    },
  },
  ox: {
    character: 7,
    tables: {
      accounts: [{ id: 11, owner: 7, isDefault: 1, balance: 100 }],
      accounts_transactions: [],
      character_inventory: [{ charid: 7, inventory: '[]' }],
    },
  },
};

const CONFIGURE = `OneRP.config.locale = 'en'
OneRP.config.codes = {
  cash = { money = 'bank', amount = 50 },
  lockpicks = { item = 'lockpick', amount = 5 },
}`;

/** A resource of the operator that hands over by itself, in one statement with the number of the delivery. */
const GARAGE = `
  local function sql(query, values) return json.decode(host_sql(json.encode({ { query = query, values = values } }))) end
  local function change(delivery, slots)
    sql('UPDATE garages SET slots = slots + ?, mark = ? WHERE owner = ?', { slots, delivery.no, delivery.player.login })
    host_step('after effect')
  end
  local function saved(delivery) return sql('SELECT slots, mark FROM garages WHERE owner = ?', { delivery.player.login })[1] end
  exports.onerp:on('cash', {
    needsOnline = true,
    give = function(delivery) change(delivery, delivery.count) end,
    revoke = function(delivery)
      local taken = math.min(saved(delivery).slots, delivery.count)
      change(delivery, -taken)
      return taken
    end,
    prove = function(delivery) return saved(delivery).mark == delivery.no and 'given' or 'notGiven' end,
  })`;

const PLAYER = {
  name: 'John Doe',
  identifiers: ['license:8e', 'license2:9f', 'steam:11000010', 'ip:127.0.0.1'],
};

/** A game server with one player, who plays a character. What it keeps lies in the folder and survives it. */
export async function gameOf(
  bridge: BridgeName,
  folder: string,
  site: Pick<FakeSite, 'http'>,
  options: Partial<CitizenOptions> = {},
): Promise<{ game: Citizen; world: World }> {
  const { character, tables } = TABLES[bridge];
  const world = new World(join(folder, 'world.json'), structuredClone(tables));
  const game = await Citizen.start({
    kvpFile: join(folder, 'kvp'),
    convars: CONVARS,
    http: site.http,
    world,
    players: { 1: PLAYER },
    configure: CONFIGURE,
    ...(bridge !== 'standalone' && { framework: bridge }),
    ...options,
  });
  if (bridge === 'standalone') game.run('garage', 'server.lua', GARAGE);
  else game.trigger('load', 1, character);
  return { game, world };
}

const json = (row: Row | undefined, column: string) =>
  JSON.parse(String(row?.[column])) as Record<string, number>;
interface Item {
  name: string;
  amount?: number;
  count?: number;
}
const named = (row: Row | undefined, name: string) =>
  (JSON.parse(String(row?.['inventory'])) as Item[])
    .filter((item) => item.name === name)
    .reduce((sum, { amount, count }) => sum + (amount ?? count ?? 0), 0);

/** Pieces that the database of the game has of a code; unopened parcels are pieces too. */
export function piecesIn(bridge: BridgeName, { tables }: World, code: 'cash' | 'lockpicks'): number {
  const row = (table: string) => tables[table]?.[0];
  if (bridge === 'standalone') return Number(row('garages')?.['slots']);
  if (bridge === 'esx')
    return code === 'cash'
      ? (json(row('users'), 'accounts')['bank']! - 100) / 50
      : (json(row('users'), 'inventory')['lockpick'] ?? 0) / 5;
  if (code === 'cash')
    return bridge === 'qb'
      ? (json(row('players'), 'money')['bank']! - 100) / 50
      : (Number(row('accounts')?.['balance']) - 100) / 50;
  const inventory = row(bridge === 'qb' ? 'players' : 'character_inventory');
  return named(inventory, 'onerp_parcel') + named(inventory, 'lockpick') / 5;
}
