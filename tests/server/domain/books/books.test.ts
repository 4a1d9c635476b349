import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { books } from '#/server/domain/books/books.ts';
import { checkWhole } from '#/server/domain/books/checkBooks.ts';
import { createBusySite } from '../../../support/app/busySite.ts';
import type { TestApp } from '../../../support/app/testApp.ts';

let app: TestApp;

beforeAll(async () => {
  ({ app } = await createBusySite());
});
afterAll(() => app.close());

/** A reward of a milestone that was given long ago and brought nothing. */
const REWARD = {
  state: `'given'`,
  release_at: `now() - interval '10 days'`,
  look_at: 'NULL',
  given: `'{}'`,
  worth: '0',
  taken: 'NULL',
};
/** Inserts a reward that differs from `REWARD`. */
function reward(changes: Partial<typeof REWARD>): string {
  const row = {
    account_id: 'min(id)',
    milestone_id: '999',
    required_referrals: '1',
    grants: `'[]'`,
    created_at: `now() - interval '30 days'`,
    settled_at: 'now()',
    ...REWARD,
    ...changes,
  };
  return `INSERT INTO referral_rewards (${Object.keys(row).join(', ')})
    SELECT ${Object.values(row).join(', ')} FROM accounts`;
}
/** Inserts a movement of coins back from the oldest one. */
const transfer = (reason: string, refType: string, refId: string) =>
  `INSERT INTO ledger_transfers (from_id, to_id, amount, reason, ref_type, ref_id, created_at)
    SELECT to_id, from_id, 1, '${reason}', '${refType}', '${refId}', now() FROM ledger_transfers ORDER BY id LIMIT 1`;

