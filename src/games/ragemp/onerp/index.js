'use strict';

const { startAdapter } = require('./core/adapter');
const { clean } = require('./core/presence');
const { sqlBridge } = require('./bridges/sql');
const { eventsBridge } = require('./bridges/events');

/**
 * Starts the adapter in a RAGE MP game mode. Call `joined(player, name, character)` when a player has signed in, and again
 * when they play another character; leaving and the end of the server are heard by themselves. The name is their login of
 * the site, or with `identity: 'link'` what the game calls them for good, as `rgscId`.
 * @param options as startAdapter takes them
 * @param events `mp.events` of the server
 */
function start(options, events) {
  const adapter = startAdapter(Object.assign({ log: (line) => process.stdout.write(`${line}\n`) }, options));
  const nameOf = new Map();
  events.add('playerQuit', (player) => {
    const name = nameOf.get(player.id);
    nameOf.delete(player.id);
    if (name) adapter.presence.leave(name);
  });
  events.add('serverShutdown', () => {
    // RAGE MP waits for nobody: what is begun is in the ledger
    adapter.stop().catch(() => {});
  });
  const present = (player) => {
    const here = adapter.presence.get(nameOf.get(player.id));
    if (!here) throw new Error('joined() was not called for this player');
    return here;
  };
  return Object.assign({}, adapter, {
    joined: (player, name, character) => {
      nameOf.set(player.id, String(name));
      adapter.presence.join({
        player: String(name),
        name: clean(player.name || '', 60),
        character: character === undefined ? undefined : clean(character, 60),
      });
    },
    /**
     * Ties a player to the account whose page shows the code, with `identity: 'link'`. Resolves with the masked login; the
     * player must then confirm on the site. A refusal has the code linkCodeInvalid, linkTaken or tooManyRequests.
     */
    link: async (player, code) =>
      (await adapter.ask('links', Object.assign({ code: clean(code, 40) }, present(player)))).login,
    /** Lists what waits for a player: number, title and state of each. @param locale ru, uk or en */
    waiting: async (player, locale) =>
      (await adapter.ask('waiting', { player: present(player).player, locale })).deliveries,
  });
}

module.exports = { start, sqlBridge, eventsBridge };
