'use strict';

const { startAdapter } = require('./core/adapter');
const { clean } = require('./core/presence');
const { sqlBridge } = require('./bridges/sql');
const { eventsBridge } = require('./bridges/events');

/**
 * Starts the adapter in a RAGE MP game mode. Call `joined(player, login)` when a player has signed in with their login of
 * the site; leaving and the end of the server are heard by themselves.
 * @param options as startAdapter takes them
 * @param events `mp.events` of the server
 */
function start(options, events) {
  const adapter = startAdapter(Object.assign({ log: (line) => process.stdout.write(`${line}\n`) }, options));
  const loginOf = new Map();
  events.add('playerQuit', (player) => {
    const login = loginOf.get(player.id);
    loginOf.delete(player.id);
    if (login) adapter.presence.leave(login);
  });
  events.add('serverShutdown', () => {
    // RAGE MP waits for nobody: what is begun is in the ledger
    adapter.stop().catch(() => {});
  });
  return Object.assign({}, adapter, {
    joined: (player, login, character) => {
      loginOf.set(player.id, login);
      adapter.presence.join({
        player: login,
        name: clean(player.name || '', 60),
        character: character === undefined ? undefined : clean(character, 60),
      });
    },
  });
}

module.exports = { start, sqlBridge, eventsBridge };
