'use strict';

const path = require('path');
const { startAdapter } = require('./core/adapter');
const { clean } = require('./core/presence');
const { createPurchases } = require('./core/purchases');
const { Refused } = require('./core/refused');
const { sqlBridge } = require('./bridges/sql');
const { eventsBridge } = require('./bridges/events');

/**
 * Starts the adapter in a RAGE MP game mode. Call `joined(player, name, character)` when a player has signed in, and again
 * when they play another character; leaving and the end of the server are heard by themselves. The name is their login of
 * the site, or with `identity: 'link'` what the game calls them for good, as `rgscId`.
 * @param options as startAdapter takes them; `bought(name, goods, count, result)` hears of every purchase that is answered,
 *   also of one that a crash left unanswered; `purchasesFile`: where those lie, beside the ledger unless it is given
 * @param events `mp.events` of the server
 */
function start(options, events) {
  const all = Object.assign({ log: (line) => process.stdout.write(`${line}\n`), bought: () => {} }, options);
  const adapter = startAdapter(all);
  const { ask, take } = adapter;
  const { log, bought, purchasesFile = path.join(path.dirname(all.ledgerFile), 'purchases.jsonl') } = all;
  const purchases = createPurchases({ file: purchasesFile, ask, take, log, bought });
  const nameOf = new Map();
  events.add('playerQuit', (player) => {
    const name = nameOf.get(player.id);
    nameOf.delete(player.id);
    if (!name) return;
    adapter.presence.leave(name);
    purchases.leave(name);
  });
  events.add('serverShutdown', () => {
    // RAGE MP does not wait, but begun deliveries are in the ledger
    purchases.stop();
    adapter.stop().catch(() => {});
  });
  const present = (player) => {
    const here = adapter.presence.get(nameOf.get(player.id));
    if (!here) throw new Error('joined() was not called for this player');
    return here;
  };
  return Object.assign({}, adapter, {
    stop: () => {
      purchases.stop();
      return adapter.stop();
    },
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
    /**
     * Buys a good of the site for a player, with the coins that they allow the game to spend: `{goods, count, coins}`, where
     * coins is the whole price that they were shown. Resolves with `{order, coins}`, the coins that are left, or `{refused}`.
     */
    buy: async (player, wanted) => {
      const here = adapter.presence.get(nameOf.get(player.id));
      return here ? purchases.buy(here.player, wanted) : { refused: 'notHere' };
    },
    /**
     * Lists the waiting deliveries of a player: number, title and state of each.
     * @param locale ru, uk or en
     */
    waiting: async (player, locale) =>
      (await adapter.ask('waiting', { player: present(player).player, locale })).deliveries,
  });
}

module.exports = { start, sqlBridge, eventsBridge, Refused };