/** Statements that break each book. They are rolled back, and the database's own protection is off. */
const FALSIFIED: readonly [book: string, statement: string][] = [
  ['LE1', `UPDATE ledger_accounts SET balance = balance + 1 WHERE kind = 'sales' AND part = 0`],
  ['LE2 every balance of a player', `UPDATE ledger_accounts SET balance = balance + 1 WHERE kind = 'wallet'`],
  [
    'LE2 every balance of the house',
    `UPDATE ledger_accounts SET balance = balance + CASE kind WHEN 'shop' THEN 1 ELSE -1 END
    WHERE kind IN ('shop', 'bonus') AND part = 0`,
  ],
  [
    'LE3',
    `ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_balance;
    UPDATE ledger_accounts SET balance = -1 WHERE kind = 'wallet'`,
  ],
  [
    'LE4',
    `ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_cause;
    INSERT INTO ledger_transfers (from_id, to_id, amount, reason, ref_type, ref_id, created_at)
    SELECT from_id, to_id, amount, reason, ref_type, ref_id, created_at FROM ledger_transfers ORDER BY id LIMIT 1`,
  ],
  ['ST1 the opened pieces', 'UPDATE case_lots SET opened = 0'],
  ['ST1 a piece is drawn', `UPDATE draws SET odds_hash = 'other'`],
  ['ST2 every draw', `DELETE FROM coupons WHERE state = 'owned'`],
  ['ST2 every coupon', 'DELETE FROM draws WHERE id = (SELECT min(draw_id) FROM coupons)'],
  ['ST3', `UPDATE coupons SET state = 'owned' WHERE state = 'converted'`],
  ['ST4', 'UPDATE coupons SET premium_coins_price = premium_coins_price + 1'],
  ['ST6 an exchange', `UPDATE coupons SET undone = undone + 1 WHERE state = 'converted'`],
  ['ST6 no coins', transfer('couponUndone', 'coupon', '0')],
  ['FA1 the nonces', 'UPDATE fair_epochs SET next_nonce = next_nonce + 1'],
  ['FA1 an epoch draws', 'UPDATE fair_epochs SET account_id = account_id + 1000'],
  ['FA1 every player', 'UPDATE fair_epochs SET ended_at = now()'],
  ['FA2', 'UPDATE draws SET ticket = (ticket + 500000) % 1000000'],
  [
    'FA5 the name',
    `ALTER TABLE case_odds DROP CONSTRAINT case_odds_hash;
    UPDATE case_odds SET text = text || E'\\n'`,
  ],
  [
    'FA5 the tickets',
    `ALTER TABLE case_odds DROP CONSTRAINT case_odds_hash;
    UPDATE case_odds SET text = replace(text, ':', ':1')`,
  ],
  ['FA6', 'UPDATE draw_counts SET draws = draws + 1'],
  ['FA4', `UPDATE draws SET client_seed = 'other', client_seed_origin = 'server'`],
  ['FA7 a closed day names as many', 'UPDATE draw_days SET draws = draws + 1'],
  ['FA7 a closed day names the root', `UPDATE draw_days SET previous_root = repeat('0', 64)`],
  ['FA7 every draw', 'DELETE FROM draw_leaves'],
  ['FA7 no draw', 'UPDATE draw_leaves SET day = day - 1'],
  ['FA7 the root', `UPDATE draw_days SET root = repeat('0', 64)`],
  ['FA7 the parts', 'DELETE FROM draw_day_parts'],
  [
    'RF1',
    `ALTER TABLE accounts DROP CONSTRAINT accounts_inviter_other;
    UPDATE accounts SET inviter_id = id`,
  ],
  ['RF3 what is on hold', `DELETE FROM cash_backs`],
  ['RF2 a cash-back is', 'UPDATE cash_backs SET amount = amount * 100'],
  [
    'RF2 what was released',
    `UPDATE cash_backs SET state = 'released', settled_at = now() WHERE state = 'held';
    UPDATE orders SET missing_cents = greatest(total_cents - refunded_cents - 1, 0)`,
  ],
  ['RF2 what came', 'UPDATE cash_backs SET amount = amount + 1'],
  ['RF2 a cash-back goes', 'UPDATE cash_backs SET inviter_id = referee_id'],
  ['RF2 cash-back and rewards', reward({ worth: '1000000' })],
  ['RF2 nothing was rewarded', transfer('milestone', 'milestone', '1:999')],
  ['RF2 the coins of a reward', reward({ given: `'{"coins": 5}'` })],
  [
    'RF2 what the books took',
    reward({ state: `'reversed'`, look_at: 'now()', taken: `'{"coins": 5, "debt": 0}'` }),
  ],
  ['RF2 the cases of a reward', reward({ given: `'{"cases": [{"caseId": 1, "count": 1}]}'` })],
  ['RF2 the Premium', reward({ given: `'{"premiumDays": 7}'` })],
  ['RF3 no reward', reward({ release_at: `now() - interval '30 days'` })],
  ['RF3 no cash-back', 'UPDATE cash_backs SET release_at = created_at'],
  ['OR1 goods', `UPDATE payment_events SET amount_cents = amount_cents + 1`],
  ['OR1 an order', `DELETE FROM order_grants`],
  [
    'OR2 a matching',
    `UPDATE orders SET state = 'pending';
    DELETE FROM order_grants`,
  ],
  ['OR2 no order', `UPDATE orders SET state = 'paid'`],
  ['OR3 the coins', `UPDATE ledger_transfers SET amount = amount + 1 WHERE reason = 'order'`],
  ['OR3 no coins', `DELETE FROM order_grants`],
  ['OR4 the history', `UPDATE order_moves SET to_state = 'expired' WHERE version = 2`],
  ['OR4 an order is', 'UPDATE orders SET version = version + 1'],
  [
    'OR5 no more',
    `ALTER TABLE orders DROP CONSTRAINT orders_refunded, DROP CONSTRAINT orders_missing;
    UPDATE orders SET refunded_cents = total_cents + 1`,
  ],
  ['OR5 the coins', 'UPDATE orders SET taken = NULL'],
  ['OR5 of a handed', 'UPDATE orders SET taken = NULL'],
  ['OR6 a cart', 'UPDATE carts SET account_id = account_id + 1000'],
  [
    'OR6 a payment',
    `INSERT INTO replaced_payments (provider, payment_ref, order_id, replaced_at)
    SELECT provider, payment_ref, id, now() FROM orders WHERE payment_ref IS NOT NULL`,
  ],
  ['OR7 nobody', `UPDATE ledger_accounts SET kind = 'debt', balance = 1 WHERE kind = 'wallet'`],
  ['OR7 whoever', 'UPDATE accounts SET is_in_debt = NOT is_in_debt'],
  ['OR8 the pieces', 'UPDATE goods SET sold = sold + 1'],
  [
    'OR8 a discount',
    `INSERT INTO discount_uses (order_id, discount_code_id, account_id, released_at)
    SELECT id, 1, account_id, now() FROM orders WHERE state = 'granted'`,
  ],
  ['DL1', 'DELETE FROM deliveries'],
  ['DL2 the history', `UPDATE delivery_moves SET to_state = 'done' WHERE version = 1`],
  ['DL2 a delivery', 'UPDATE deliveries SET version = version + 1'],
  ['DL3', `UPDATE deliveries SET code = code || '_other' WHERE kind = 'revoke'`],
  ['DL4', `UPDATE deliveries SET state = 'waiting' WHERE state = 'cancelled' AND kind = 'give'`],
  ['DL5', `DELETE FROM deliveries WHERE kind = 'set'`],
  ['DL6', `UPDATE deliveries SET state = 'waiting' WHERE kind = 'set'`],
  ['DL7', `UPDATE coupons SET state = 'claimed' WHERE state = 'owned'`],
];

