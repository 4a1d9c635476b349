'use strict';

const { clean } = require('./presence');
const { outcomeOf } = require('./refused');

/** Delays before a bridge that failed is asked for a proof again: its database may be restarting. */
const PROVE_AGAIN_MS = [1000, 4000, 15000];
const UNPROVED = 'begun, and it cannot be proved';
/** Results after which the delivery is not this server's until it comes again. */
const ENDS_LEASE = new Set(['retry', 'rejected', 'unknown']);
/** What the ledger keeps of a begun delivery: a cancel brings only the number, and the proof needs the rest. */
const KEPT = ['no', 'attempt', 'kind', 'code', 'count', 'params', 'version', 'player'];

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Does each delivery once. Before a delivery is begun, the ledger says so; after the game has saved it and it was read back,
 * the ledger says that it is done. What a crash left in between is proved first.
 *
 * A bridge knows the game:
 * - `check(delivery)` tells why it cannot be begun: `{retry: 'offline'}`, `{reject: 'unknown_code'}`; else undefined
 * - `apply(delivery)` does it, has it saved and reads it back; returns `{proof, taken}`, or throws `Refused` (refused.js) if
 *   nothing was given
 * - `prove(delivery)` looks into what is saved: 'given', 'notGiven' or 'cannotTell'; of a revoke `{taken}` says that it is done
 *   and how many pieces were there (D11)
 */
