import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OrdersReply } from '#/contract/operator/orders.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { sendRefunds } from '#/server/domain/payments/sendRefunds.ts';
import { refundOrder as refundByCommand } from '#/server/operator/operateOrders.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { createOperator } from '../../../../support/desks/operators.ts';
import { OrderDesk } from '../../../../support/desks/orderDesk.ts';
import { balanceOf, applyPaymentEvent, refOf } from '../../../../support/players/shopping.ts';

const { closeRefund, orders, refundOrder } = operatorCalls;
const HOUR_MS = 60 * 60_000;
const MIGRATION = new URL(
  '../../../../../src/server/platform/db/migrations/0069_failed_refunds.sql',
  import.meta.url,
);

let site: TestApp;
let desk: OrderDesk;
beforeAll(async () => {
  site = await createTestApp();
  desk = new OrderDesk(site);
});
afterEach(async () => {
  expect(await brokenInvariants(site.pool)).toEqual({});
  await site.pool.query('DELETE FROM failed_refunds');
});
afterAll(() => site.close());

/** The count of "needs you", and the orders to which its line leads. */
async function failed(): Promise<{ count: number; ids: string[] }> {
  const { browser } = await createOperator(site, 'owner');
  const { counts } = (await browser.call(operatorCalls.site)).json<{ counts: { refundsFailed: number } }>();
  const list = (await browser.call(orders, { query: { mark: 'refundFailed' } })).json<OrdersReply>();
  expect(list.orders.every(({ isRefundFailed }) => isRefundFailed)).toBe(true);
  return { count: counts.refundsFailed, ids: list.orders.map(({ id }) => id) };
}
const NONE = { count: 0, ids: [] };
const only = (id: string) => ({ count: 1, ids: [id] });

/** An order whose refund the provider has not taken until it was given up. */
async function givenUp(): Promise<string> {
  const { id } = await desk.paid();
  await desk.act(refundOrder, id);
  desk.provider.failures = 6;
  for (let times = 0; times < 6; times += 1) {
    await sendRefunds(site.deps);
    site.advanceMs(HOUR_MS + 1);
  }
  await desk.signIn();
  return id;
}

test('O22 a refund that was given up stays until it is requested again', async () => {
  const id = await givenUp();
  expect(await failed()).toEqual(only(id));
  const [payment] = (await desk.show(id)).payments;
  expect(payment).toMatchObject({ paymentRef: refOf(id), refundableCents: 5000 });
  expect(payment!.refundFailedAt).not.toBeNull();
  expect((await desk.act(refundOrder, id, {}, { preview: true })).statusCode).toBe(200);
  expect(await failed()).toEqual(only(id));
  expect((await desk.act(refundOrder, id)).statusCode).toBe(200);
  expect(await failed()).toEqual(NONE);
});

test('O22 a refund that the provider did, though it was given up, stays no longer than its report', async () => {
  const id = await givenUp();
  await applyPaymentEvent(site, id, 'refunded', { causeRef: `${id}-late` });
  expect(await failed()).toEqual(NONE);
});

test('O22 a refund that was reported before it was given up did not fail', async () => {
  const { id } = await desk.paid();
  await desk.act(refundOrder, id);
  await applyPaymentEvent(site, id, 'refunded', { causeRef: `${id}-early` });
  desk.provider.failures = 6;
  for (let times = 0; times < 6; times += 1) {
    await sendRefunds(site.deps);
    site.advanceMs(HOUR_MS + 1);
  }
  await desk.signIn();
  expect(await failed()).toEqual(NONE);
});

test('O22 a refund of the shell that the provider does not take stays until the command is repeated', async () => {
  const { id } = await desk.paid();
  desk.provider.failures = 1;
  const refund = () => refundByCommand(site.deps, id, { reason: 'they asked for it' });
  await expect(refund()).rejects.toThrow('the provider does not answer');
  expect(await failed()).toEqual(only(id));
  await refund();
  expect(await failed()).toEqual(NONE);
});

