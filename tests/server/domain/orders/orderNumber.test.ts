import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newOrderNumber, typedOrderNumber } from '#/server/domain/orders/orderNumber.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { giveCoins, orderOf, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';
import { createOperator } from '../../../support/desks/operators.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';

const NUMBER = /^ONE-[BCDFGHJKMPQRTVWXY2346789]{6}$/;

let site: TestApp;
let player: Player;
beforeAll(async () => {
  site = await createTestApp();
  useFakeProvider(site);
  player = await createPlayer(site.deps);
});
afterAll(() => site.close());

describe('S18 the short number of an order', () => {
  test('S18 has six letters and digits that cannot be taken for others', () => {
    for (let n = 0; n < 500; n += 1) expect(newOrderNumber(site.deps)).toMatch(NUMBER);
  });

  test.each(['ONE-4F2K7C', 'one-4f2k7c', ' one 4f2 k7c ', '4F2K7C', 'ONE4F2K7C'])(
    'S18 is read as typed: %s',
    (typed) => {
      expect(typedOrderNumber(typed)).toBe('ONE-4F2K7C');
    },
  );

  test.each(['', 'ONE-', 'ONE-4F2K7', 'ONE-4F2K7CC', 'ONE-AEIOU0', 'some login'])(
    'S18 is not read from %j',
    (typed) => {
      expect(typedOrderNumber(typed)).toBeUndefined();
    },
  );

  test('S18 stands on the order, and an operator finds the order by it, as it is typed', async () => {
    const id = await pendingOrder(site, player);
    const { number } = await orderOf(site, id);
    expect(number).toMatch(NUMBER);
    const viewer = await createOperator(site, 'viewer');
    for (const q of [number, number.toLowerCase(), number.slice(4)]) {
      const reply = await viewer.browser.call(operatorCalls.search, { query: { q } });
      expect(reply.json<{ hits: object[] }>().hits, q).toContainEqual(
        expect.objectContaining({ kind: 'order', id }),
      );
    }
    const shown = await viewer.browser.call(operatorCalls.order, { params: { id } });
    expect(shown.json()).toMatchObject({ id, number });
  });

  test('S18 is drawn again if another order has it, for purchases with coins too', async () => {
    const id = await pendingOrder(site, player);
    const { number } = await orderOf(site, id);
    const { randomBytes } = site.deps;
    const letters = 'BCDFGHJKMPQRTVWXY2346789';
    let draws = 0;
    site.deps.randomBytes = (size) => {
      if (size !== 6) return randomBytes(size);
      draws += 1;
      return draws < 3
        ? Buffer.from(Array.from(number.slice(4), (letter) => letters.indexOf(letter)))
        : randomBytes(size);
    };
    const buyer = await createPlayer(site.deps);
    await giveCoins(site, buyer.accountId, 100);
    const reply = await site.post(
      '/api/v1/order/store-by-coin',
      { product_id: GOOD.serviceForCoins, product_qty: 1 },
      buyer.headers,
    );
    site.deps.randomBytes = randomBytes;
    expect([reply.statusCode, draws]).toEqual([200, 3]);
    const { rows } = await site.pool.query<{ numbers: number; orders: number }>(
      'SELECT count(DISTINCT number)::int AS numbers, count(*)::int AS orders FROM orders',
    );
    expect(rows[0]!.numbers).toBe(rows[0]!.orders);
  });
});
