'use strict';

const { clean } = require('./presence');

/**
 * Does each delivery once. Before a delivery is begun, the ledger says so; after the game has saved it and it was read back,
 * the ledger says that it is done. What a crash left in between is proved first.
 *
 * A bridge knows the game:
 * - `check(delivery)` tells why it cannot be begun: `{retry: 'offline'}`, `{reject: 'unknown_code'}`; else undefined
 * - `apply(delivery)` does it, has it saved and reads it back; returns `{proof, taken}`
 * - `prove(delivery)` looks into what is saved: 'given', 'notGiven' or 'cannotTell'; of a revoke `{taken}` says that it is done
 *   and how many pieces were there (D11)
 */
function createWork({ ledger, bridge, report, log }) {
  /** Queues by player: their deliveries are done one after the other. */
  const queues = new Map();

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

  /** Looks the delivery up in the saved state. If the bridge cannot tell, neither flag is set. */
  async function lookUp(delivery, proof) {
    const found = await bridge.prove(delivery);
    const taken = found && found.taken;
    return {
      isGiven: found === 'given' || taken !== undefined,
      isNotGiven: found === 'notGiven',
      done: { proof, taken },
    };
  }

  /** Whether an operator's decision about the attempt that was started replaces a proof. */
  const isDecided = ({ attempt = 0 }, { notGivenThrough }) =>
    notGivenThrough > 0 && attempt <= notGivenThrough;

  const factOf = ({ kind, code, player }) => (kind === 'set' ? `${player.login}|${code}` : undefined);

  async function handle(delivery) {
    const { no, attempt } = delivery;
    const known = ledger.get(no);
    if (known && known.state === 'done') return reportDone(delivery, known);
    if (known && known.state === 'refused') return say(delivery, { outcome: 'cancelled' });
    if ((known && !isDecided(known, delivery)) || delivery.doubtful) {
      const found = await lookUp(delivery, 'found again');
      if (found.isGiven) return finish(delivery, found.done);
      if (!found.isNotGiven)
        return say(delivery, { outcome: 'unknown', proof: 'begun, and it cannot be proved' });
    }
    // the payment was refunded and nothing was given
    if (delivery.calledOff) {
      ledger.write({ no, state: 'refused' });
      return say(delivery, { outcome: 'cancelled' });
    }
    const fact = factOf(delivery);
    if (fact && ledger.versionOf(fact) > delivery.version)
      return finish(delivery, { proof: 'a newer version is known' });
    const obstacle = await bridge.check(delivery);
    if (obstacle && obstacle.retry)
      return say(delivery, { outcome: 'retry', code: obstacle.retry, afterS: obstacle.afterS });
    if (obstacle) return say(delivery, { outcome: 'rejected', code: obstacle.reject, proof: obstacle.why });
    ledger.write({ no, state: 'started', attempt, kind: delivery.kind, code: delivery.code });
    try {
      return finish(delivery, (await bridge.apply(delivery)) || {});
    } catch (error) {
      return afterFailure(delivery, error);
    }
  }

  /** Handles a failure in the middle: only the saved state counts. */
  async function afterFailure(delivery, error) {
    const found = await lookUp(delivery, 'found after a failure');
    if (found.isGiven) return finish(delivery, found.done);
    const why = String(error.message);
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
  function say({ no, attempt }, result) {
    const { proof } = result;
    report(Object.assign({ no, attempt }, result, proof && { proof: clean(proof, 400) }));
  }

  /** Cancels a delivery, unless the proof finds that it was given. If nobody can tell, reports `unknown`. */
  async function callOff(no) {
    const known = ledger.get(no);
    const delivery = { no, attempt: 1 };
    if (!known) ledger.write({ no, state: 'refused' });
    if (!known || known.state === 'refused') return say(delivery, { outcome: 'cancelled' });
    if (known.state === 'done') return reportDone(delivery, known);
    const found = await lookUp(Object.assign({}, known, delivery), 'found again');
    if (found.isGiven) return finish(delivery, found.done);
    if (!found.isNotGiven) return say(delivery, { outcome: 'unknown' });
    ledger.write({ no, state: 'refused' });
    return say(delivery, { outcome: 'cancelled' });
  }

  return {
    /** Does the deliveries that the site handed out. */
    take: (deliveries) => deliveries.forEach((each) => enqueue(each.player.login, () => handle(each))),
    /** Cancels deliveries, each after the running work. */
    cancel: (numbers) => {
      const all = Array.from(queues.values());
      numbers.forEach((no) => enqueue(`cancel ${no}`, () => Promise.all(all).then(() => callOff(no))));
    },
    /** Resolves when no delivery is being done. */
    settled: () => Promise.all(Array.from(queues.values())),
  };
}

module.exports = { createWork };