test('O22 a refund that the provider reports as failed stays until another one is reported', async () => {
  const { id } = await desk.paid();
  await applyPaymentEvent(site, id, 'refunded', { causeRef: `${id}-1` });
  expect(await failed()).toEqual(NONE);
  await applyPaymentEvent(site, id, 'refundFailed', { causeRef: `${id}-1` });
  expect(await failed()).toEqual(only(id));
  await applyPaymentEvent(site, id, 'refunded', { causeRef: `${id}-2` });
  expect(await failed()).toEqual(NONE);
});

test('O22 the report of a refund that comes after the report of its failure ends nothing', async () => {
  const { id } = await desk.paid();
  await applyPaymentEvent(site, id, 'refundFailed', { causeRef: `${id}-1` });
  await applyPaymentEvent(site, id, 'refunded', { causeRef: `${id}-1` });
  expect(await failed()).toEqual(only(id));
});

test('O22 a failed refund of a payment of which nothing is left needs nobody', async () => {
  const { id } = await desk.paid();
  await applyPaymentEvent(site, id, 'refunded', { causeRef: `${id}-1` });
  await applyPaymentEvent(site, id, 'refundFailed', { causeRef: `${id}-1` });
  await applyPaymentEvent(site, id, 'chargedBack', { causeRef: `${id}-dispute` });
  expect(await failed()).toEqual(NONE);
});

test('O22 an operator closes a failed refund with a reason, and neither order nor goods change', async () => {
  const { id, player } = await desk.paid();
  const payment = await desk.payTwice(id);
  await applyPaymentEvent(site, id, 'refundFailed', { causeRef: `${id}-second`, paymentRef: payment });
  expect(await failed()).toEqual(only(id));
  const shown = await desk.show(id);
  expect(
    shown.payments.map(({ paymentRef, refundFailedAt }) => [paymentRef, refundFailedAt !== null]),
  ).toEqual([
    [refOf(id), false],
    [payment, true],
  ]);
  expect(codeOf(await desk.act(closeRefund, id, { payment: refOf(id) }))).toBe('operatorChanged');
  expect(codeOf(await desk.act(closeRefund, id, { payment, version: 1 }))).toBe('operatorChanged');
  const viewer = await createOperator(site, 'viewer');
  expect(codeOf(await desk.act(closeRefund, id, { payment }, { by: viewer }))).toBe('operatorForbidden');
  const outcome = {
    before: { refundFailed: true, askedPayment: payment },
    after: { refundFailed: false, askedPayment: payment },
  };
  expect((await desk.act(closeRefund, id, { payment }, { preview: true })).json()).toMatchObject(outcome);
  expect(await failed()).toEqual(only(id));
  expect((await desk.act(closeRefund, id, { payment })).statusCode).toBe(200);
  expect(await failed()).toEqual(NONE);
  expect(await desk.show(id)).toMatchObject({ state: 'granted', refundedCents: 0 });
  expect(await balanceOf(site, player.accountId)).toBe(550);
  const { rows } = await site.pool.query<object>(
    `SELECT before, after, reason FROM audit WHERE event = 'closeRefund' AND target_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ ...outcome, reason: 'they asked for it' }]);
  // somebody else has closed it
  expect(codeOf(await desk.act(closeRefund, id, { payment }))).toBe('operatorChanged');
});

test('O22 the refunds that an earlier version gave up are there, unless somebody has dealt with them', async () => {
  const orderOf = async () => (await desk.paid()).id;
  const [here, again, back, second] = [await orderOf(), await orderOf(), await orderOf(), await orderOf()];
  const payment = await desk.payTwice(second);
  for (const id of [here, again, back]) await desk.act(refundOrder, id);
  await desk.act(refundOrder, second, { payment });
  await site.pool.query(
    `UPDATE refund_requests SET failed_at = $2
      WHERE order_id IN (SELECT id FROM orders WHERE public_id = ANY($1))`,
    [[here, again, back, second], site.deps.now()],
  );
  expect((await desk.act(refundOrder, again)).statusCode).toBe(200);
  await applyPaymentEvent(site, back, 'chargedBack');
  await site.pool.query('DELETE FROM failed_refunds');
  const fill = readFileSync(MIGRATION, 'utf8')
    .split('--> statement-breakpoint')
    .find((statement) => statement.includes('INSERT INTO'))!;
  await site.pool.query(fill);
  const { count, ids } = await failed();
  expect([count, ids.toSorted()]).toEqual([2, [here, second].toSorted()]);
});
