'use strict';

const { openLedger } = require('./ledger');
const { createPresence } = require('./presence');
const { createWire } = require('./wire');
const { createWork } = require('./work');

const VERSION = '1.0.0';
const REFUSED_WAIT_MS = 5 * 60 * 1000;
const RESULTS_AT_ONCE = 100;
const MOST_WAIT_MS = 60000;
const TRIES = 5;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Asks the site for work until it is stopped, and never because an answer was lost.
 * @param options.url address of the site; key and secret: of `npm run game-keys`
 * @param options.ledgerFile where the ledger lies; it must survive restarts
 * @param options.bridge knows the game (work.js), with `codes`, `facts` and `proves`
 * @param options.log prints a line
 * @param options.identity `login` if players are named by their login on the site, `link` if they tie their account by a code
 */
function startAdapter({
  url,
  key,
  secret,
  ledgerFile,
  bridge,
  log,
  name = 'onerp-ragemp',
  game = 'RAGE MP',
  host = require('os').hostname(),
  slots = 1000,
  waitS = 25,
  identity = 'login',
}) {
  const ledger = openLedger(ledgerFile);
  const presence = createPresence();
  const wire = createWire({ url, key, secret, head: ledger.head });
  /** Results that the site has not answered yet. */
  const results = new Map();
  const state = { isStopping: false };
  let failures = 0;
  let lastSaid = '';
  let isReporting = false;

  const work = createWork({
    ledger,
    bridge: Object.assign({}, bridge, { check }),
    log,
    report: (result) => {
      results.set(result.no, result);
      flush().catch(() => {});
    },
  });

  /** What was bought waits for the character of the link. */
  async function check(delivery) {
    const { player, character } = delivery.player;
    const here = presence.get(player);
    const isOther =
      identity === 'link' && character && here && here.character && here.character !== character;
    return isOther ? { retry: 'wrong_character' } : bridge.check(delivery);
  }

  /** Asks the site something of a player. Two requests may overtake each other: the later number was heard, so again. */
  async function ask(name, fields) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await wire.call(name, fields);
      } catch (error) {
        if (error.code !== 'seqReused' || tries === TRIES) throw error;
      }
    }
  }

  /** Prints a line unless it is the same as the last one. */
  function say(text) {
    if (text !== lastSaid) log(`[onerp] ${text}`);
    lastSaid = text;
  }

  /** Reports what is done, and keeps it until the site has answered. */
  async function flush() {
    if (isReporting) return;
    isReporting = true;
    try {
      while (results.size > 0) await reportBatch(Array.from(results.values()).slice(0, RESULTS_AT_ONCE));
    } finally {
      isReporting = false;
    }
  }

  /**
   * Reports a batch. If the site refuses it, each result goes alone: one that it does not understand would keep all others
   * from it for ever, so that one is dropped.
   */
  async function reportBatch(batch) {
    try {
      forget(batch, (await wire.call('report', { results: batch })).results);
    } catch (error) {
      if (error.code !== 'badRequest') throw error;
      if (batch.length > 1) {
        for (const result of batch) await reportBatch([result]);
        return;
      }
      forget(batch, batch);
      const what = JSON.stringify(batch[0]);
      log(`[onerp] THE SITE REFUSES A RESULT, WHICH IS DROPPED. Decide it by hand: ${what}`);
    }
  }

  /** Forgets the results that the site has answered, unless there is a newer one. */
  function forget(sent, answers) {
    const answered = new Set(answers.map(({ no }) => no));
    sent.forEach((result) => {
      if (answered.has(result.no) && results.get(result.no) === result) results.delete(result.no);
    });
  }

  async function hello() {
    const { codes, facts, proves } = bridge;
    const about = { adapter: `${name} ${VERSION}`, game, host, ledger: ledger.id, codes, facts, proves };
    const answer = await wire.call('hello', Object.assign(about, { identity, slots }));
    ledger.settle(answer.settledThrough);
    say(`connected as ${answer.server}, ledger ${ledger.id}, ${results.size} results wait`);
    await sendRoster();
  }

  async function sendRoster() {
    const parts = presence.roster();
    for (let at = 0; at < parts.length; at += 1)
      await wire.call('roster', { part: at + 1, of: parts.length, players: parts[at] });
  }

  async function pull() {
    const changes = presence.takeChanges();
    const sent = Array.from(results.values()).slice(0, RESULTS_AT_ONCE);
    let answer;
    try {
      const fields = { waitS, max: 50, online: presence.online(), slots, results: sent };
      answer = await wire.call('pull', Object.assign(fields, changes));
    } catch (error) {
      // nothing of it may stick for ever: results are sent one by one, players are told with the next roster
      if (error.code === 'badRequest') await flush();
      else presence.putBack(changes);
      throw error;
    }
    forget(sent, answer.results);
    ledger.settle(answer.settledThrough);
    work.take(answer.deliveries);
    work.cancel(answer.cancel);
    if (answer.rival)
      say(`ANOTHER SERVER HAS THE KEY OF THIS ONE: ${answer.rival.host}, ${answer.rival.network}`);
    if (answer.wantRoster) await sendRoster();
  }

  async function run() {
    let isGreeted = false;
    while (!state.isStopping) {
      try {
        if (!isGreeted) await hello();
        isGreeted = true;
        await pull();
        failures = 0;
      } catch (error) {
        if (state.isStopping) return;
        if (error.code === 'instanceReplaced') {
          say('another adapter has taken the place of this one: it stops asking');
          return;
        }
        if (['helloNeeded', 'instanceActive', 'ledgerUnknown'].includes(error.code)) isGreeted = false;
        if (error.code === 'helloNeeded' || error.code === 'clockSkew') continue;
        failures += 1;
        say(adviceOf(error));
        await sleep(waitOf(error));
      }
    }
  }

  function waitOf(error) {
    if (error.code === 'gameKeyInvalid' || error.code === 'gameScope') return REFUSED_WAIT_MS;
    const backOff = Math.min(MOST_WAIT_MS, 1000 * Math.pow(2, Math.min(failures, 6) - 1));
    return Math.max((error.retryAfterS || 0) * 1000, backOff * (0.75 + Math.random() / 2));
  }

  const running = run();
  return {
    presence,
    ask,
    ledgerId: ledger.id,
    /** Finishes what is begun, reports it, and says bye. */
    stop: async () => {
      state.isStopping = true;
      await work.settled();
      await flush().catch(() => {});
      await wire.call('bye', {}).catch(() => {});
      wire.close();
      await Promise.race([running, sleep(1000)]);
      ledger.close();
    },
  };
}

/** What is wrong and what to do, in one line. */
function adviceOf(error) {
  switch (error.code) {
    case 'gameKeyInvalid':
    case 'gameScope':
      return `${error.code}: check key and secret; the site is asked again in 5 minutes`;
    case 'instanceActive':
      return 'another adapter of this server is running: stop it, or wait a minute after its crash';
    case 'ledgerUnknown':
      return 'the ledger is new or older than before: an operator must accept it (npm run deliveries -- accept-ledger)';
    default:
      return `${error.message}; trying again`;
  }
}

module.exports = { startAdapter };
