'use strict';

const fs = require('fs');
const { appendLine, readLines, writeLines } = require('./lines');
const { randomId } = require('./sign');

/** A second click on the same good within this time gets the first click's answer. */
const SAME_CLICK_MS = 3000;
/** Delays before the next tries; the last one repeats. */
const ASK_AGAIN_MS = [1000, 2000, 5000, 15000, 60000];
/**
 * Time after which an unanswered purchase is given up. It is below the two days for which the site stores a key. If it was
 * bought, its deliveries come with a poll.
 */
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000;
/** Refusals that take no coins, and that another try would not change. */
const FINAL = new Set([
  'spendNotAllowed',
  'accountBlocked',
  'priceChanged',
  'notEnoughCoins',
  'inDebt',
  'goodSoldOut',
  'goodNotFound',
  'idempotencyKeyReused',
  'gameScope',
  'badRequest',
]);

/** A timer that does not keep the process alive. */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref());
const isWhole = (value) => Number.isSafeInteger(value) && value >= 0;

/**
 * Purchases that players make in the game with the coins of their account. Each has a key of its own and stays in the
 * journal until the site has answered, so neither a lost answer nor a crash buys twice.
 * @param options.file path of the journal; it must survive restarts
 * @param options.ask sends a request to the site
 * @param options.take hands over the purchased goods
 * @param options.bought called for each answered purchase, also for those that a stop of the server left unanswered
 */
function createPurchases({ file, ask, take, log, bought }) {
  const journal = openJournal(file);
  /** The last purchase of each player, by their name. */
  const last = new Map();
  const state = { isStopping: false };

  /** @returns the outcome of a purchase; undefined while the site has not answered */
  async function askOnce({ key, player, goods, count, coins }) {
    try {
      const answer = await ask('purchases', { key, player, goods, count, coins });
      take(answer.deliveries);
      return { order: answer.order, coins: answer.premiumCoins };
    } catch (error) {
      if (error.code === 'gameScope')
        log('[onerp] players cannot buy: make a key with --may link,purchase (npm run game-keys)');
      return FINAL.has(error.code) ? { refused: error.code } : undefined;
    }
  }

  /** @returns undefined if the server stops before the site has answered: the journal asks again at the next start */
  async function askUntilAnswered(purchase) {
    for (let tries = 0; !state.isStopping; tries += 1) {
      if (Date.now() - purchase.at >= GIVE_UP_AFTER_MS) {
        log(`[onerp] the site has not answered a purchase of ${purchase.player} for a day`);
        return { refused: 'unanswered' };
      }
      const result = await askOnce(purchase);
      if (result) return result;
      if (!state.isStopping) await pause(ASK_AGAIN_MS[Math.min(tries, ASK_AGAIN_MS.length - 1)]);
    }
    return undefined;
  }

  function begin(purchase) {
    const known = { purchase, answeredAt: undefined };
    known.answer = askUntilAnswered(purchase).then((result) => {
      if (!result) return { refused: 'unanswered' };
      known.answeredAt = Date.now();
      try {
        journal.remove(purchase.key);
      } catch (error) {
        // the next start asks again under the same key, which buys nothing
        log(`[onerp] an answered purchase could not be noted: ${error.message}`);
      }
      try {
        bought(purchase.player, purchase.goods, purchase.count, result);
      } catch (error) {
        log(`[onerp] what was told of a purchase failed: ${error.message}`);
      }
      return result;
    });
    last.set(purchase.player, known);
    return known.answer;
  }

  journal.open().forEach(begin);

  return {
    /** Buys for a player. Resolves with `{order, coins}`, the coins that are left, or with `{refused}`. */
    buy: async (player, { goods, count = 1, coins }) => {
      if (![goods, count, coins].every(isWhole)) return { refused: 'badRequest' };
      const known = last.get(player);
      if (known) {
        const { purchase, answeredAt } = known;
        const isSame = purchase.goods === goods && purchase.count === count && purchase.coins === coins;
        const isSecondClick = isSame && (!answeredAt || Date.now() - answeredAt < SAME_CLICK_MS);
        if (isSecondClick) return known.answer;
        if (!answeredAt) return { refused: 'busy' };
      }
      const purchase = { key: randomId(), player, goods, count, coins, at: Date.now() };
      journal.add(purchase);
      return begin(purchase);
    },
    /** Forgets the last purchase of a player who left, unless it still waits for an answer. */
    leave: (player) => {
      if (last.has(player) && last.get(player).answeredAt) last.delete(player);
    },
    stop: () => {
      state.isStopping = true;
    },
  };
}

/** Opens the journal of unanswered purchases. Each line is a purchase, or marks one as finished. */
function openJournal(file) {
  const open = new Map();
  for (const line of readLines(file, 'restore it, or move it away: what it held may be bought already')) {
    if (line.isOver) open.delete(line.key);
    else open.set(line.key, line);
  }
  writeLines(
    file,
    Array.from(open.values()).map((purchase) => JSON.stringify(purchase)),
  );
  /** Returns when the line is on the disk. */
  function append(line) {
    const descriptor = fs.openSync(file, 'a');
    try {
      appendLine(file, descriptor, JSON.stringify(line));
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
  }
  return {
    open: () => Array.from(open.values()),
    add: append,
    remove: (key) => append({ key, isOver: true }),
  };
}

module.exports = { createPurchases };
