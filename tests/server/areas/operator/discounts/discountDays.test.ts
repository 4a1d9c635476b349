import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DiscountReply } from '#/contract/operator/discounts.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { createBrowser } from '../../../../support/app/browser.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { createOperator } from '../../../../support/desks/operators.ts';
import { applyDiscount, cartOf, coinForm, orderCart, saveCart } from '../../../../support/players/carts.ts';
import { createMember } from '../../../../support/players/settings.ts';

const { discount, makeDiscount } = operatorCalls;
const CODE = {
  code: 'STEADY',
  takes: { kind: 'percent', basisPoints: 1000 },
  productTypes: null,
  goodsIds: null,
  startsAt: null,
  endsAt: null,
  perAccountLimit: null,
  totalLimit: null,
  reason: 'for streamers',
};
const DAYS = 120;

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

test('O21 the sums of a code lose no day, however many days it was used on', async () => {
  const { browser } = await createOperator(site, 'manager');
  const member = await createMember(site);
  const { id } = (await browser.call(makeDiscount, { body: CODE })).json();
  const visitor = createBrowser(site);
  const cart = cartOf(await saveCart(visitor, coinForm(member.login)));
  await applyDiscount(visitor, CODE.code);
  await orderCart(site, cart.id, 'pending');
  // one more order on each day before
  await site.pool.query(
    `INSERT INTO orders OVERRIDING SYSTEM VALUE SELECT (jsonb_populate_record(o, jsonb_build_object(
        'id', o.id + i, 'public_id', 'day-' || i,
        'number', 'ONE-BB' || translate(lpad(i::text, 4, '0'), '0123456789', 'BCDFGHJKMP'),
        'cart_id', NULL, 'currency', 'OC', 'total_coins', 1, 'total_cents', 0, 'payment_ref', NULL,
        'paid_at', $1::timestamptz - i * interval '1 day'))).*
      FROM orders o CROSS JOIN generate_series(1, $2::int) i WHERE o.quote ->> 'discountCode' = $3`,
    [site.deps.now(), DAYS, CODE.code],
  );
  await site.pool.query(
    `INSERT INTO discount_uses (order_id, discount_code_id, account_id)
      SELECT id, $1, account_id FROM orders WHERE public_id LIKE 'day-%'`,
    [id],
  );
  const answer = await browser.call(discount, { params: { id: String(id) } });
  const { days, isCut } = answer.json<DiscountReply>();
  expect([days.length, isCut]).toEqual([DAYS, false]);
  expect(new Set(days.map(({ uses }) => uses))).toEqual(new Set([1]));
});
