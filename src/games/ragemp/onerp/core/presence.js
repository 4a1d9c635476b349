'use strict';

/** Most players of one part of a roster, and of one poll. */
const PART = 300;

/** Who is on the server, and what of it the site has not heard yet. */
function createPresence() {
  const players = new Map();
  const joined = new Map();
  const left = new Set();

  return {
    join: (player) => {
      players.set(player.player, player);
      joined.set(player.player, player);
      left.delete(player.player);
    },
    leave: (name) => {
      players.delete(name);
      joined.delete(name);
      left.add(name);
    },
    online: () => players.size,
    has: (name) => players.has(name),
    get: (name) => players.get(name),
    /** Takes the changes for a poll. `putBack` returns them if the poll failed. */
    takeChanges: () => {
      const changes = {
        joined: Array.from(joined.values()).slice(0, PART),
        left: Array.from(left).slice(0, PART),
      };
      changes.joined.forEach(({ player }) => joined.delete(player));
      changes.left.forEach((name) => left.delete(name));
      return changes;
    },
    putBack: (changes) => {
      changes.joined.forEach((each) => {
        if (players.has(each.player) && !joined.has(each.player)) joined.set(each.player, each);
      });
      changes.left.forEach((name) => {
        if (!players.has(name)) left.add(name);
      });
    },
    /** The whole list in parts, with at least one. */
    roster: () => {
      joined.clear();
      left.clear();
      const all = Array.from(players.values());
      const parts = [];
      for (let at = 0; at < Math.max(1, all.length); at += PART) parts.push(all.slice(at, at + PART));
      return parts;
    },
  };
}

/** A text as the site takes it: without control characters and halves of characters. */
const clean = (text, most) =>
  String(text)
    .slice(0, most)
    .replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]/gu, ' ');

module.exports = { createPresence, clean };
