import { ORDER_STATES } from '#/contract/orders.ts';
import { isCounted, ORDER_MOVES } from '#/server/domain/orders/orderStates.ts';
import { countBrokenPaths, countWrongEnds } from './historyInvariants.ts';

const history = {
  table: 'orders',
  moves: 'order_moves',
  rowId: 'order_id',
  firstState: 'created',
  allowed: ORDER_MOVES,
};

const unpaid = ORDER_STATES.filter((state) => !isCounted(state))
  .map((state) => `'${state}'`)
  .join(', ');

/** Invariants of orders: queries that count the rows that break them. */
export const orderInvariants: Record<string, string> = {
  'OR1 goods were handed out for a matching payment, for coins, or by the word of an operator': `
    SELECT count(*) FROM order_grants g JOIN orders o ON o.id = g.order_id
    LEFT JOIN payment_events e ON e.id = g.payment_event_id
    WHERE {slice orders g.order_id} AND CASE
      WHEN o.currency = 'OC' THEN e.id IS NOT NULL OR NOT EXISTS (SELECT FROM ledger_transfers t
        WHERE t.reason = 'storeByCoin' AND t.ref_type = 'order' AND t.ref_id = o.id::text AND t.amount = o.total_coins)
      WHEN e.id IS NULL THEN NOT EXISTS (SELECT FROM order_moves m WHERE m.order_id = o.id
        AND m.actor = 'operator' AND m.from_state = 'review' AND m.to_state = 'granted')
      ELSE (e.kind, e.provider, e.payment_ref, e.amount_cents, e.currency)
        IS DISTINCT FROM ('paid', o.provider, o.payment_ref, o.total_cents, o.currency) END`,
  'OR1 an order was handed out exactly when it has come to granted': `
    SELECT count(*) FROM orders o WHERE {slice orders o.id} AND EXISTS (SELECT FROM order_grants g WHERE g.order_id = o.id)
      <> EXISTS (SELECT FROM order_moves m WHERE m.order_id = o.id AND m.to_state = 'granted')`,
  'OR2 a matching payment that was looked at is handed out or waits for an operator': `
    SELECT count(*) FROM payment_events e
    JOIN (SELECT provider, payment_ref, id FROM orders
      UNION ALL SELECT provider, payment_ref, order_id FROM replaced_payments) p
      ON p.provider = e.provider AND p.payment_ref = e.payment_ref
    JOIN orders o ON o.id = p.id
    WHERE {slice payment_events e.id} AND e.kind = 'paid' AND e.processed_at IS NOT NULL
      AND e.amount_cents = o.total_cents AND e.currency = o.currency
      AND o.state NOT IN ('review', 'refunded', 'charged_back')
      AND NOT EXISTS (SELECT FROM order_grants g WHERE g.order_id = o.id)
      AND NOT EXISTS (SELECT FROM order_moves m
        WHERE m.order_id = o.id AND m.actor = 'operator' AND m.to_state = 'failed')`,
  'OR2 no order stays paid without its goods': `SELECT count(*) FROM orders WHERE state = 'paid'`,
  'OR3 the coins of an order are those of its frozen quote, bonus included': `
    SELECT count(*) FROM order_grants g JOIN orders o ON o.id = g.order_id
    CROSS JOIN LATERAL (SELECT (quote ->> 'coins')::bigint AS coins, (quote ->> 'quantity')::bigint AS pieces,
      (quote ->> 'coins')::bigint * ((quote ->> 'coefficientBasisPoints')::bigint - 10000) / 10000 AS bonus) q
    WHERE {slice orders g.order_id} AND ((quote ->> 'bonusCoins')::bigint <> q.bonus
      OR q.bonus <> coalesce((SELECT amount FROM ledger_transfers
        WHERE reason = 'orderBonus' AND ref_type = 'order' AND ref_id = o.id::text), 0)
      OR coalesce((SELECT amount FROM ledger_transfers
        WHERE reason = 'order' AND ref_type = 'order' AND ref_id = o.id::text), 0) <> q.coins + q.pieces * coalesce((
          SELECT sum((given ->> 'coins')::bigint) FROM jsonb_array_elements(quote -> 'grants') given
          WHERE given ->> 'kind' = 'coins'), 0))`,
  'OR3 no coins came of an order that was not handed out': `
    SELECT count(*) FROM ledger_transfers t WHERE {slice ledger_transfers t.id} AND reason IN ('order', 'orderBonus')
      AND ref_type = 'order' AND NOT EXISTS (SELECT FROM order_grants g WHERE g.order_id = t.ref_id::bigint)`,
  'OR4 the history of an order is a path of the table': countBrokenPaths(history),
  'OR4 an order is where its history ends': countWrongEnds(history),
  'OR5 no more went back than was paid': `
    SELECT count(*) FROM orders WHERE {slice orders id} AND refunded_cents NOT BETWEEN 0 AND total_cents - missing_cents`,
  'OR5 the coins taken back are those the order says were taken': `
    SELECT count(*) FROM orders o LEFT JOIN (
      SELECT split_part(ref_id, ':', 1)::bigint AS order_id,
        sum(CASE WHEN reason IN ('orderReversed', 'orderDebt') THEN amount ELSE -amount END) AS coins
      FROM ledger_transfers WHERE ref_type = 'order'
        AND reason IN ('orderReversed', 'orderDebt', 'orderGivenBack', 'orderDebtGivenBack')
      GROUP BY 1) back ON back.order_id = o.id
    WHERE coalesce(back.coins, 0) <>
      coalesce((taken ->> 'coins')::bigint + (taken ->> 'debt')::bigint, 0)`,
  'OR5 of a handed out order the goods are taken exactly while its money is back': `
    SELECT count(*) FROM orders o WHERE {slice orders o.id} AND (taken IS NOT NULL) <> (state IN ('refunded', 'charged_back')
      AND EXISTS (SELECT FROM order_grants g WHERE g.order_id = o.id))`,
  'OR6 a cart has one order, for the same account': `
    SELECT count(*) FROM orders o JOIN carts c ON c.id = o.cart_id
    WHERE {slice orders o.id}
      AND (c.account_id <> o.account_id OR EXISTS (SELECT FROM orders b WHERE b.cart_id = c.id AND b.id <> o.id))`,
  'OR6 a payment is one payment of one order': `
    SELECT count(*) FROM replaced_payments r JOIN orders o ON o.provider = r.provider AND o.payment_ref = r.payment_ref
    WHERE {slice orders o.id}`,
  'OR7 whoever owes coins is in debt, and nobody else': `
    SELECT count(*) FROM accounts a WHERE {slice accounts a.id} AND is_in_debt <> EXISTS (
      SELECT FROM ledger_accounts d WHERE d.kind = 'debt' AND d.owner_id = a.id AND d.balance < 0)`,
  'OR7 nobody has paid more than he owed': `
    SELECT count(*) FROM ledger_accounts WHERE {slice ledger_accounts id} AND kind = 'debt' AND balance > 0`,
  'OR8 the pieces sold are those of the orders that were paid': `
    SELECT count(*) FROM goods g LEFT JOIN (
      SELECT goods_id, sum((quote ->> 'quantity')::int) AS pieces FROM orders o
      WHERE o.state NOT IN (${unpaid}) GROUP BY goods_id) o ON o.goods_id = g.id
    WHERE sold + (SELECT coalesce(sum(p.pieces), 0) FROM sold_parts p WHERE p.goods_id = g.id) <> coalesce(o.pieces, 0)`,
  'OR8 a discount is used exactly by the orders that were paid': `
    SELECT count(*) FROM discount_uses u JOIN orders o ON o.id = u.order_id
    WHERE {slice orders u.order_id} AND (u.released_at IS NOT NULL) <> (o.state IN (${unpaid}))`,
};
