'use strict';

const path = require('path');
const { startAdapter } = require('./core/adapter');
const { clean } = require('./core/presence');
const { createPurchases } = require('./core/purchases');
const { Refused } = require('./core/refused');
const { sqlBridge } = require('./bridges/sql');
const { eventsBridge } = require('./bridges/events');

/** What the site takes as the name of a player. It refuses a whole list in which one name is another. */
const NAME = /^[\x21-\x7e]{1,100}$/;
const NAME_RULE = 'the site takes names of 1 to 100 Latin letters, digits and signs without spaces';

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
  const leave = ({ id }) => {
    const name = nameOf.get(id);
    nameOf.delete(id);
    // whoever connects again after a lost connection is here twice until the old one ends
    if (name === undefined || Array.from(nameOf.values()).includes(name)) return;
    adapter.presence.leave(name);
    purchases.leave(name);
  };
  events.add('playerQuit', leave);
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
      const known = String(name);
      if (nameOf.get(player.id) !== known) leave(player);
      if (!NAME.test(known)) {
        log(`[onerp] nothing is handed over to "${known}": ${NAME_RULE}`);
        return;
      }
      nameOf.set(player.id, known);
      adapter.presence.join({
        player: known,
        name: clean(player.name || '', 60),
        character: character === undefined || character === null ? undefined : clean(character, 60),
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
