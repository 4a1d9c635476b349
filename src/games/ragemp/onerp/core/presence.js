'use strict';

/** Most players of one part of a roster, and of one poll. */
const PART = 300;
/** Most bytes of players in a request: a small one comes through a bad line sooner. A poll also carries results. */
const ROSTER_BYTES = 24000;
const JOINED_BYTES = 12000;
const LEFT_BYTES = 4000;

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
    hasChanges: () => joined.size + left.size > 0,
    has: (name) => players.has(name),
    get: (name) => players.get(name),
    /** Takes as many changes as fit into a poll. `putBack` returns them if the poll failed. */
    takeChanges: () => {
      const changes = {
        joined: fitting(Array.from(joined.values()), JOINED_BYTES, PART),
        left: fitting(Array.from(left), LEFT_BYTES, PART),
      };
      changes.joined.forEach(({ player }) => joined.delete(player));
      changes.left.forEach((name) => left.delete(name));
      return changes;
    },
    putBack: (changes) => {
      // another poll may have told since then what they play now, which this one would overwrite
      changes.joined.forEach(({ player }) => {
        if (players.has(player)) joined.set(player, players.get(player));
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
      let told = 0;
      do {
        const part = fitting(all.slice(told, told + PART), ROSTER_BYTES, PART);
        parts.push(part);
        told += part.length;
      } while (told < all.length);
      return parts;
    },
  };
}

/** The first items of a list that fit into a request, and at least one. */
function fitting(list, mostBytes, most) {
  let bytes = 0;
  const end = list.slice(0, most).findIndex((item, at) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > mostBytes && at > 0;
  });
  return list.slice(0, end < 0 ? most : end);
}

/** A text as the site takes it: without control characters and halves of characters. */
const clean = (text, most) =>
  String(text)
    .slice(0, most)
    .replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]/gu, ' ');

module.exports = { createPresence, clean, fitting };
