import { blockedText } from '#/server/domain/accounts/access/blocks.ts';

/*
 * The statements that lease deliveries, for `leases.ts`. Every statement has a name, so that PostgreSQL plans it
 * once per connection. In all of them $1 is the server, $2 the ledger and $3 the asking instance.
 */

/**
 * SQL: returns a row if the asking adapter was neither replaced nor stopped since, and no other ledger was accepted
 * in place of its own. A delivery leased to a retired ledger would never be leased again. The ledger is locked
 * before any delivery, as in `acceptLedger`, so the later of two transactions waits and sees the result of the first.
 * @param condition SQL: without it nothing is locked, because a lock costs a write to the disk
 */
const liveIf = (condition: string) => `live AS MATERIALIZED (SELECT g.id
      FROM game_instances i JOIN game_ledgers g ON g.id = i.ledger_id
      WHERE i.server_key = $1 AND i.instance_id = $3 AND i.ended_at IS NULL AND g.id = $2 AND g.retired_at IS NULL
        AND ${condition}
      FOR SHARE OF g)`;
/** SQL condition, in statements with `liveIf`. */
const WHERE_LIVE = 'EXISTS (SELECT FROM live)';

/**
 * SQL condition on `deliveries` at $5: nothing stops the delivery. While an account is blocked, new gives wait.
 * Revokes and facts are still leased (O14).
 */
const WHERE_UNBLOCKED = `NOT (kind = 'give' AND ${blockedText('deliver', 'deliveries.account_id', '$5')})`;

/**
 * Leases at most $4 rows at $5, until $6. An operator's decision that a delivery was not given holds for the attempts
 * before it, which its move in the history names. So it reaches the game also if an answer is lost, and never covers an
 * attempt that the game began under it.
 * @param found SQL with the name `found` of the leasable rows, locked if the adapter `WHERE_LIVE`
 */
const leaseOf = (found: string) => `WITH ${liveIf('true')}, ${found},
    due AS (SELECT id FROM found LIMIT $4),
    owners AS (SELECT due.id, jsonb_build_object('player', coalesce(l.player, p.player, a.login),
        'character', coalesce(d.character, l.character, p.character), 'name', coalesce(p.name, l.character_name)) AS owner
      FROM due JOIN deliveries d ON d.id = due.id JOIN accounts a ON a.id = d.account_id
      JOIN game_instances i ON i.server_key = $1
      LEFT JOIN game_links l ON l.account_id = a.id AND l.server_key = $1 AND l.state = 'active' AND i.identity = 'link'
      LEFT JOIN LATERAL (SELECT player, character, name FROM game_presence p
        WHERE p.server_key = $1 AND p.account_id = a.id ORDER BY seen_at DESC LIMIT 1) p ON true),
    taken AS (UPDATE deliveries d SET state = 'leased', ledger_id = $2, attempt = attempt + 1, lease_until = $6,
      ready_at = NULL,
      handed_to = coalesce(d.handed_to, owners.owner), moved_by = 'site', move_reason = '', moved_at = $5
      FROM owners WHERE d.id = owners.id RETURNING d.*)
    SELECT t.id, t.attempt, t.kind, t.code, t.count, t.params, t.fact_version, t.is_doubtful,
      CASE WHEN t.is_begun_anew THEN (SELECT max(m.attempt) FROM delivery_moves m WHERE m.delivery_id = t.id
        AND m.from_state = 'unknown' AND m.to_state = 'waiting') END AS not_given_through,
      t.recalled_at, a.login, t.handed_to, t.titles
    FROM taken t JOIN accounts a ON a.id = t.account_id
    ORDER BY t.id`;

/** First the rows that the ledger holds without an answer, then the rows that have waited longest. */
export const LEASE_READY = {
  name: 'deliveriesLeaseReady',
  text: leaseOf(`lapsed AS (SELECT id FROM deliveries WHERE server_key = $1 AND state = 'leased'
      AND lease_until <= $5 AND ledger_id = $2 AND ${WHERE_LIVE} ORDER BY lease_until, id LIMIT $4 FOR UPDATE SKIP LOCKED),
    ready AS (SELECT id FROM deliveries WHERE server_key = $1 AND state = 'waiting' AND ready_at <= $5
      AND ${WHERE_LIVE} AND ${WHERE_UNBLOCKED} ORDER BY ready_at, id LIMIT $4 FOR UPDATE SKIP LOCKED),
    found AS (SELECT id FROM lapsed UNION ALL SELECT id FROM ready)`),
};

/** The rows that order $7 caused. */
export const LEASE_ORDER = {
  name: 'deliveriesLeaseOrder',
  text: leaseOf(`found AS (SELECT id FROM deliveries WHERE reason = 'order' AND ref_type = 'order' AND ref_id = $7
      AND server_key = $1 AND kind = 'give' AND state = 'waiting' AND ${WHERE_LIVE} AND ${WHERE_UNBLOCKED}
      ORDER BY id FOR UPDATE)`),
};

/** SQL: the number through which all deliveries of the server are final. */
const SETTLED_THROUGH = `SELECT coalesce((SELECT min(id) - 1 FROM deliveries WHERE server_key = $1
      AND state NOT IN ('done', 'cancelled')), (SELECT max(id) FROM deliveries), 0) AS settled_through`;

export const SETTLED = { name: 'deliveriesSettled', text: SETTLED_THROUGH };

/** SQL: the deliveries that the ledger must be asked to cancel at $5. */
const DUE_TO_CANCEL = `FROM deliveries WHERE server_key = $1 AND state = 'cancelling' AND lease_until <= $5
      AND ledger_id = $2`;

/** Asks at $5 to cancel at most $4 rows, and again at $6; also returns the settled number. */
export const CALL_OFF = {
  name: 'deliveriesCallOff',
  text: `WITH ${liveIf(`EXISTS (SELECT ${DUE_TO_CANCEL})`)},
    due AS (SELECT id ${DUE_TO_CANCEL} AND ${WHERE_LIVE} ORDER BY lease_until, id LIMIT $4 FOR UPDATE SKIP LOCKED),
    asked AS (UPDATE deliveries d SET lease_until = $6 FROM due WHERE d.id = due.id RETURNING d.id)
    SELECT array(SELECT id FROM asked ORDER BY id) AS cancel, settled_through FROM (${SETTLED_THROUGH}) settled`,
};
