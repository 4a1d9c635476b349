import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentEvent } from '#/server/ports/payments.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { refundOrder } from '#/server/operator/operateOrders.ts';
import { expireOrders } from '#/server/domain/orders/expireOrders.ts';
import { reconcileOrders } from '#/server/domain/payments/reconcileOrders.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { auditOf } from '../../../support/players/settings.ts';
import {
  applyPaymentEvent,
  balanceOf,
  eventOf,
  type FakeProvider,
  movesOf,
  order,
  orderOf,
  pendingOrder,
  refOf,
  saveCart,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let app: TestApp;
let sibling: TestApp;
let provider: FakeProvider;
let player: Player;
let id: string;

beforeAll(async () => {
  app = await createTestApp();
  sibling = await createSibling(app);
});
beforeEach(async () => {
  provider = useFakeProvider(app);
  sibling.deps.payments = app.deps.payments;
  player = await createPlayer(app.deps);
  id = await pendingOrder(app, player, { payment_method_name: 'card' });
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(async () => {
  await sibling.close();
  await app.close();
});

const change = (method: string, site = app) =>
  site.post(`/api/donate/order/${id}/payment`, { payment_method_name: method });
const second = { paymentRef: '' };
const switched = async () => {
  const reply = await change('bitcoin');
  expect([reply.statusCode, reply.body]).toEqual([200, expect.stringContaining('pay.example')]);
  second.paymentRef = refOf(id, 2);
  return reply.json<{ order: string; url: string }>();
};
const extraNotices = async () =>
  (await auditOf(app, player.accountId)).filter((event) => event === 'orderPaidTwice').length;

describe('S17 another payment method of an order', () => {
  test('makes a payment there and closes the one before it', async () => {
    const reply = await switched();
    expect(reply).toEqual({ order: id, url: `https://pay.example/${refOf(id, 2)}` });
    expect(provider.cancelled).toEqual([refOf(id)]);
    expect(provider.asked.at(-1)).toMatchObject({ orderId: id, attempt: 2, methodName: 'bitcoin' });
    expect(await orderOf(app, id)).toMatchObject({
      state: 'pending',
      payment_method_name: 'bitcoin',
      pay_url: reply.url,
    });
    expect(await applyPaymentEvent(app, id, 'paid', second)).toBe('granted');
    expect(await balanceOf(app, player.accountId)).toBe(550);
  });

  test('asked for again it is the same payment, and the way that it has is no change', async () => {
    const [first, again] = [await switched(), await switched()];
    expect(again).toEqual(first);
    expect(provider.asked.filter(({ attempt }) => attempt > 1)).toHaveLength(1);
  });

  test('of 20 wishes at once on two servers one payment is the one, and no other can be paid', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => change(at % 2 ? 'bitcoin' : 'litecoin', at % 3 ? app : sibling)),
    );
    // back and forth it may come to the limit of payments
    for (const { statusCode } of replies) expect([200, 422]).toContain(statusCode);
    const { pay_url: url } = await orderOf(app, id);
    expect(url).toContain(`ref-${id}-`);
    expect(provider.cancelled).toContain(refOf(id));
    expect(provider.cancelled.map((ref) => `https://pay.example/${ref}`)).not.toContain(url);
  });

  test('is there from the checkout page as well: the cart keeps its one order', async () => {
    const cart = await saveCart(app, player);
    const first = await order(app, cart, { payment_method_name: 'card' });
    const { order: placed } = first.json<{ order: string }>();
    const other = await order(app, cart, { payment_method_name: 'bitcoin' });
    expect(other.json()).toEqual({ order: placed, url: `https://pay.example/${refOf(placed, 2)}` });
  });

  test('there is none while a payment is on its way', async () => {
    await applyPaymentEvent(app, id, 'pending');
    const reply = await change('bitcoin');
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'paymentUnderWay']);
    expect(provider.cancelled).toEqual([]);
  });

  test('nor where the older one was paid and its webhook is late: the buyer goes to the result', async () => {
    const paid: PaymentEvent = await eventOf(app, id, 'paid');
    provider.truth.set(refOf(id), [paid]);
    const reply = await change('bitcoin');
    expect(reply.json<{ url: string }>().url).toContain(`/donate/success?order=${id}`);
    expect((await orderOf(app, id)).state).toBe('granted');
    expect(provider.asked.filter(({ attempt }) => attempt > 1)).toEqual([]);
  });

  test('a way that is not offered, or an order that is over, changes nothing', async () => {
    expect((await change('carrier-pigeon')).json().code).toBe('paymentMethodUnavailable');
    await applyPaymentEvent(app, id, 'failed');
    expect((await change('bitcoin')).json<{ url: string }>().url).toContain('/donate/fail?order=');
    expect(
      (await app.post(`/api/donate/order/${'A'.repeat(22)}/payment`, { payment_method_name: 'card' }))
        .statusCode,
    ).toBe(404);
    expect((await app.post(`/api/donate/order/${id}/payment`, { payment_method_name: 5 })).statusCode).toBe(
      400,
    );
  });

  test('a provider that does not answer leaves the older payment as it is', async () => {
    provider.failures = 2; // asked for the truth, and to make the new one
    const reply = await change('bitcoin');
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'paymentUnavailable']);
    expect((await orderOf(app, id)).pay_url).toBe(`https://pay.example/${refOf(id)}`);
    expect(await applyPaymentEvent(app, id, 'paid')).toBe('granted');
  });

  test('so often and no more', async () => {
    for (let at = 0; at < 9; at++) expect((await change(at % 2 ? 'card' : 'bitcoin')).statusCode).toBe(200);
    expect((await change('card')).json().code).toBe('paymentMethodUnavailable');
  });
});

