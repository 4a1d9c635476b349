import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { payoutCalls } from '#/contract/operator/figures/payoutCalls.ts';
import type { MissingReply, PayoutReply, PayoutsReply } from '#/contract/operator/figures/payouts.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { forgottenAwaiting } from '#/server/domain/payouts/missingOrders.ts';
import { fetchPayouts } from '#/server/domain/payouts/fetchPayouts.ts';
import { createPlayer } from '../../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import {
  applyPaymentEvent,
  pendingOrder,
  refOf,
  useFakeProvider,
} from '../../../../support/players/shopping.ts';
import {
  addPayout,
  type FakePayouts,
  fakePayouts,
  payoutLine,
} from '../../../../support/services/fakePayouts.ts';

const RANGE = { from: '2026-01-01', to: '2026-01-31' };
const { payouts, payout, acceptPayout, missingFromPayouts } = payoutCalls;
const { site, makeExport, loadExport } = operatorCalls;

let app: TestApp;
let owner: TestOperator;
let told: FakePayouts;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  await app.pool.query('TRUNCATE payout_lines, payouts, payout_fetches');
  told = fakePayouts();
  useFakeProvider(app).payouts = told;
  owner = await createOperator(app, 'owner');
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

async function paid(): Promise<string> {
  const id = await pendingOrder(app, await createPlayer(app.deps));
  expect(await applyPaymentEvent(app, id, 'paid')).toBe('granted');
  return id;
}
const charge = (order: string) =>
  payoutLine({
    lineRef: `charge-${order}`,
    kind: 'charge',
    grossCents: 5000,
    feeCents: 100,
    paymentRef: refOf(order),
  });
const stranger = (lineRef: string) =>
  payoutLine({ lineRef, kind: 'charge', grossCents: 700, causeRef: 'ch_x' });
const fetch = () => fetchPayouts(app.deps, { isForced: true });
const list = async (query: object = {}) =>
  (await owner.browser.call(payouts, { query: { ...RANGE, ...query } })).json<PayoutsReply>();
const refs = (reply: PayoutsReply) => reply.payouts.map(({ ref }) => ref);
const show = async (id: number, query = {}) =>
  (await owner.browser.call(payout, { params: { id: String(id) }, query })).json<PayoutReply>();
const needs = async () =>
  (await owner.browser.call(site)).json<{ counts: { payoutsOpen: number } }>().counts.payoutsOpen;
const accept = (id: number, seen: object, suffix?: '/preview') =>
  owner.browser.call(acceptPayout, {
    params: { id: String(id) },
    body: { reason: 'sold at the fair', ...seen },
    suffix,
  });

describe('O25 the list of payouts', () => {
  test('has the days of their arrival, page by page, and those that need a look', async () => {
    const order = await paid();
    for (let day = 1; day <= 31; day++)
      for (const half of ['a', 'b'])
        addPayout(told, `po-${day}${half}`, day === 3 && half === 'a' ? [stranger('x')] : [], {
          amountCents: day === 3 && half === 'a' ? 700 : 0,
          createdAt: new Date(Date.UTC(2026, 1, day)),
          arrivesAt: new Date(Date.UTC(2025, 11, day)),
        });
    addPayout(told, 'po-next', [charge(order)], { arrivesAt: new Date('2026-01-01T00:00:00Z') });
    addPayout(told, 'po-on-its-way', [], {
      arrivesAt: new Date('2026-01-18T00:00:00Z'),
      status: 'inTransit',
    });
    await fetch();
    const december = { from: '2025-12-01', to: '2025-12-31' };
    const first = await list(december);
    expect(first.payouts.length).toBe(50);
    expect([first.payouts[0]?.ref, first.after, first.open]).toEqual(['po-31b', null, 1]);
    const second = await list({ ...december, before: String(first.before) });
    expect([second.payouts.length, second.before]).toEqual([12, null]);
    expect(refs(await list({ ...december, after: String(second.after) }))).toEqual(refs(first));
    expect(refs(await list({ mark: 'open' }))).toEqual(['po-3a']);
    // 15 January is today
    expect(refs(await list({ from: '2026-01-01', to: '2026-01-14' }))).toEqual(['po-next']);
    expect(refs(await list({ from: '2026-01-01', to: '2026-01-15' }))).toEqual(['po-on-its-way', 'po-next']);
  });

  test('says which provider tells none, and what failed', async () => {
    await paid();
    told.pagesLeft = 0;
    await expect(fetch()).rejects.toThrow();
    expect((await list()).sources).toMatchObject([
      { provider: 'sandbox', isTold: true, fetchedAt: null, error: 'the provider does not answer' },
    ]);
    useFakeProvider(app);
    expect((await list()).sources).toMatchObject([{ provider: 'sandbox', isTold: false }]);
  });
});

