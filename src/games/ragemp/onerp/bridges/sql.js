'use strict';

/**
 * For game modes that keep their players in an SQL database. The number of the delivery and its effect are written in one
 * transaction, so that a crash leaves both or neither. The game needs this table:
 *
 *   CREATE TABLE onerp_deliveries (id BIGINT PRIMARY KEY, taken INT NULL, given_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)
 *
 * @param sql `query(text, values)` gives rows; `transaction(work)` commits what `work(query)` did, or nothing
 * @param handlers by code: `give(query, delivery)`, `revoke(query, delivery)` which returns how many pieces it took, or for
 *   facts `set(query, delivery)`. Their effect must go through `query`. One that changed nothing must throw, as `Refused`:
 *   what returns is committed and counts as given. `needsOnline: true` waits for the player.
 * @param isOnline whether a player is on the server
 */
function sqlBridge({ sql, handlers, isOnline = () => true }) {
  const known = Object.keys(handlers);
  const has = (act) => known.filter((code) => handlers[code][act]);

  return {
    codes: has('give'),
    facts: has('set'),
    proves: known,
    check: async ({ kind, code, player }) => {
      const handler = handlers[code];
      if (!handler || !handler[kind])
        return { reject: 'unknown_code', why: `no handler for ${kind} ${code}` };
      if (handler.needsOnline && !isOnline(player.player)) return { retry: 'offline' };
      return undefined;
    },
    apply: (delivery) => giveOnce(sql, delivery, handlers[delivery.code][delivery.kind]),
    prove: async ({ no, kind }) => {
      const saved = await rowOf(sql.query, no);
      if (!saved) return 'notGiven';
      return kind === 'revoke' ? { taken: Number(saved.taken) } : 'given';
    },
  };
}

/** Runs an effect once for a delivery. A second call finds the row of the first. */
async function giveOnce(sql, delivery, act) {
  const { no, kind, count } = delivery;
  if (!(await rowOf(sql.query, no)))
    await sql.transaction(async (query) => {
      await query('INSERT INTO onerp_deliveries (id) VALUES (?)', [no]);
      const taken = await act(query, delivery);
      if (kind === 'revoke')
        await query('UPDATE onerp_deliveries SET taken = ? WHERE id = ?', [
          Number.isInteger(taken) ? taken : count,
          no,
        ]);
    });
  const saved = await rowOf(sql.query, no);
  if (!saved) throw new Error(`delivery ${no} was not saved`);
  return { proof: `onerp_deliveries ${no}`, taken: kind === 'revoke' ? Number(saved.taken) : undefined };
}

const rowOf = async (query, no) =>
  (await query('SELECT id, taken FROM onerp_deliveries WHERE id = ?', [no]))[0];

module.exports = { sqlBridge, giveOnce };
