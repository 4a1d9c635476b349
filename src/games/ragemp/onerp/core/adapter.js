'use strict';

const { openLedger } = require('./ledger');
const { createPresence, fitting } = require('./presence');
const { createWire } = require('./wire');
const { createWork } = require('./work');

const VERSION = '1.0.0';
const REFUSED_WAIT_MS = 5 * 60 * 1000;
const RESULTS_AT_ONCE = 100;
/** Most codes and facts in a hello. */
const CODES = 300;
const FACTS = 50;
const CODE = /^[a-z*][a-z0-9_:*.-]{0,59}$/;
const CODE_RULE = 'a code is small Latin letters, digits and _ : . -, and begins with a letter';
/** Most bytes of results in a request: a small request passes a bad line sooner. A poll also carries players. */
const RESULT_BYTES = 12000;
/** Joins and leaves are reported within this time, even while a poll is held. */
const TELL_EVERY_MS = 1000;
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
  /** Unanswered results. */
  const results = new Map();
  const state = { isStopping: false, isHeld: false };
  let failures = 0;
  let lastSaid = '';
  let isReporting = false;
  let isTelling = false;

  const work = createWork({
    ledger,
    bridge: Object.assign({}, bridge, { check }),
    log: (line) => log(`[onerp] ${line}`),
    report: (result) => {
      results.set(result.no, result);
      flush().catch(() => {});
    },
  });

  /** Purchases wait for the character of the link. */
  async function check(delivery) {
    const { player, character } = delivery.player;
    const here = presence.get(player);
    const isOther =
      identity === 'link' && character && here && here.character && here.character !== character;
    return isOther ? { retry: 'wrong_character' } : bridge.check(delivery);
  }

  /**
   * Sends a request to the site. Two requests may overtake each other; the site then refuses the lower number, so
   * that request is sent again.
   */
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

  const nextResults = () => fitting(Array.from(results.values()), RESULT_BYTES, RESULTS_AT_ONCE);

  /** Reports the finished deliveries, and keeps their results until the site has answered. */
  async function flush() {
    if (isReporting) return;
    isReporting = true;
    try {
      while (results.size > 0) await reportBatch(nextResults());
    } finally {
      isReporting = false;
    }
  }

  /**
   * Reports a batch. If the site refuses it, each result is sent alone, and a refused one is dropped. Otherwise one
   * malformed result would block all others for ever.
   */
  async function reportBatch(batch) {
    try {
      forget(batch, (await ask('report', { results: batch })).results);
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

  /** Forgets the answered results, unless a newer result of the same delivery exists. */
  function forget(sent, answers) {
    const answered = new Set(answers.map(({ no }) => no));
    sent.forEach((result) => {
      if (answered.has(result.no) && results.get(result.no) === result) results.delete(result.no);
    });
  }

  /** Returns the codes that the site accepts, because it refuses a hello with another one or with too many. */
  function told(codes, most) {
    const fit = codes.filter((code) => CODE.test(code));
    const wrong = codes.filter((code) => !CODE.test(code));
    if (wrong.length > 0) say(`no code of the site is called ${wrong.join(', ')}: ${CODE_RULE}`);
    if (fit.length > most) say(`the site hears of ${most} of ${fit.length} codes only`);
    return fit.slice(0, most);
  }

  async function hello() {
    const about = { adapter: `${name} ${VERSION}`, game, host, ledger: ledger.id };
    about.codes = told(bridge.codes, CODES);
    about.facts = told(bridge.facts, FACTS);
    about.proves = told(bridge.proves, CODES);
    const answer = await wire.call('hello', Object.assign(about, { identity, slots }));
    ledger.settle(answer.settledThrough);
    say(`connected as ${answer.server}, ledger ${ledger.id}, ${results.size} results wait`);
  }

  async function sendRoster() {
    const parts = presence.roster();
    for (let at = 0; at < parts.length; at += 1)
      await ask('roster', { part: at + 1, of: parts.length, players: parts[at] });
  }

  /** Waits for work. It reports results as well, so that a busy server needs one request. */
  async function pull() {
    const sent = nextResults();
    let answer;
    state.isHeld = true;
    try {
      answer = await exchange({ waitS, max: 50, results: sent });
    } catch (error) {
      // nothing may block the poll for ever: results are sent one by one
      if (error.code === 'badRequest') await flush();
      throw error;
    } finally {
      state.isHeld = false;
    }
    forget(sent, answer.results);
    if (answer.wantRoster) await sendRoster();
  }

  /**
   * Reports joins and leaves while a poll is held, with a poll of its own that takes no work and ends at once. The
   * held poll continues: if it were aborted, the work in its answer would come again only after the lease.
   */
  async function tell() {
    if (isTelling) return;
    isTelling = true;
    try {
      while (state.isHeld && presence.hasChanges()) await exchange({ waitS: 0, max: 0, results: [] });
    } catch {
      // the changes are reported a second later, or with the next poll
    } finally {
      isTelling = false;
    }
  }

  /** Reports joins and leaves, and begins the work in the answer. */
  async function exchange(fields) {
    const changes = presence.takeChanges();
    let answer;
    try {
      const numbers = { online: presence.online(), slots };
      answer = await wire.call('pull', Object.assign(numbers, changes, fields));
    } catch (error) {
      // players that the site refuses are reported with the next roster, so that they do not block polls for ever
      if (error.code !== 'badRequest') presence.putBack(changes);
      throw error;
    }
    work.take(answer.deliveries);
    work.cancel(answer.cancel);
    ledger.settle(answer.settledThrough);
    if (answer.rival)
      say(`ANOTHER ADAPTER ASKS FOR THIS SERVER: ${answer.rival.host}, ${answer.rival.network}`);
    return answer;
  }

  async function run() {
    let isGreeted = false;
    while (!state.isStopping) {
      try {
        if (!isGreeted) {
          await hello();
          isGreeted = true;
          await sendRoster();
        }
        await pull();
        failures = 0;
      } catch (error) {
        if (state.isStopping) return;
        if (error.code === 'instanceReplaced') {
          say('another adapter has taken the place of this one: it stops asking');
          return;
        }
        if (['helloNeeded', 'instanceActive', 'ledgerUnknown'].includes(error.code)) isGreeted = false;
        if (['helloNeeded', 'clockSkew', 'seqReused'].includes(error.code)) continue;
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
  const telling = setInterval(() => void tell(), TELL_EVERY_MS);
  return {
    presence,
    ask,
    take: work.take,
    ledgerId: ledger.id,
    /** Finishes the begun deliveries, reports them, and says bye. */
    stop: async () => {
      state.isStopping = true;
      clearInterval(telling);
      await work.settled();
      await flush().catch(() => {});
      await wire.call('bye', {}).catch(() => {});
      wire.close();
      await Promise.race([running, sleep(1000)]);
      ledger.close();
    },
  };
}

/** Returns the error and its remedy in one line. */
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