describe('S17 a payment whose place another took', () => {
  test('pays for the order all the same, once', async () => {
    await switched();
    expect(await applyPaymentEvent(app, id, 'paid')).toBe('granted');
    expect(await applyPaymentEvent(app, id, 'paid')).toBe('granted');
    expect(await balanceOf(app, player.accountId)).toBe(550);
    expect(await orderOf(app, id)).toMatchObject({ payment_method_name: 'card' });
    expect(await extraNotices()).toBe(0);
  });

  test.each([
    ['the new one first', true],
    ['the old one first', false],
  ])('paid twice, %s: credited once, the operator is told and refunds the second', async (_, isNewFirst) => {
    await switched();
    const events = [
      () => applyPaymentEvent(app, id, 'paid', second),
      () => applyPaymentEvent(app, id, 'paid'),
    ];
    for (const say of isNewFirst ? events : events.toReversed()) expect(await say()).toBe('granted');
    expect(await balanceOf(app, player.accountId)).toBe(550);
    expect(await extraNotices()).toBe(1);
    const extra = isNewFirst ? refOf(id) : second.paymentRef;
    expect(await refundOrder(app.deps, id, { reason: 'paid twice', payment: extra })).toBe(5000);
    expect(provider.refunds).toMatchObject([{ paymentRef: extra, amountCents: 5000 }]);
    expect(await applyPaymentEvent(app, id, 'refunded', { paymentRef: extra, causeRef: `${id}-x` })).toBe(
      'granted',
    );
    expect((await orderOf(app, id)).refunded_cents).toBe(0);
    expect(await balanceOf(app, player.accountId)).toBe(550);
    await expect(refundOrder(app.deps, id, { reason: 'again', payment: extra })).rejects.toThrow('0.00 euro');
    await expect(refundOrder(app.deps, id, { reason: 'x', payment: 'nobody' })).rejects.toThrow('no payment');
  });

  test('paid twice at the same moment, over and over: credited once', async () => {
    await switched();
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        at % 2 ? applyPaymentEvent(app, id, 'paid') : applyPaymentEvent(sibling, id, 'paid', second),
      ),
    );
    expect(await balanceOf(app, player.accountId)).toBe(550);
    expect(await extraNotices()).toBe(1);
  });

  test('ran out or failed: the order waits for the other one', async () => {
    await switched();
    expect(await applyPaymentEvent(app, id, 'expired')).toBe('pending');
    expect(await applyPaymentEvent(app, id, 'failed')).toBe('pending');
    expect(await applyPaymentEvent(app, id, 'paid', second)).toBe('granted');
  });

  test('paid too little, then the other in full: the order is granted, the rest is refunded', async () => {
    await switched();
    expect(await applyPaymentEvent(app, id, 'paid', { amountCents: 100 })).toBe('review');
    expect(await applyPaymentEvent(app, id, 'paid', second)).toBe('granted');
    expect(await balanceOf(app, player.accountId)).toBe(550);
    expect(await extraNotices()).toBe(1);
    expect(await refundOrder(app.deps, id, { reason: 'the rest', payment: refOf(id) })).toBe(100);
  });

  test('paid after the order ran out still brings the goods', async () => {
    await switched();
    app.advanceMs(61 * 60_000);
    await expireOrders(app.deps);
    expect((await orderOf(app, id)).state).toBe('expired');
    expect(await applyPaymentEvent(app, id, 'paid')).toBe('granted');
    expect(await movesOf(app, id)).toEqual(['created', 'pending', 'expired', 'paid', 'granted']);
  });

  test('is asked after as well, so that a webhook that was lost is no loss', async () => {
    await switched();
    provider.truth.set(refOf(id), [await eventOf(app, id, 'paid')]);
    app.advanceMs(60_000);
    await reconcileOrders(app.deps);
    expect((await orderOf(app, id)).state).toBe('granted');
  });
});
