'use strict';

const path = require('path');
const { startAdapter } = require('../ragemp/onerp/core/adapter');
const { openWorld } = require('./world');

const SLOW_MS = 8000;
const LINES_KEPT = 12;
/** Behaviours of the game. Every start uses the first one. */
const MOODS = ['quick', 'slow', 'full', 'forgetful', 'lying', 'offline'];

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A game server without a game: it speaks the protocol of PROTOCOL.md with the adapter for RAGE MP, and keeps what it gave
 * in a file. Players come and go by command.
 * @param options.identity `link` if players tie their account by a code, else they are named by their login
 * @param options.folder where world and ledger lie
 * @param options.changed called after everything that a spectator could see
 */
function startGame({ server, url, key, secret, identity, folder, changed }) {
  const world = openWorld(path.join(folder, `${server}.world.json`));
  const lines = [];
  const present = new Set();
  let mood = MOODS[0];
  let adapter;

  function log(line) {
    lines.push(line);
    lines.splice(0, lines.length - LINES_KEPT);
    changed();
  }

  const bridge = {
    codes: ['*'],
    facts: ['premium'],
    proves: ['*'],
    check: async ({ player }) => {
      if (!present.has(player.player)) return { retry: 'offline' };
      return mood === 'full' ? { retry: 'no_space' } : undefined;
    },
    apply: async (delivery) => {
      const { kind, count, code, player } = delivery;
      if (mood === 'slow') await sleep(SLOW_MS);
      if (mood === 'forgetful') throw new Error('the game crashed before it saved');
      if (mood === 'lying') {
        log(`says that it gave ${count} ${code} to ${player.login}, and did not`);
        return { proof: 'a lie' };
      }
      const taken = world[kind](delivery);
      log(`${kind} ${count} ${code}: ${player.login}`);
      return kind === 'revoke' ? { taken } : { proof: `saved for ${player.login}` };
    },
    prove: async (delivery) => {
      if (mood === 'forgetful') return 'cannotTell';
      return world.has(delivery) ? 'given' : 'notGiven';
    },
  };

  function start() {
    const ledgerFile = path.join(folder, `${server}.ledger`);
    const about = { name: 'onerp-simulated', game: 'simulated', host: 'this machine' };
    adapter = startAdapter({ url, key, secret, identity, ledgerFile, bridge, log, ...about });
    for (const login of present) adapter.presence.join({ player: login, name: characterOf(login) });
  }

  async function stop() {
    const stopped = adapter;
    adapter = undefined;
    if (stopped) await stopped.stop();
  }

  start();
  return {
    join: (login) => {
      present.add(login);
      if (adapter) adapter.presence.join({ player: login, name: characterOf(login) });
      changed();
    },
    leave: (login) => {
      present.delete(login);
      if (adapter) adapter.presence.leave(login);
      changed();
    },
    /** Types a code of the site into the chat: `/onerp CODE`. */
    link: async (login, code) => {
      if (!adapter) return;
      const answer = await adapter
        .ask('links', { code, player: login, name: characterOf(login) })
        .catch((error) => ({ refused: error.message }));
      log(answer.refused ? `${login}: ${answer.refused}` : `${login} is tied to ${answer.login}`);
    },
    behave: async (next) => {
      if (!MOODS.includes(next) || next === mood) return;
      const wasOffline = mood === 'offline';
      mood = next;
      if (mood === 'offline') await stop();
      else if (wasOffline) start();
      changed();
    },
    look: () => ({
      server,
      identity,
      mood,
      present: Array.from(present),
      held: world.list(),
      lines: Array.from(lines),
    }),
    stop,
  };
}

/** Returns the name of a player's character: "demo" plays Demo Player. */
const characterOf = (login) => `${login.charAt(0).toUpperCase()}${login.slice(1)} Player`;

module.exports = { startGame, MOODS };
