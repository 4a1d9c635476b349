import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { sendRefunds } from '#/server/domain/payments/sendRefunds.ts';
import { startBackgroundWork } from '#/server/jobs/backgroundWork.ts';
import { refundOrder as refundByCommand } from '#/server/operator/operateOrders.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { GOOD } from '../../../../support/catalogue/testShop.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator } from '../../../../support/desks/operators.ts';
import { booksOf, linesOf, OrderDesk } from '../../../../support/desks/orderDesk.ts';
import { applyPaymentEvent, balanceOf, giveCoins, refOf } from '../../../../support/players/shopping.ts';

let site: TestApp;
let desk: OrderDesk;

beforeAll(async () => {
  site = await createTestApp();
  desk = new OrderDesk(site);
});
afterEach(async () => expect(await brokenInvariants(site.pool)).toEqual({}));
afterAll(() => site.close());

const { refundOrder } = operatorCalls;

const PURCHASES: readonly (readonly [string, object])[] = [
  ['coins', {}],
  ['a thing in the game', { product_type: 'Services', goods_id: GOOD.service }],
  ['cases', { product_type: 'casesItem', goods_id: GOOD.fiveCases }],
  ['Premium', { product_type: 'Premium', goods_id: GOOD.premium }],
];

describe('O11 a refund', () => {
  test.each(PURCHASES)(
    'O11 of %s leaves the same rows in the books as the command does',
    async (_, purchase) => {
      const [one, twin] = [await desk.paid(purchase), await desk.paid(purchase)];
      for (const { player } of [one, twin]) await giveCoins(site, player.accountId, 7);
      expect((await desk.act(refundOrder, one.id)).statusCode).toBe(200);
      await sendRefunds(site.deps);
      await refundByCommand(site.deps, twin.id, { reason: 'they asked for it' });
      for (const { id } of [one, twin]) await desk.reportRefunds(id);
      const books = await booksOf(site, one);
      expect(books).toEqual(await booksOf(site, twin));
      expect(books.order[0]).toMatch(/^refunded/);
      expect(linesOf(await desk.show(one.id), 'refund')).toMatchObject([{ state: 'reported' }]);
    },
  );

  test('O11 in parts goes no further than what was paid, also while the provider is silent', async () => {
    const { id } = await desk.paid();
    for (const cents of [2000, 2000])
      expect((await desk.act(refundOrder, id, { cents })).statusCode).toBe(200);
    expect(codeOf(await desk.act(refundOrder, id, { cents: 1001 }))).toBe('refundTooMuch');
    const rest = await desk.act(refundOrder, id);
    expect(rest.json()).toMatchObject({ cents: 1000 });
    expect(codeOf(await desk.act(refundOrder, id, { cents: 1 }))).toBe('refundTooMuch');
    await sendRefunds(site.deps);
    const keys = desk.refundsOf(id).map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
    await desk.reportRefunds(id);
    const shown = await desk.show(id);
    expect(shown).toMatchObject({ state: 'refunded', refundedCents: 5000 });
    expect(shown.payments[0]).toMatchObject({ refundableCents: 0, underWayCents: 0 });
  });

  test('O11 is asked for in the background', async () => {
    const { id } = await desk.paid();
    await desk.act(refundOrder, id);
    const stop = startBackgroundWork(site.deps);
    await expect.poll(() => desk.refundsOf(id)).toHaveLength(1);
    await stop();
  });

  test('O11 of a second payment leaves the order and its goods', async () => {
    const { id, player } = await desk.paid();
    const body = { payment: await desk.payTwice(id) };
    const preview = (await desk.act(refundOrder, id, body, { preview: true })).json();
    expect(preview.after).toMatchObject({ state: 'granted', coinsTaken: 0, askedCents: 5000 });
    expect(codeOf(await desk.act(refundOrder, id, { ...body, cents: 5001 }))).toBe('refundTooMuch');
    expect((await desk.act(refundOrder, id, body)).json()).toMatchObject({
      paymentRef: refOf(id, 2),
      cents: 5000,
    });
    await sendRefunds(site.deps);
    await desk.reportRefunds(id);
    expect(await desk.show(id)).toMatchObject({ state: 'granted', refundedCents: 0 });
    expect(await balanceOf(site, player.accountId)).toBe(550);
  });

  test('O11 that the provider does not take is asked for again, and after that under the same key', async () => {
    const { id } = await desk.paid();
    await desk.act(refundOrder, id);
    desk.provider.failures = 6;
    for (let times = 0; times < 6; times += 1) {
      await sendRefunds(site.deps);
      site.advanceMs(60 * 60_000 + 1);
    }
    await desk.signIn();
    expect(linesOf(await desk.show(id), 'refund')).toMatchObject([
      { state: 'failed', error: 'the provider does not answer' },
    ]);
    expect((await desk.show(id)).payments[0]).toMatchObject({ refundableCents: 5000, underWayCents: 0 });
    expect((await desk.act(refundOrder, id, {}, { key: 'asked-for-once-more' })).statusCode).toBe(200);
    await sendRefunds(site.deps);
    await sendRefunds(site.deps);
    const asked = desk.refundsOf(id);
    expect(asked).toMatchObject([{ amountCents: 5000, key: `refund-${id}-1` }]);
  });

  test('O11 is refused for what it is not', async () => {
    const { id } = await desk.paid();
    const { id: other } = await desk.paid();
    const wrong: [object, string][] = [
      [{ cents: 0 }, 'badRequest'],
      [{ cents: -100 }, 'badRequest'],
      [{ cents: 1.5 }, 'badRequest'],
      [{ cents: 2 ** 31 }, 'badRequest'],
      [{ cents: 5001 }, 'refundTooMuch'],
      [{ payment: refOf(other) }, 'paymentUnknown'],
      [{ payment: '%' }, 'paymentUnknown'],
      [{ version: 1 }, 'operatorChanged'],
      [{ reason: ' ' }, 'badRequest'],
      [{ currency: 'USD' }, 'badRequest'],
    ];
    for (const [body, code] of wrong)
      for (const preview of [true, false])
        expect(codeOf(await desk.act(refundOrder, id, body, { preview })), JSON.stringify(body)).toBe(code);
    expect(codeOf(await desk.act(refundOrder, 'nobody', { version: 1 }))).toBe('notFound');
    const { id: unpaid } = await desk.pending();
    expect(codeOf(await desk.act(refundOrder, unpaid))).toBe('orderNotRefundable');
    const { player } = await desk.pending();
    await giveCoins(site, player.accountId, 100);
    const goods = { product_id: GOOD.serviceForCoins, product_type: 0, product_qty: 1 };
    await site.post('/api/v1/order/store-by-coin', goods, player.headers);
    const forCoins = await site.pool.query<{ id: string }>(
      `SELECT public_id AS id FROM orders WHERE account_id = $1 AND currency = 'OC'`,
      [player.accountId],
    );
    expect(codeOf(await desk.act(refundOrder, forCoins.rows[0]!.id, { cents: 100 }))).toBe(
      'orderNotRefundable',
    );
    const viewer = await createOperator(site, 'viewer');
    expect(codeOf(await desk.act(refundOrder, id, {}, { by: viewer }))).toBe('operatorForbidden');
    expect(linesOf(await desk.show(id), 'refund')).toEqual([]);
  });

  test('O11 of a payment in another currency goes back once', async () => {
    const { id } = await desk.pending();
    await applyPaymentEvent(site, id, 'paid', { currency: 'USD', amountCents: 4000 });
    expect(codeOf(await desk.act(refundOrder, id, { cents: 4001 }))).toBe('refundTooMuch');
    expect((await desk.act(refundOrder, id)).json()).toMatchObject({ cents: 4000 });
    await applyPaymentEvent(site, id, 'refunded', { currency: 'USD', amountCents: 4000 });
    expect(await desk.show(id)).toMatchObject({ state: 'refunded' });
    expect(codeOf(await desk.act(refundOrder, id))).toBe('orderNotRefundable');
  });
});
