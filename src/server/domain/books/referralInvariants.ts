import {
  CASH_BACK_HOLD_DAYS,
  REFERRAL_MIN_PAID_CENTS,
  REFERRAL_SHARE_BASIS_POINTS,
  REWARD_HOLD_DAYS,
} from '#/contract/referral.ts';
import { CENTS_PER_COIN } from '#/contract/kernel/limits.ts';

/** Id under which ledger and stock store the newest reward of the row `r`. */
const REF = `(r.account_id || ':' || r.milestone_id || CASE WHEN r.times > 1 THEN ':' || r.times ELSE '' END)`;
/** OC that a cause of the newest reward of the row `r` moved. */
const moved = (...reasons: string[]) => `coalesce((SELECT sum(amount) FROM ledger_transfers t
  WHERE t.ref_type = 'milestone' AND t.ref_id = ${REF} AND t.reason IN (${reasons.map((each) => `'${each}'`).join(', ')})), 0)`;

/** Cents of the order `o` that came, and cents that came and did not go back. */
const CAME = '(o.total_cents - o.missing_cents)';
const KEPT = '(o.total_cents - o.missing_cents - o.refunded_cents)';

/** Invariants of the referral programme: queries that count the rows that break them. */
export const referralInvariants: Record<string, string> = {
  'RF2 a cash-back is no more than its percent of a payment that was not taken back': `
    SELECT count(*) FROM cash_backs c JOIN orders o ON o.id = c.order_id WHERE {slice orders c.order_id} AND c.state <> 'reversed'
      AND (c.amount > ${CAME}::bigint * c.basis_points / 100000 OR o.currency <> 'EUR'
        OR o.state IN ('refunded', 'charged_back')
        OR NOT EXISTS (SELECT FROM order_grants g WHERE g.order_id = o.id))`,
  'RF2 what came of a cash-back and was not taken back is its amount': `
    SELECT count(*) FROM cash_backs c FULL JOIN (
      SELECT split_part(ref_id, ':', 1)::bigint AS order_id,
        sum(CASE reason WHEN 'cashBack' THEN amount WHEN 'cashBackReleased' THEN 0 ELSE -amount END) AS coins
      FROM ledger_transfers WHERE ref_type = 'cashBack' GROUP BY 1) t ON t.order_id = c.order_id
    WHERE CASE c.state WHEN 'reversed' THEN 0 ELSE c.amount END IS DISTINCT FROM t.coins`,
  'RF2 what was released is no more than its share of what was not paid back': `
    SELECT count(*) FROM cash_backs c JOIN orders o ON o.id = c.order_id WHERE {slice orders c.order_id} AND c.state = 'released'
      AND c.amount > (${CAME}::bigint * c.basis_points / 100000) * ${KEPT} / nullif(${CAME}, 0)`,
  'RF2 a cash-back goes to the inviter of who paid, and never to who paid': `
    SELECT count(*) FROM cash_backs c JOIN orders o ON o.id = c.order_id
    WHERE {slice orders c.order_id} AND (c.referee_id <> o.account_id OR c.inviter_id = c.referee_id)`,
  'RF3 what is on hold is what the held cash-backs are': `
    SELECT count(*) FROM ledger_accounts a WHERE {slice ledger_accounts a.id} AND kind = 'hold' AND balance <> (
      SELECT coalesce(sum(amount), 0) FROM cash_backs c WHERE c.inviter_id = a.owner_id AND c.state = 'held')`,
  'RF3 no cash-back was released before its time': `
    SELECT count(*) FROM cash_backs WHERE {slice orders order_id} AND (
      release_at < created_at + interval '${CASH_BACK_HOLD_DAYS * 24} hours'
      OR (state = 'released' AND settled_at < release_at))`,
  'RF2 cash-back and rewards are no more than their share of what referrals paid and kept, and enough of them paid': `
    SELECT count(*) FROM (
      SELECT account_id, sum(worth) AS worth, max(required_referrals) FILTER (WHERE release_at IS NOT NULL) AS required
      FROM referral_rewards WHERE {slice accounts account_id} AND state = 'given' GROUP BY account_id HAVING count(release_at) > 0) given
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(cents), 0) AS cents, count(*) FILTER (WHERE cents >= ${REFERRAL_MIN_PAID_CENTS}) AS payers
      FROM (SELECT sum(${KEPT}) AS cents FROM accounts p JOIN orders o ON o.account_id = p.id
        WHERE p.inviter_id = given.account_id AND o.currency = 'EUR' AND o.state = 'granted'
          AND o.buyer_id IS DISTINCT FROM p.inviter_id GROUP BY p.id) each_one) paid
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(CASE c.state WHEN 'held' THEN c.amount::bigint * ${KEPT} / ${CAME}
        ELSE c.amount END), 0) AS coins
      FROM cash_backs c JOIN orders o ON o.id = c.order_id
      WHERE c.inviter_id = given.account_id AND c.state <> 'reversed') back
    WHERE given.required > paid.payers
      OR given.worth + back.coins > floor(paid.cents * ${REFERRAL_SHARE_BASIS_POINTS} / ${CENTS_PER_COIN * 10_000}.0)`,
  'RF2 nothing was rewarded for a milestone that nobody reached': `
    SELECT count(*) FROM (
      SELECT ref_id FROM ledger_transfers WHERE ref_type = 'milestone'
      UNION ALL SELECT ref_id FROM case_lots WHERE ref_type = 'milestone'
      UNION ALL SELECT ref_id FROM premium_periods WHERE ref_type = 'milestone') t
    WHERE NOT EXISTS (SELECT FROM referral_rewards r WHERE r.account_id = split_part(t.ref_id, ':', 1)::bigint
      AND r.milestone_id = split_part(t.ref_id, ':', 2)::bigint)`,
  'RF2 the coins of a reward that was given are its own, and while it waits there are none': `
    SELECT count(*) FROM referral_rewards r WHERE {slice accounts r.account_id} AND release_at IS NOT NULL
      AND ${moved('milestone')} <> coalesce((given ->> 'coins')::bigint, 0)`,
  'RF2 what the books took back of a reward is what it says was taken': `
    SELECT count(*) FROM referral_rewards r WHERE {slice accounts r.account_id} AND ${moved('milestoneReversed', 'milestoneDebt')}
      <> coalesce((taken ->> 'coins')::bigint + (taken ->> 'debt')::bigint, 0)`,
  'RF2 the cases of a reward are in stock while it stands, and only the opened ones once it is taken back': `
    SELECT count(*) FROM referral_rewards r CROSS JOIN jsonb_to_recordset(given -> 'cases') AS c("caseId" bigint, count int)
    WHERE {slice accounts r.account_id} AND (SELECT coalesce(sum(CASE r.state WHEN 'given' THEN bought - c.count ELSE bought - opened END),
        CASE r.state WHEN 'given' THEN 1 ELSE 0 END)
      FROM case_lots l WHERE l.reason = 'milestone' AND l.ref_type = 'milestone' AND l.ref_id = ${REF}
        AND l.account_id = r.account_id AND l.case_id = c."caseId") <> 0`,
  'RF2 the Premium of a reward runs while it stands, and is revoked once it is taken back': `
    SELECT count(*) FROM referral_rewards r WHERE {slice accounts r.account_id} AND (given ->> 'premiumDays')::int > 0 AND NOT EXISTS (
      SELECT FROM premium_periods p WHERE p.reason = 'milestone' AND p.ref_type = 'milestone' AND p.ref_id = ${REF}
        AND p.account_id = r.account_id AND (p.revoked_at IS NULL) = (r.state = 'given')
        AND p.ends_at - p.starts_at = (given ->> 'premiumDays')::int * interval '24 hours')`,
  'RF3 no reward was given before its time': `
    SELECT count(*) FROM referral_rewards WHERE {slice accounts account_id} AND (
      release_at < created_at + interval '${REWARD_HOLD_DAYS * 24} hours'
      OR (state = 'given' AND settled_at < release_at))`,
};
