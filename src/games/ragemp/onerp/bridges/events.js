'use strict';

/**
 * For game modes with their own way of saving: another script says what each code does.
 * @param handlers by code: `give(delivery)`, `revoke(delivery)` which returns how many pieces it took, or `set(delivery)`.
 *   Each returns a promise that is kept once the effect is saved and was read back, and throws `Refused` if it gave nothing.
 *   `prove(delivery)`, beside them, tells whether what is saved has it: 'given', 'notGiven' or 'cannotTell', or of a revoke
 *   `{taken}`; without it a crash in the middle is for an operator to decide.
 * @param isOnline whether a player is on the server
 */
function eventsBridge({ handlers, isOnline = () => true }) {
  const known = Object.keys(handlers);
  const has = (act) => known.filter((code) => handlers[code][act]);

  return {
    codes: has('give'),
    facts: has('set'),
    proves: has('prove'),
    check: async ({ kind, code, player }) => {
      const handler = handlers[code];
      if (!handler || !handler[kind])
        return { reject: 'unknown_code', why: `no handler for ${kind} ${code}` };
      if (handler.needsOnline && !isOnline(player.player)) return { retry: 'offline' };
      return undefined;
    },
    apply: async (delivery) => {
      const answer = await handlers[delivery.code][delivery.kind](delivery);
      return delivery.kind === 'revoke' && Number.isInteger(answer) ? { taken: answer } : {};
    },
    prove: async (delivery) => {
      const { prove } = handlers[delivery.code] || {};
      return prove ? prove(delivery) : 'cannotTell';
    },
  };
}

module.exports = { eventsBridge };