describe('O25 a payout', () => {
  test('shows its open lines first, its sums, and its lines page by page', async () => {
    const order = await paid();
    const many = Array.from({ length: 60 }, (_, at) =>
      payoutLine({ lineRef: `fee-${at}`, kind: 'fee', grossCents: -1 }),
    );
    addPayout(told, 'po-1', [charge(order), ...many, stranger('last')], { amountCents: 5600 });
    await fetch();
    const id = (await list()).payouts[0]!.id;
    const shown = await show(id);
    expect(shown).toMatchObject({
      payout: { differenceCents: 60, openLines: 1, openCents: 700, matchedCents: 4900 },
      pageUrl: 'https://pay.example/payouts/po-1',
      accepted: null,
      sums: [
        { kind: 'charge', lines: 2, grossCents: 5700, feeCents: 100, netCents: 5600 },
        { kind: 'fee', lines: 60, grossCents: -60, feeCents: 0, netCents: -60 },
      ],
      open: [{ ref: 'last', match: 'unmatched', order: null, cause: 'ch_x' }],
    });
    expect(shown.lines[0]).toMatchObject({
      order,
      orderNumber: expect.stringMatching(/^ONE-/),
      match: 'matched',
      expectedCents: 5000,
    });
    const next = await show(id, { before: String(shown.before) });
    expect([shown.lines.length, next.lines.length, next.before]).toEqual([50, 12, null]);
    expect((await show(id, { after: String(next.after) })).lines).toEqual(shown.lines);
    const unknown = await owner.browser.call(payout, { params: { id: '999999' } });
    expect([unknown.statusCode, codeOf(unknown)]).toEqual([404, 'notFound']);
  });

  test('O22 needs somebody until an operator accepts what they saw, with a reason', async () => {
    await paid();
    addPayout(told, 'po-1', [stranger('x')], { amountCents: 600 });
    await fetch();
    expect(await needs()).toBe(1);
    const id = (await list()).payouts[0]!.id;
    const preview = await accept(id, { openLines: 1, differenceCents: -100 }, '/preview');
    expect(preview.json()).toMatchObject({
      before: { openLines: 1, payoutDifference: '-1.00 EUR', isAccepted: false },
      after: { isAccepted: true },
    });
    expect(await needs()).toBe(1);
    const others = await accept(id, { openLines: 2, differenceCents: -100 });
    expect([others.statusCode, codeOf(others)]).toEqual([409, 'operatorChanged']);
    expect((await accept(id, { openLines: 1, differenceCents: -100 })).statusCode).toBe(200);
    expect(await needs()).toBe(0);
    expect((await show(id)).accepted).toMatchObject({ by: expect.any(String) });
    const again = await accept(id, { openLines: 1, differenceCents: -100 });
    expect(codeOf(again)).toBe('operatorChanged');
    await fetch();
    expect(await needs()).toBe(0);
    // what the provider says anew is looked at anew
    told.payouts[0]!.amountCents = 500;
    await fetch();
    expect(await needs()).toBe(1);
  });
});

