'use strict';

/** Most players in one part of a roster, and in one poll. */
const PART = 300;
/** Most bytes of players in a request: a small request passes a bad line sooner. A poll also carries results. */
const ROSTER_BYTES = 24000;
const JOINED_BYTES = 12000;
const LEFT_BYTES = 4000;

/** The players on the server, and the changes that the site has not heard of. */
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
    /** Takes as many changes as fit into a poll. `putBack` restores them if the poll failed. */
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
      // keeps a character that another poll has reported since then
      changes.joined.forEach(({ player }) => {
        if (players.has(player)) joined.set(player, players.get(player));
      });
      changes.left.forEach((name) => {
        if (!players.has(name)) left.add(name);
      });
    },
    /** Returns the whole list in parts, at least one. */
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

/** Returns the first items of a list that fit into a request, at least one. */
function fitting(list, mostBytes, most) {
  let bytes = 0;
  const end = list.slice(0, most).findIndex((item, at) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > mostBytes && at > 0;
  });
  return list.slice(0, end < 0 ? most : end);
}

/** Cleans a text for the site: removes control characters and unpaired surrogates. */
const clean = (text, most) =>
  String(text)
    .slice(0, most)
    .replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]/gu, ' ');

module.exports = { createPresence, clean, fitting };