const FEW_ODDS = 'a case has few odds tables';
const FEW_DAYS = 'a day has one row';
const SUMS = 'it compares sums; if they take too long, the alarm BookChecksFail says so';
/** Books without slices, and the reason. */
const WHOLE: Record<string, string> = {
  'FA5 the name of an odds table is the hash of its text': FEW_ODDS,
  'FA5 the tickets of every odds table are at least 1 and sum to a million': FEW_ODDS,
  'FA6 the draws of each item are counted up to the mark': SUMS,
  'FA7 a closed day names as many draws as its tree holds': SUMS,
  'FA7 a closed day names the root of the one before it': FEW_DAYS,
  'FA7 the parts of a day are as many as it needs': FEW_DAYS,
  'FA7 the root of a day is that of its tree and of the day before, of the oldest days that of the tree alone':
    FEW_DAYS,
  'LE1 the balances of all ledger accounts sum to 0': SUMS,
  'OR2 no order stays paid without its goods': 'the index of states finds them',
  'OR5 the coins taken back are those the order says were taken': SUMS,
  'OR8 the pieces sold are those of the orders that were paid': SUMS,
  'RF2 nothing was rewarded for a milestone that nobody reached': 'few rewards are given',
  'RF2 what came of a cash-back and was not taken back is its amount': SUMS,
};

describe('the books of a running site', () => {
  test('are checked in slices, or have a reason', () => {
    expect([...books].flatMap(([name, { table }]) => (table ? [] : [name])).toSorted()).toEqual(
      Object.keys(WHOLE),
    );
  });

  test('are all falsified below', () => {
    const names = [...books.keys()];
    expect(names.filter((name) => !FALSIFIED.some(([start]) => name.startsWith(start)))).toEqual([]);
  });

  test('all balance on a site on which everything has happened', async () => {
    for (const name of books.keys()) {
      const { violations, lastError } = await checkWhole(app.deps, name);
      expect([name, violations, lastError]).toEqual([name, 0, null]);
    }
  });

  test.each(FALSIFIED)(
    '%s: falsified rows are noticed, in slices as in the whole table',
    async (start, statement) => {
      const [book, ...others] = [...books]
        .filter(([name]) => name.startsWith(start))
        .map(([, found]) => found);
      if (!book || others.length > 0) throw new Error(`${start} does not name one book`);
      const client = await app.pool.connect();
      const all = { after: 0, to: 1_000_000 };
      try {
        await client.query('BEGIN');
        // triggers and foreign keys would refuse it
        await client.query('SET LOCAL session_replication_role = replica');
        for (const part of statement.split(';')) await client.query(part);
        const whole = await book.count(client, all, app.deps.secretKey);
        expect(whole).toBeGreaterThan(0);
        if (!book.table) return;
        const { rows } = await client.query<{ last: string }>(`SELECT max(id) AS last FROM ${book.table}`);
        let sliced = 0;
        for (let after = 0; after < Number(rows[0]!.last); after++)
          sliced += await book.count(client, { after, to: after + 1 }, app.deps.secretKey);
        expect(sliced).toBe(whole);
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    },
  );
});
