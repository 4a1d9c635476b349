'use strict';

/*
 * A game server with the RAGE MP adapter in a process of its own, as the proof of deliveries runs it: with the SQL
 * bridge on tables, or with the events bridge on a file. At a given step it kills itself with SIGKILL.
 */
const fs = require('node:fs');
const path = require('node:path');
const { Pool } = require('pg');

const { SITE_URL, GAME_KEY, GAME_SECRET, FOLDER, BRIDGE, GAME_DATABASE_URL, CLOCK_OFF_S, SPEED, KILL_AT } =
  process.env;
let lastStep = KILL_AT;
let isDatabaseFailing = false;
const step = (name) => {
  if (name === lastStep) process.kill(process.pid, 'SIGKILL');
};
/** The database breaks down once, after it has done the next change. */
const breakDown = () => {
  if (!isDatabaseFailing) return;
  isDatabaseFailing = false;
  process.send({ hasFailed: true });
  throw new Error('the database of the game is gone');
};

// its waits are shorter, but for that for a held poll; its clock is off, and its ledger announces each step
const { setTimeout: timeout, setInterval: interval } = globalThis;
const shortened = (ms) => (ms === 45000 ? ms : ms / SPEED);
globalThis.setTimeout = (run, ms, ...rest) => timeout(run, shortened(ms), ...rest);
globalThis.setInterval = (run, ms, ...rest) => interval(run, shortened(ms), ...rest);
const { now } = Date;
Date.now = () => now() + CLOCK_OFF_S * 1000;
const { writeSync, fsyncSync } = fs;
let written;
fs.writeSync = (descriptor, text) => {
  [, written] = /^\{(?!.*"isKept").*"state":"(\w+)"/.exec(text) || [];
  if (written) step(`before ${written}`);
  return writeSync(descriptor, text);
};
fs.fsyncSync = (descriptor) => {
  fsyncSync(descriptor);
  if (written) step(`after ${written}`);
  written = undefined;
};

const { start, sqlBridge, eventsBridge } = require('../../../src/games/ragemp/onerp/index.js');
const CODES = ['unban', 'name_change', 'item'];
const present = new Map();
const isOnline = (player) => present.has(player);

function overSql() {
  const pool = new Pool({ connectionString: GAME_DATABASE_URL, max: 4 });
  const numbered = (text) => {
    let at = 0;
    return text.replace(/\?/g, () => `$${(at += 1)}`);
  };
  const asked = (client) => async (text, values) => (await client.query(numbered(text), values)).rows;
  const sql = {
    query: asked(pool),
    transaction: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        await work(asked(client));
        step('after effect');
        await client.query('COMMIT');
        step('after save');
        breakDown();
      } finally {
        client.release();
      }
    },
  };
  const change = (query, { player, code }, pieces) =>
    query('UPDATE game_things SET pieces = pieces + ? WHERE player = ? AND code = ?', [
      pieces,
      player.player,
      code,
    ]);
  const thing = {
    needsOnline: true,
    give: (query, delivery) => change(query, delivery, delivery.count),
    revoke: async (query, delivery) => {
      const { player, code, count } = delivery;
      const text = 'SELECT pieces FROM game_things WHERE player = ? AND code = ?';
      const [row] = await query(text, [player.player, code]);
      const taken = Math.min(row.pieces, count);
      await change(query, delivery, -taken);
      return taken;
    },
  };
  const premium = {
    needsOnline: true,
    set: (query, { params, player }) =>
      query('UPDATE game_facts SET premium = ? WHERE player = ?', [params.until, player.player]),
  };
  const things = Object.fromEntries(CODES.map((code) => [code, thing]));
  return sqlBridge({ sql, isOnline, handlers: Object.assign({ premium }, things) });
}

function overEvents() {
  const file = path.join(FOLDER, 'world.json');
  const world = fs.existsSync(file)
    ? JSON.parse(fs.readFileSync(file, 'utf8'))
    : { things: {}, given: [], premium: {} };
  function save() {
    step('after effect');
    fs.writeFileSync(`${file}.new`, JSON.stringify(world));
    fs.renameSync(`${file}.new`, file);
    step('after save');
    breakDown();
  }
  function change({ no, player, code }, pieces) {
    const own = (world.things[player.player] = world.things[player.player] || {});
    own[code] = (own[code] || 0) + pieces;
    world.given.push(no);
    save();
  }
  const thing = {
    needsOnline: true,
    give: async (delivery) => change(delivery, delivery.count),
    revoke: async (delivery) => {
      const { player, code, count } = delivery;
      const taken = Math.min((world.things[player.player] || {})[code] || 0, count);
      change(delivery, -taken);
      return taken;
    },
  };
  const prove = async ({ no, kind }) =>
    kind === 'give' ? (world.given.includes(no) ? 'given' : 'notGiven') : 'cannotTell';
  const premium = {
    needsOnline: true,
    set: async ({ player, params }) => {
      world.premium[player.player] = params.until;
      save();
    },
  };
  const provable = Object.assign({ prove }, thing);
  // a change of the name cannot be proved
  const handlers = { unban: provable, item: provable, name_change: thing, premium };
  return eventsBridge({ handlers, isOnline });
}

const events = new Map();
const adapter = start(
  {
    url: SITE_URL,
    key: GAME_KEY,
    secret: GAME_SECRET,
    ledgerFile: path.join(FOLDER, 'ledger.jsonl'),
    bridge: BRIDGE === 'sql' ? overSql() : overEvents(),
    log: (line) => process.send({ line }),
  },
  { add: (name, listener) => events.set(name, listener) },
);

let joined = 0;
const COMMANDS = {
  join: ({ player }) => {
    if (present.has(player)) return;
    present.set(player, { id: (joined += 1), name: `Player of ${player}` });
    adapter.joined(present.get(player), player);
  },
  leave: ({ player }) => {
    const here = present.get(player);
    present.delete(player);
    if (here) events.get('playerQuit')(here);
  },
  buy: ({ player, goods, coins }) => {
    if (present.has(player)) void adapter.buy(present.get(player), { goods, count: 1, coins });
  },
  kill: (command) => {
    lastStep = command.step;
  },
  failDatabase: () => {
    isDatabaseFailing = true;
  },
  save: () => {},
  link: () => {},
};
process.on('message', (command) => COMMANDS[command.do](command));
process.on('disconnect', () => process.exit(0));
process.send({ isReady: true });
