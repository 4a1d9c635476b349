import { DELIVERY_MOVES } from '#/server/domain/deliveries/deliveryStates.ts';
import { countBrokenPaths, countWrongEnds } from './historyInvariants.ts';

const history = {
  table: 'deliveries',
  moves: 'delivery_moves',
  rowId: 'delivery_id',
  firstState: 'waiting',
  allowed: DELIVERY_MOVES,
};

/** SQL: the cancelled revoke `r` was called off on purpose, so the player keeps what it was to take back. */
const IS_LEFT_TO_PLAYER = `(r.moved_by = 'operator' OR r.move_reason = 'accountClosed')`;

/** Invariants of deliveries: queries that count the rows that break them. */
export const deliveryInvariants: Record<string, string> = {
  'DL1 what the game must give for an order is in the outbox': `
    SELECT count(*) FROM order_grants g JOIN orders o ON o.id = g.order_id
    WHERE {slice orders g.order_id} AND (SELECT count(DISTINCT given ->> 'code') FROM jsonb_array_elements(quote -> 'grants') given
        WHERE given ->> 'kind' = 'game')
      <> (SELECT count(*) FROM deliveries d WHERE d.reason = 'order' AND d.ref_type = 'order'
        AND d.ref_id = o.id::text AND d.kind = 'give')`,
  'DL2 the history of a delivery is a path of the table': countBrokenPaths(history),
  'DL2 a delivery is where its history ends': countWrongEnds(history),
  'DL3 a revoke takes back something of its player that was given, and nothing is taken back twice': `
    SELECT count(*) FROM deliveries r LEFT JOIN deliveries g ON g.id = r.revokes_id
    WHERE {slice deliveries r.id} AND r.kind = 'revoke' AND ((g.kind, g.state, g.account_id, g.server_key, g.code, g.count)
        IS DISTINCT FROM ('give', 'done', r.account_id, r.server_key, r.code, r.count)
      OR r.state <> 'cancelled' AND EXISTS (SELECT FROM deliveries o
        WHERE o.revokes_id = r.revokes_id AND o.id <> r.id AND o.state <> 'cancelled'))`,
  'DL4 of an order whose money is back nothing is left that the game could still give': `
    SELECT count(*) FROM deliveries d WHERE {slice deliveries d.id} AND d.kind = 'give' AND d.reason = 'order'
      AND d.ref_type = 'order' AND EXISTS (SELECT FROM orders o WHERE o.id = split_part(d.ref_id, ':', 1)::bigint
        AND o.state IN ('refunded', 'charged_back') AND o.taken IS NOT NULL)
      AND CASE d.state WHEN 'cancelled' THEN false WHEN 'cancelling' THEN false WHEN 'unknown' THEN d.recalled_at IS NULL
        WHEN 'done' THEN NOT EXISTS (SELECT FROM deliveries r WHERE r.revokes_id = d.id
          AND (r.state <> 'cancelled' OR ${IS_LEFT_TO_PLAYER}))
        WHEN 'failed' THEN true ELSE NOT (d.is_doubtful AND d.recalled_at IS NOT NULL) END`,
  'DL5 the game is told the Premium that the player has': `
    SELECT count(*) FROM accounts a
    CROSS JOIN LATERAL (SELECT max(date_trunc('milliseconds', ends_at)) AS ends FROM premium_periods p
      WHERE p.account_id = a.id AND p.revoked_at IS NULL) own
    CROSS JOIN LATERAL (SELECT (SELECT (params ->> 'until')::timestamptz FROM deliveries d WHERE d.account_id = a.id
      AND d.kind = 'set' AND d.code = 'premium' ORDER BY fact_version DESC LIMIT 1) AS ends) told
    WHERE {slice accounts a.id} AND own.ends IS DISTINCT FROM told.ends`,
  'DL6 a fact has one version that may still reach the game, the newest': `
    SELECT count(*) FROM deliveries d WHERE {slice deliveries d.id} AND d.kind = 'set'
      AND d.state IN ('waiting', 'failed', 'unknown') AND EXISTS (SELECT FROM deliveries n WHERE n.account_id = d.account_id
        AND n.server_key = d.server_key AND n.kind = 'set' AND n.code = d.code AND n.fact_version > d.fact_version)`,
  'DL7 a prize is on its way to the game, in the game or in the inventory, as its coupon says': `
    SELECT count(*) FROM coupons c
    LEFT JOIN LATERAL (SELECT state FROM deliveries d WHERE d.ref_type = 'coupon' AND d.kind = 'give'
      AND split_part(d.ref_id, ':', 1)::bigint = c.id ORDER BY d.id DESC LIMIT 1) last ON true
    WHERE {slice coupons c.id} AND c.state <> CASE
      WHEN last.state = 'done' OR EXISTS (SELECT FROM premium_periods p WHERE p.reason = 'prize' AND p.ref_type = 'coupon'
        AND p.ref_id = c.id::text) THEN 'delivered'
      WHEN last.state IS NOT NULL AND last.state <> 'cancelled' THEN 'claimed'
      WHEN c.state = 'converted' THEN 'converted' ELSE 'owned' END`,
};
