'use strict';

/** Codes of PROTOCOL.md with which a delivery is tried again later. */
const RETRY = new Set(['offline', 'no_space', 'wrong_character', 'busy']);
/** Codes of PROTOCOL.md of a delivery that will not work. */
const REJECT = new Set(['unknown_code', 'no_character', 'bad_params', 'failed']);

/**
 * An error with which a handler says that nothing was given, and why: `throw new Refused('no_character', 'no player vasya')`.
 * With `offline`, `no_space`, `wrong_character` or `busy` the delivery comes again, with `unknown_code`, `no_character`,
 * `bad_params` or `failed` it waits for an operator. Any other error of a handler is `failed`, or unknown without a proof.
 */
class Refused extends Error {
  /** @param why a sentence for the operator */
  constructor(code, why = code) {
    if (!RETRY.has(code) && !REJECT.has(code)) throw new Error(`a delivery is not refused with ${code}`);
    super(why);
    this.refusedAs = code;
  }
}

/** What a refusal is for the site; undefined for other errors. The class may have been loaded twice. */
function outcomeOf(error) {
  const code = error && error.refusedAs;
  if (RETRY.has(code)) return { outcome: 'retry', code };
  return REJECT.has(code) ? { outcome: 'rejected', code } : undefined;
}

module.exports = { Refused, outcomeOf };
