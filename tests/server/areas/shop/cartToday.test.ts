import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Cart } from '#/contract/shop.ts';
import { cleanUp } from '#/server/jobs/cleanUp.ts';
import { type Browser, createBrowser } from '../../../support/app/browser.ts';
import {
  cartOf,
  coinForm,
  goodForm,
  orderCart,
  refusalOf,
  saveCart,
  showCart,
} from '../../../support/players/carts.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOT_FOUND = [404, 'cartNotFound'];

let site: TestApp;
let member: Member;
let visitor: Browser;
let isReadOnly: boolean;
beforeEach(async () => {
  isReadOnly = false;
  site = await createTestApp({ isReadOnly: () => isReadOnly });
  member = await createMember(site);
  visitor = createBrowser(site);
});
afterEach(() => site.close());

const putCoins = async () => cartOf(await saveCart(visitor, coinForm(member.login)));
const putGood = async (goodsId: number, more: object = {}) =>
  cartOf(await saveCart(visitor, goodForm(member.login, goodsId, more)));
const putLimited = (quantity: number) =>
  putGood(GOOD.limited, { product_type: 'goods', product_qty: quantity });
const storedTotal = async ({ id }: Cart) =>
  (await site.pool.query(`SELECT quote->>'totalCents' AS total FROM carts WHERE public_id = $1`, [id]))
    .rows[0]?.total;
const setGood = (column: 'price_cents' | 'sold' | 'is_withdrawn', value: unknown, id: number) =>
  site.pool.query(`UPDATE goods SET ${column} = $1 WHERE id = $2`, [value, id]);

describe('S11 N2 a cart follows the catalogue:', () => {
  test('its price is that of today, and is kept', async () => {
    const cart = await putGood(GOOD.premium);
    await setGood('price_cents', 1500, GOOD.premium);
    expect(cartOf(await showCart(visitor))).toEqual({ ...cart, price_cents: 1500, total_cents: 1500 });
    expect(await storedTotal(cart)).toBe('1500');
  });

  test('its bonus is that of today', async () => {
    const cart = await putCoins();
    await site.pool.query('UPDATE bonus_tiers SET coefficient_basis_points = 12000 WHERE from_cents = 5000');
    expect(cartOf(await showCart(visitor))).toEqual({ ...cart, bonus_qty: 100 });
  });

  test('while the site accepts no changes it is shown and not kept', async () => {
    const cart = await putGood(GOOD.premium);
    await setGood('price_cents', 1500, GOOD.premium);
    isReadOnly = true;
    expect(cartOf(await showCart(visitor)).total_cents).toBe(1500);
    expect(await storedTotal(cart)).toBe('1349');
    expect(refusalOf(await saveCart(visitor, coinForm(member.login)))).toEqual([503, 'readOnly']);
  });

  test('a withdrawn good is not found, and comes back with it', async () => {
    const cart = await putGood(GOOD.premium);
    await setGood('is_withdrawn', true, GOOD.premium);
    expect(refusalOf(await showCart(visitor))).toEqual([404, 'goodNotFound']);
    await setGood('is_withdrawn', false, GOOD.premium);
    expect(cartOf(await showCart(visitor))).toEqual(cart);
  });

  test('a good that is sold out in the meantime is told as such', async () => {
    await putLimited(2);
    await setGood('sold', 2, GOOD.limited);
    expect(refusalOf(await showCart(visitor))).toEqual([409, 'goodSoldOut']);
  });

  test('a number of coins that is not sold any more is told as such', async () => {
    await putCoins();
    await site.pool.query('UPDATE products SET price_from_cents = 6000 WHERE id = 1');
    expect(refusalOf(await showCart(visitor))).toEqual([422, 'amountInvalid', { amount: 'amountInvalid' }]);
  });
});

test('S11 a cart runs out after an hour', async () => {
  await putCoins();
  site.advanceMs(60 * MINUTE_MS - 1);
  expect((await showCart(visitor)).statusCode).toBe(200);
  site.advanceMs(1);
  expect(refusalOf(await showCart(visitor))).toEqual([409, 'cartExpired']);
  await putCoins();
  expect((await showCart(visitor)).statusCode).toBe(200);
});

describe('N3 a cart that was ordered', () => {
  test.each(['created', 'pending'] as const)('is shown as it was ordered while that is %s', async (state) => {
    const cart = await putLimited(2);
    await orderCart(site, cart.id, state);
    await setGood('price_cents', 1500, GOOD.limited);
    await setGood('sold', 3, GOOD.limited);
    site.advanceMs(61 * MINUTE_MS);
    const expiresAt = new Date(Date.parse(cart.expires_at) + 1000).toISOString();
    expect(cartOf(await showCart(visitor))).toEqual({
      ...cart,
      payment_method_name: 'card',
      expires_at: expiresAt,
    });
  });

  test.each(['paid', 'granted', 'failed', 'expired', 'review', 'refunded', 'charged_back'] as const)(
    'is none any more when that is %s',
    async (state) => {
      const cart = await putCoins();
      await orderCart(site, cart.id, state);
      expect(refusalOf(await showCart(visitor))).toEqual(NOT_FOUND);
      const next = await putCoins();
      expect(cartOf(await showCart(visitor)).id).toBe(next.id);
    },
  );
});

test('carts that ran out are deleted a day later, ordered ones stay', async () => {
  const ordered = await putCoins();
  await orderCart(site, ordered.id, 'granted');
  const left = await putCoins();
  site.advanceMs(60 * MINUTE_MS);
  const fresh = await putCoins();
  const kept = async () => {
    await cleanUp(site.deps);
    return (
      await site.pool.query<{ id: string }>('SELECT public_id AS id FROM carts ORDER BY carts.id')
    ).rows.map(({ id }) => id);
  };
  site.advanceMs(DAY_MS - MINUTE_MS);
  expect(await kept()).toEqual([ordered.id, left.id, fresh.id]);
  site.advanceMs(2 * MINUTE_MS);
  expect(await kept()).toEqual([ordered.id, fresh.id]);
  site.advanceMs(DAY_MS);
  expect(await kept()).toEqual([ordered.id]);
});