describe('O25 orders that no payout holds', () => {
  const missing = async (query = {}) =>
    (await owner.browser.call(missingFromPayouts, { query: { ...RANGE, ...query } })).json<MissingReply>();
  const paidOut = (orders: readonly string[], createdAt: string) => {
    addPayout(told, `po-${createdAt}`, orders.map(charge), { createdAt: new Date(createdAt) });
    return fetch();
  };

  test('are listed once their provider has paid out for two weeks since', async () => {
    const [held, lost, refunded] = [await paid(), await paid(), await paid()];
    await applyPaymentEvent(app, refunded, 'refunded', { amountCents: 100, causeRef: 're-lost' });
    addPayout(told, 'po-refund', [
      payoutLine({ lineRef: 'refund', kind: 'refund', grossCents: -100, causeRef: 're-lost' }),
    ]);
    await paidOut([held], '2026-01-29T11:00:00Z');
    expect((await missing()).orders).toEqual([]);
    await paidOut([], '2026-01-29T13:00:00Z');
    // the other tests of this file have left orders, too
    const { orders, ...ends } = await missing();
    expect(orders.slice(0, 2)).toMatchObject([
      { order: refunded, provider: 'sandbox', totalCents: 5000, paidAt: '2026-01-15T12:00:00.000Z' },
      { order: lost, orderNumber: expect.stringMatching(/^ONE-/) },
    ]);
    expect(orders.map(({ order }) => order)).not.toContain(held);
    expect(ends).toEqual({ before: null, after: null });
    expect((await list()).missing).toBe(orders.length);
    expect((await missing({ before: String(orders[0]!.id) })).orders).toEqual(orders.slice(1));
    const { rows } = (
      await owner.browser.call(makeExport, {
        body: { ...RANGE, kind: 'payouts-missing', separator: 'comma', reason: 'the books of January' },
      })
    ).json<{ rows: number }>();
    expect(rows).toBe(orders.length);
  });

  test('are found by the triggers alone: without its row an order is forgotten, and the nightly check says so', async () => {
    const id = await paid();
    const forgotten = () => forgottenAwaiting(app.deps, '2026-01-15');
    const before = await forgotten();
    await app.pool.query(
      `DELETE FROM orders_awaiting_payout WHERE order_id = (SELECT id FROM orders WHERE public_id = $1)`,
      [id],
    );
    expect(await forgotten()).toHaveLength(before.length + 1);
    // a line of it makes up for the row
    await paidOut([id], '2026-01-20T13:00:00Z');
    expect(await forgotten()).toHaveLength(before.length);
  });

  test('are missing again when their line turns out to be of another order', async () => {
    const [first, other] = [await paid(), await paid()];
    await paidOut([first], '2026-01-29T13:00:00Z');
    const isMissing = async (id: string) => (await missing()).orders.some(({ order }) => order === id);
    expect([await isMissing(first), await isMissing(other)]).toEqual([false, true]);
    await app.pool.query(
      `UPDATE payout_lines SET order_id = (SELECT id FROM orders WHERE public_id = $1) WHERE line_ref = $2`,
      [other, `charge-${first}`],
    );
    expect([await isMissing(first), await isMissing(other)]).toEqual([true, false]);
  });
});

test('O25 O26 payouts.csv has a line for each line, and runs nothing in a spreadsheet', async () => {
  const order = await paid();
  addPayout(told, 'po-1', [
    charge(order),
    payoutLine({ lineRef: 'fee', kind: 'fee', grossCents: -200, note: '=HYPERLINK("x")' }),
    stranger('other'),
  ]);
  await fetch();
  const made = await owner.browser.call(makeExport, {
    body: { ...RANGE, kind: 'payouts', separator: 'semicolon', reason: 'the books of January' },
  });
  expect(made.json()).toMatchObject({ rows: 3 });
  const { ticket: id } = made.json<{ ticket: string }>();
  const { body } = await owner.browser.call(loadExport, { params: { id } });
  const [, names, ...lines] = body.trimEnd().split('\r\n');
  expect(names).toBe(
    'payout;provider;status;arrives_at;payout_amount;currency;line;at;kind;match;order;server;payment;cause;gross;fee;net;expected;note',
  );
  const start = 'po-1;sandbox;paid;2026-01-16 00:00:00;54.00;EUR';
  const at = '2026-01-15 12:00:00';
  expect(lines).toEqual([
    `${start};charge-${order};${at};charge;matched;${order};everest;${refOf(order)};;50.00;1.00;49.00;50.00;`,
    `${start};fee;${at};fee;free;;;;;-2.00;0.00;-2.00;;"'=HYPERLINK(""x"")"`,
    `${start};other;${at};charge;unmatched;;;;ch_x;7.00;0.00;7.00;;`,
  ]);
});