function createWork({ ledger, bridge, report, log }) {
  /** Queues by player: their deliveries are done one after the other. */
  const queues = new Map();
  /** Deliveries that have come and are not begun. The same one comes again when its lease lapses. */
  const queued = new Set();
  let warned;

  function enqueue(key, task) {
    const last = queues.get(key) || Promise.resolve();
    const next = last.then(task).catch((error) => log(`delivery failed: ${error.message}`));
    queues.set(key, next);
    const clear = () => {
      if (queues.get(key) === next) queues.delete(key);
    };
    next.finally(clear);
    return next;
  }

  /** Looks the delivery up in the saved state. If the bridge cannot tell, also because it fails, neither flag is set. */
  async function lookUp(delivery, proof) {
    const { found, why } = await proveBy(delivery);
    const taken = found && found.taken;
    return {
      isGiven: found === 'given' || taken !== undefined,
      isNotGiven: found === 'notGiven',
      done: { proof, taken },
      unknown: { outcome: 'unknown', proof: why ? `${UNPROVED}: ${why}` : UNPROVED },
    };
  }

  async function proveBy(delivery) {
    for (let tries = 0; ; tries += 1) {
      try {
        return { found: await bridge.prove(delivery) };
      } catch (error) {
        if (tries === PROVE_AGAIN_MS.length) return { why: messageOf(error) };
        await pause(PROVE_AGAIN_MS[tries]);
      }
    }
  }

  /** Whether an operator's decision about the attempt that was started replaces a proof. */
  const isDecided = ({ attempt = 0 }, { notGivenThrough }) =>
    notGivenThrough > 0 && attempt <= notGivenThrough;

  // entries of former versions have no player
  const factOf = ({ kind, code, player }) =>
    kind === 'set' && player ? `${player.login}|${code}` : undefined;

  /** What is known of a delivery in the ledger; undefined if it was not begun, or if its handler said that nothing was given. */
  function begunOf(no) {
    const known = ledger.get(no);
    return known && known.state !== 'open' ? known : undefined;
  }

  async function handle(delivery) {
    const { no } = delivery;
    const known = begunOf(no);
    if (known && known.state === 'done') return reportDone(delivery, known);
    if (known && known.state === 'refused') return say(delivery, { outcome: 'cancelled' });
    if ((known && !isDecided(known, delivery)) || delivery.doubtful) {
      const found = await lookUp(delivery, 'found again');
      if (found.isGiven) return finish(delivery, found.done);
      if (!found.isNotGiven) return say(delivery, found.unknown);
    }
    // the payment was refunded and nothing was given
    if (delivery.calledOff) {
      ledger.write({ no, state: 'refused' });
      return say(delivery, { outcome: 'cancelled' });
    }
    const fact = factOf(delivery);
    if (fact && ledger.versionOf(fact) > delivery.version)
      return finish(delivery, { proof: 'a newer version is known' });
    const obstacle = await obstacleOf(delivery);
    if (obstacle && obstacle.retry)
      return say(delivery, {
        outcome: 'retry',
        code: obstacle.retry,
        afterS: obstacle.afterS,
        proof: obstacle.why,
      });
    if (obstacle) return say(delivery, { outcome: 'rejected', code: obstacle.reject, proof: obstacle.why });
    ledger.write(Object.assign(keptOf(delivery), { state: 'started' }));
    try {
      return finish(delivery, (await bridge.apply(delivery)) || {});
    } catch (error) {
      return afterFailure(delivery, error);
    }
  }

  /** A bridge that fails before anything is begun is asked again later. */
  async function obstacleOf(delivery) {
    try {
      return await bridge.check(delivery);
    } catch (error) {
      const why = messageOf(error);
      // it fails for every delivery, so the same is printed once
      if (why !== warned) log(`nothing can be begun, and is tried again: ${why}`);
      warned = why;
      return { retry: 'busy', why };
    }
  }

  /** Handles a failure in the middle: the saved state counts, and where nothing can be proved the word of the handler. */
  async function afterFailure(delivery, error) {
    const found = await lookUp(delivery, 'found after a failure');
    if (found.isGiven) return finish(delivery, found.done);
    const why = messageOf(error);
    const refused = outcomeOf(error);
    if (refused) {
      ledger.write({ no: delivery.no, state: 'open' });
      return say(delivery, Object.assign({ proof: why }, refused));
    }
    if (found.isNotGiven) return say(delivery, { outcome: 'rejected', code: 'failed', proof: why });
    return say(delivery, { outcome: 'unknown', proof: why });
  }

  function finish(delivery, { proof, taken }) {
    const entry = {
      no: delivery.no,
      state: 'done',
      proof,
      taken,
      fact: factOf(delivery),
      version: delivery.version,
    };
    ledger.write(entry);
    return reportDone(delivery, entry);
  }

  const reportDone = (delivery, { proof, taken }) => say(delivery, { outcome: 'done', proof, taken });
  function say({ no, attempt, kind, count, code }, result) {
    const proof = result.proof && clean(result.proof, 400);
    if (result.outcome === 'rejected' || result.outcome === 'unknown') {
      const what = [kind, count, code].filter((each) => each !== undefined).join(' ');
      const reasons = [result.code, proof].filter(Boolean).join(', ');
      log(`delivery ${no} (${what}) is ${result.outcome}: ${reasons}`);
    }
    // the site sends it anew or calls it off, so what came before is not begun any more
    if (ENDS_LEASE.has(result.outcome))
      queued.forEach((other) => {
        if (other.no === no) queued.delete(other);
      });
    report(Object.assign({ no, attempt }, result, proof && { proof }));
  }

  /** Cancels a delivery, unless the proof finds that it was given. If nobody can tell, reports `unknown`. */
  async function callOff(no) {
    const known = begunOf(no);
    const delivery = Object.assign({}, known, { no, attempt: (known && known.attempt) || 1 });
    if (known && known.state === 'done') return reportDone(delivery, known);
    if (known && known.state === 'started') {
      const found = await lookUp(delivery, 'found again');
      if (found.isGiven) return finish(delivery, found.done);
      if (!found.isNotGiven) return say(delivery, found.unknown);
    }
    if (!known || known.state !== 'refused') ledger.write({ no, state: 'refused' });
    return say(delivery, { outcome: 'cancelled' });
  }

  return {
    /** Does the deliveries that the site sent. */
    take: (deliveries) =>
      deliveries.forEach((each) => {
        queued.add(each);
        enqueue(each.player.login, async () => {
          if (queued.delete(each)) await handle(each);
        });
      }),
    /** Cancels deliveries, each after the running work. */
    cancel: (numbers) => {
      const all = Array.from(queues.values());
      numbers.forEach((no) => enqueue(`cancel ${no}`, () => Promise.all(all).then(() => callOff(no))));
    },
    /** Resolves when no delivery is being done. */
    settled: () => Promise.all(Array.from(queues.values())),
  };
}

const messageOf = (error) => String((error && error.message) || error);

function keptOf(delivery) {
  const entry = {};
  KEPT.forEach((field) => {
    entry[field] = delivery[field];
  });
  return entry;
}

module.exports = { createWork };
