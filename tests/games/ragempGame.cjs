'use strict';

/**
 * A game server in a process of its own: the RAGE MP adapter with its SQL bridge, and a game whose state is two tables. At
 * the step in HANG it says so and stops for ever, so that the test kills it there.
 */
const { Pool } = require('pg');
const { start, sqlBridge } = require('../../src/games/ragemp/onerp/index.js');

const { SITE_URL, GAME_KEY, GAME_SECRET, LEDGER_FILE, GAME_DATABASE_URL, LOGIN, HANG, LINK_CODE } =
  process.env;
const pool = new Pool({ connectionString: GAME_DATABASE_URL, max: 4 });
const say = (line) => process.stdout.write(`${line}\n`);

const numbered = (text) => {
  let at = 0;
  return text.replace(/\?/g, () => `$${(at += 1)}`);
};
const hangAt = (step) => (HANG === step ? new Promise(() => say(`at ${step}`)) : undefined);

const sql = {
  query: async (text, values) => (await pool.query(numbered(text), values)).rows,
  transaction: async (work) => {
    await hangAt('beforeEffect');
    const client = await pool.connect();
    await client.query('BEGIN');
    await work(async (text, values) => (await client.query(numbered(text), values)).rows);
    await hangAt('beforeCommit');
    await client.query('COMMIT');
    client.release();
    await hangAt('afterCommit');
  },
};

const change = (query, login, pieces) =>
  query('UPDATE game_players SET unbans = unbans + ? WHERE login = ?', [pieces, login]);

const bridge = sqlBridge({
  sql,
  handlers: {
    unban: {
      give: (query, { player, count }) => change(query, player.login, count),
      revoke: async (query, { player, count }) => {
        const [row] = await query('SELECT unbans FROM game_players WHERE login = ?', [player.login]);
        const taken = Math.min(row.unbans, count);
        await change(query, player.login, -taken);
        return taken;
      },
    },
    premium: {
      set: (query, { params, player }) =>
        query('UPDATE game_players SET premium_until = ? WHERE login = ?', [params.until, player.login]),
    },
  },
});

const player = { id: 1, name: 'John\u0000 Doe' };
const events = new Map();
const adapter = start(
  {
    url: SITE_URL,
    key: GAME_KEY,
    secret: GAME_SECRET,
    ledgerFile: LEDGER_FILE,
    bridge,
    waitS: 2,
    identity: LINK_CODE ? 'link' : 'login',
    log: (line) => {
      say(line);
      if (LINK_CODE && line.startsWith('[onerp] connected')) void tie();
    },
  },
  { add: (name, listener) => events.set(name, listener) },
);
adapter.joined(player, LINK_CODE ? 'rgsc-7' : LOGIN, LINK_CODE ? '7' : undefined);

/** The player types the code, and asks what waits. */
const tie = () =>
  adapter
    .link(player, LINK_CODE)
    .then((login) => say(`linked to ${login}`))
    .then(() => adapter.link(player, LINK_CODE))
    .then((login) => say(`linked again to ${login}`))
    .catch((error) => say(`not linked: ${error.code}`))
    .then(() => adapter.waiting(player, 'en'))
    .then((waiting) => say(`${waiting.length} wait`));
