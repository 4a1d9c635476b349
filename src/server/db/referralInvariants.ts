import { CASH_BACK_HOLD_DAYS } from '#/contract/referral.ts';

/** What must always be true of the referral programme, as queries that count the rows for which it is not. */
export const referralInvariants: Record<string, string> = {
  'R2 a cash-back is no more than its percent of a payment that was not taken back': `
    SELECT count(*) FROM cash_backs c JOIN orders o ON o.id = c.order_id WHERE c.state <> 'reversed'
      AND (c.amount > o.total_cents::bigint * c.basis_points / 100000 OR o.currency <> 'EUR'
        OR o.state IN ('refunded', 'charged_back')
        OR NOT EXISTS (SELECT FROM order_grants g WHERE g.order_id = o.id))`,
  'R2 what came of a cash-back and was not taken back is its amount': `
    SELECT count(*) FROM cash_backs c FULL JOIN (
      SELECT split_part(ref_id, ':', 1)::bigint AS order_id,
        sum(CASE reason WHEN 'cashBack' THEN amount WHEN 'cashBackReleased' THEN 0 ELSE -amount END) AS coins
      FROM ledger_transfers WHERE ref_type = 'cashBack' GROUP BY 1) t ON t.order_id = c.order_id
    WHERE CASE c.state WHEN 'reversed' THEN 0 ELSE c.amount END IS DISTINCT FROM t.coins`,
  'R2 what was released is no more than its share of what was not paid back': `
    SELECT count(*) FROM cash_backs c JOIN orders o ON o.id = c.order_id WHERE c.state = 'released'
      AND c.amount > (o.total_cents::bigint * c.basis_points / 100000) * (o.total_cents - o.refunded_cents) / o.total_cents`,
  'R2 nothing was rewarded for a milestone that nobody reached': `
    SELECT count(*) FROM ledger_transfers t WHERE reason = 'milestone' AND NOT EXISTS (
      SELECT FROM referral_rewards r WHERE r.account_id || ':' || r.milestone_id = t.ref_id)`,
  'R2 a cash-back goes to the inviter of who paid, and never to who paid': `
    SELECT count(*) FROM cash_backs c JOIN orders o ON o.id = c.order_id
    WHERE c.referee_id <> o.account_id OR c.inviter_id = c.referee_id`,
  'R3 what is on hold is what the held cash-backs are': `
    SELECT count(*) FROM ledger_accounts a WHERE kind = 'hold' AND balance <> (
      SELECT coalesce(sum(amount), 0) FROM cash_backs c WHERE c.inviter_id = a.owner_id AND c.state = 'held')`,
  'R3 no cash-back was released before its time': `
    SELECT count(*) FROM cash_backs WHERE release_at < created_at + interval '${CASH_BACK_HOLD_DAYS * 24} hours'
      OR (state = 'released' AND settled_at < release_at)`,
};
