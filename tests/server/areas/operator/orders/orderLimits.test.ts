import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { OrderDesk } from '../../../../support/desks/orderDesk.ts';
import { sendRefunds } from '#/server/domain/payments/sendRefunds.ts';
import { applyPaymentEvent, eventOf } from '../../../../support/players/shopping.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';

let site: TestApp;
let desk: OrderDesk;
let owner: TestOperator;
let support: TestOperator;
beforeAll(async () => {
  site = await createTestApp();
  desk = new OrderDesk(site);
});
beforeEach(async () => {
  await desk.signIn();
  owner = await createOperator(site, 'owner');
  support = await createOperator(site, 'support');
});
afterAll(() => site.close());

const { approve, refundOrder } = operatorCalls;
/** 200 euro. */
const large = () => desk.paid({ amount: 20_000 });
const requests = async (id: string) =>
  (
    await site.pool.query<{ cents: number }>(
      `SELECT cents::int FROM refund_requests WHERE order_id = (SELECT id FROM orders WHERE public_id = $1) ORDER BY id`,
      [id],
    )
  ).rows.map(({ cents }) => cents);
const refund = (id: string, cents: number, by = support) => desk.act(refundOrder, id, { cents }, { by });
const approved = async (pendingId: number) =>
  owner.browser.call(approve, { params: { id: String(pendingId) }, body: {} });

test('O5 support refunds 50 euro of an order, in parts or at once, and asks for the rest', async () => {
  const { id } = await large();
  expect((await refund(id, 3000)).statusCode).toBe(200);
  expect((await refund(id, 2000)).statusCode).toBe(200);
  const beyond = await refund(id, 1);
  expect(beyond.statusCode).toBe(202);
  expect(await requests(id)).toEqual([3000, 2000]);
  expect((await approved(beyond.json().pending.id)).json()).toMatchObject({
    act: 'refundOrder',
    amount: 1,
    unit: 'cents',
    state: 'approved',
  });
  expect(await requests(id)).toEqual([3000, 2000, 1]);
});

test('O5 the limit of an order counts the refunds of all its payments, and of what came beyond the total', async () => {
  const { id } = await large();
  const payment = await desk.payTwice(id);
  const { amountCents } = await eventOf(site, id, 'paid');
  await applyPaymentEvent(site, id, 'paid', { causeRef: `more-${id}`, amountCents: amountCents + 1000 });
  expect((await desk.act(refundOrder, id, { cents: 4000, payment }, { by: support })).statusCode).toBe(200);
  expect((await refund(id, 1000)).statusCode).toBe(200);
  await sendRefunds(site.deps);
  await desk.reportRefunds(id);
  expect(await desk.show(id)).toMatchObject({ state: 'granted', refundedCents: 0 });
  expect((await refund(id, 1)).statusCode).toBe(202);
});

test('O5 support refunds 200 euro a day', async () => {
  const orders = [];
  for (let at = 0; at < 5; at++) orders.push(await large());
  const answers = [];
  for (const { id } of orders) answers.push((await refund(id, 5000)).statusCode);
  expect(answers).toEqual([200, 200, 200, 200, 202]);
});

test('O5 a request to refund ends when something else was refunded meanwhile', async () => {
  const { id } = await large();
  const { pending } = (await refund(id, 6000)).json();
  expect((await refund(id, 100, owner)).statusCode).toBe(200);
  expect(codeOf(await approved(pending.id))).toBe('operatorChanged');
  expect(await requests(id)).toEqual([100]);
});
