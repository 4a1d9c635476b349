'use strict';

const fs = require('fs');
const path = require('path');

/**
 * The saved state of the simulated game: the items of each player and their Premium. Every change is written to a new
 * file that replaces the old one, so a crash leaves the old or the new one. Each item knows the number of its
 * delivery, so that the game can prove what it gave.
 */
function openWorld(file) {
  const saved = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : { players: {} };
  const playerOf = (login) => {
    if (!saved.players[login]) saved.players[login] = { things: {}, premium: null };
    return saved.players[login];
  };

  function save() {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const descriptor = fs.openSync(`${file}.new`, 'w');
    fs.writeSync(descriptor, JSON.stringify(saved));
    fs.fsyncSync(descriptor);
    fs.closeSync(descriptor);
    fs.renameSync(`${file}.new`, file);
  }

  return {
    give: ({ no, code, count, params, player }) => {
      playerOf(player.login).things[no] = { code, count, params };
      save();
    },
    /**
     * Removes at most `count` pieces of a code.
     * @returns the number of pieces that were there
     */
    revoke: ({ no, code, count, player }) => {
      const { things } = playerOf(player.login);
      let missing = count;
      for (const [of, thing] of Object.entries(things)) {
        if (thing.code !== code || missing === 0) continue;
        const pieces = Math.min(thing.count, missing);
        missing -= pieces;
        thing.count -= pieces;
        if (thing.count === 0) delete things[of];
      }
      things[no] = { code, count: 0, taken: count - missing };
      save();
      return count - missing;
    },
    set: ({ params, player }) => {
      playerOf(player.login).premium = params.until;
      save();
    },
    has: ({ no, player }) => saved.players[player.login] !== undefined && no in playerOf(player.login).things,
    /** Items by player, for example "2 garage_slot", and the end of their Premium. */
    list: () =>
      Object.entries(saved.players).map(([login, { things, premium }]) => ({
        login,
        premium,
        things: Object.values(things)
          .filter(({ count }) => count > 0)
          .map(({ code, count, params }) => `${count} ${code}${textOf(params)}`),
      })),
  };
}

function textOf(params) {
  const values = Object.values(params || {}).filter((value) => value !== null);
  return values.length > 0 ? ` (${values.join(', ')})` : '';
}

module.exports = { openWorld };
