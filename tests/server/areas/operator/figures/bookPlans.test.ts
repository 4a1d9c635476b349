import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastDays } from '#/contract/operator/figures/dayRange.ts';
import type { DiscountReply } from '#/contract/operator/discounts.ts';
import type { MissingReply, PayoutsReply } from '#/contract/operator/figures/payouts.ts';
import { everyOperatorCall } from '#/contract/operator/everyOperatorCall.ts';
import type { OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import { MOST_COUNTED } from '#/contract/operator/site.ts';
import type { VatReply } from '#/contract/operator/vat.ts';
import { fillBooks } from '../../../../bench/operator/fillBooks.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { wastefulReads } from '../../../../support/tools/wastefulReads.ts';

/** Orders of a year, of which a month has some 1,700. */
const ORDERS = 20_000;
const LARGE = new Set([
  'orders',
  'payment_events',
  'payout_lines',
  'orders_awaiting_payout',
  'mail_queue',
  'discount_uses',
]);
/** Uses of the rarest discount code. */
const RARE_USES = 30;
/** Orders that no payout holds. */
const MISSING = 120;

let site: TestApp;
let owner: TestOperator;
const range = (days: number) => lastDays(new Date().toISOString().slice(0, 10), days);

beforeAll(async () => {
  site = await createTestApp();
  await fillBooks(site.pool, { players: ORDERS / 10, ordersEach: 10, transfersEach: 1 });
  // of the payments of a month, before the fortnight in which a payout may come
  await site.pool.query(
    `DELETE FROM payout_lines WHERE id IN (SELECT l.id FROM payout_lines l JOIN orders o ON o.id = l.order_id
      WHERE o.paid_at < now() - interval '40 days' ORDER BY o.paid_at DESC LIMIT ${MISSING})`,
  );
  await site.pool.query(
    `INSERT INTO orders_awaiting_payout (order_id, provider, paid_at) SELECT id, provider, paid_at FROM orders o
     WHERE provider = 'stripe' AND paid_at IS NOT NULL AND NOT EXISTS (SELECT FROM payout_lines WHERE order_id = o.id)`,
  );
  // a code that few of the oldest orders have, beside one that many have
  await site.pool.query(`INSERT INTO discount_codes (code, percent_basis_points) VALUES ('RARE', 1000)`);
  await site.pool.query(
    `INSERT INTO discount_uses (order_id, discount_code_id, account_id) SELECT id, 2, account_id FROM orders
     WHERE id % 20 = 5 AND paid_at IS NOT NULL ORDER BY id LIMIT ${RARE_USES}`,
  );
  await site.pool.query('ANALYZE');
  // fillBooks makes an operator, with the id 1
  owner = await createOperator(site, 'owner');
});
afterAll(() => site.close());

const ask = async <T>(endpoint: OperatorEndpoint, given: object): Promise<T> => {
  const answer = await owner.browser.call(endpoint, given);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<T>();
};
const wasteful = (endpoint: OperatorEndpoint, given: object, most: number) =>
  wastefulReads(site.pool, { large: LARGE, most }, () => ask(endpoint, given));

test('O28 the VAT of counted months reads none of their payments', async () => {
  const query = range(90);
  const { rows } = await ask<VatReply>(everyOperatorCall.vat, { query });
  expect(rows.reduce((sum, row) => sum + row.orders, 0)).toBeGreaterThan(3000);
  // the doubtful orders are the few that the books have
  expect(await wasteful(everyOperatorCall.vat, { query }, 50)).toEqual([]);
});

test('O28 the orders that no payout holds are read without all others', async () => {
  const query = range(90);
  expect((await ask<PayoutsReply>(everyOperatorCall.payouts, { query })).missing).toBe(MISSING);
  expect(await wasteful(everyOperatorCall.payouts, { query }, MISSING)).toEqual([]);
  const first = await ask<MissingReply>(everyOperatorCall.missingFromPayouts, { query });
  const next = { ...query, before: String(first.before) };
  const second = await ask<MissingReply>(everyOperatorCall.missingFromPayouts, { query: next });
  expect([first.orders.length, second.orders.length]).toEqual([50, 50]);
  for (const page of [query, next, { ...query, after: String(second.after) }])
    expect(await wasteful(everyOperatorCall.missingFromPayouts, { query: page }, 60)).toEqual([]);
});

test('O28 the mails of a player are read without those of others', async () => {
  expect(await wasteful(everyOperatorCall.mails, { query: { player: '777' } }, 60)).toEqual([]);
});

test('O28 the uses of a discount code are read without those of other codes', async () => {
  const { discount } = await ask<DiscountReply>(everyOperatorCall.discount, { params: { id: '2' } });
  expect(discount.uses).toBe(RARE_USES);
  expect(await wasteful(everyOperatorCall.discount, { params: { id: '2' } }, RARE_USES)).toEqual([]);
  // the other code is counted up to a limit
  expect(await wasteful(everyOperatorCall.discounts, {}, MOST_COUNTED)).toEqual([]);
});
