import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Dashboard } from '#/contract/operator/figures/dashboard.ts';
import type { ExportKind } from '#/contract/operator/figures/exports.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { DoubtsReply, VatRatesReply, VatReply, VatRow } from '#/contract/operator/vat.ts';
import { countVat } from '#/server/domain/figures/countVat.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import type { Place } from '#/server/ports/payments.ts';
import { createPlayer } from '../../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../../support/players/shopping.ts';

const RANGE = { from: '2026-01-01', to: '2026-02-28' };
const {
  vat,
  vatDoubts,
  vatRates,
  setVatRate,
  importVatRates,
  settleCountry,
  makeExport,
  loadExport,
  dashboard,
} = operatorCalls;

/** Time after which a payment is counted in the sums of its day. */
const COUNTED_MS = 10 * 60_000;

let app: TestApp;
let owner: TestOperator;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  await app.pool.query('TRUNCATE vat_rates');
  useFakeProvider(app);
  owner = await createOperator(app, 'owner');
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const two = (country: string): Place[] => [
  { kind: 'billing', country },
  { kind: 'card', country },
];
async function paid(places: Place[]): Promise<string> {
  const id = await pendingOrder(app, await createPlayer(app.deps));
  expect(await applyPaymentEvent(app, id, 'paid', { places })).toBe('granted');
  return id;
}
const act = (
  endpoint: typeof setVatRate | typeof importVatRates | typeof settleCountry,
  body: object,
  id = '',
) =>
  owner.browser.call(endpoint, {
    params: { id },
    body: { reason: 'as the law says', ...body },
  });
const settle = (id: string, country: string, seen: object = { country: null, isSettled: false }) =>
  act(settleCountry, { country, seen }, id);
const setRate = async (country: string, basisPoints: number, from = '2025-01-01') => {
  const { rates } = (await owner.browser.call(vatRates)).json<VatRatesReply>();
  const same = rates.find((rate) => rate.country === country && rate.from === from);
  const replaces = same ? { basisPoints: same.basisPoints, isConfirmed: same.isConfirmed } : null;
  expect((await act(setVatRate, { country, basisPoints, from, replaces })).statusCode).toBe(200);
};
const sums = async (by = owner) => (await by.browser.call(vat, { query: RANGE })).json<VatReply>();
const rowOf = async (country: string | null) => (await sums()).rows.filter((row) => row.country === country);
const doubts = async () => (await owner.browser.call(vatDoubts, { query: RANGE })).json<DoubtsReply>().doubts;
/**
 * Downloads a file.
 * @returns its rows by the names of its columns
 */
async function take(kind: ExportKind) {
  const made = await owner.browser.call(makeExport, {
    body: { ...RANGE, kind, separator: 'comma', reason: 'the books of January' },
  });
  expect(made.statusCode, made.body).toBe(200);
  const { body } = await owner.browser.call(loadExport, {
    params: { id: made.json<{ ticket: string }>().ticket },
  });
  const [, names = '', ...lines] = body.trimEnd().split('\r\n');
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, at) => [names.split(',')[at], cell])),
  );
}
const total = (rows: readonly VatRow[], of: (row: VatRow) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0);

describe('O25 VAT', () => {
  test('is in the price: gross is net and VAT, rounded for each payment', async () => {
    await setRate('LV', 2100);
    await paid(two('LV'));
    await paid(two('LV'));
    // 50.00 € hold 8.68 € at 21 %
    expect(await rowOf('LV')).toMatchObject([
      { month: '2026-01', basisPoints: 2100, orders: 2, grossCents: 10_000, vatCents: 1736, netCents: 8264 },
    ]);
  });

  test('has the rate of the day of the payment, and a refund that of its order', async () => {
    await setRate('EE', 2200);
    const id = await paid(two('EE'));
    app.advanceMs(31 * 24 * 60 * 60_000);
    owner = await createOperator(app, 'owner');
    await setRate('EE', 2400, '2026-02-01');
    await applyPaymentEvent(app, id, 'refunded', { amountCents: 1000 });
    await paid(two('EE'));
    expect(await rowOf('EE')).toEqual([
      expect.objectContaining({
        month: '2026-01',
        basisPoints: 2200,
        grossCents: 5000,
        refundedGrossCents: 0,
      }),
      expect.objectContaining({
        month: '2026-02',
        basisPoints: 2200,
        orders: 0,
        grossCents: 0,
        refunds: 1,
        refundedGrossCents: 1000,
        refundedVatCents: 180,
        refundedNetCents: 820,
      }),
      expect.objectContaining({ month: '2026-02', basisPoints: 2400, grossCents: 5000, vatCents: 968 }),
    ]);
  });

  test('is not made up where a country or its rate is unknown', async () => {
    await paid(two('GE'));
    await paid([]);
    const unknown = { basisPoints: null, netCents: null, vatCents: null };
    expect(await rowOf('GE')).toMatchObject([{ ...unknown, grossCents: 5000 }]);
    expect(await rowOf(null)).toMatchObject([unknown]);
  });

  test('O24 agrees to the cent with the dashboard and with orders.csv', async () => {
    await act(importVatRates, {});
    // an owner confirms the one that is needed
    await setRate('FI', 2550, '2025-08-01');
    const id = await paid(two('FI'));
    await applyPaymentEvent(app, id, 'refunded', { amountCents: 333, causeRef: `part-${id}` });
    await applyPaymentEvent(app, await paid(two('DE')), 'chargedBack');
    const { rows } = await sums();
    const { tiles } = (await owner.browser.call(dashboard, { query: RANGE })).json<Dashboard>();
    const orders = await take('orders');
    const ofOrders = orders.reduce((sum, row) => sum + Math.round(Number(row['total']) * 100), 0);
    const gross = total(rows, (row) => row.grossCents);
    expect([gross, gross]).toEqual([tiles.paidCents, ofOrders]);
    expect(total(rows, (row) => row.refundedGrossCents)).toBe(tiles.refundedCents + tiles.chargedBackCents);
    const file = await take('vat');
    expect(file.map(({ gross: sum }) => sum)).toEqual(
      rows.map(({ grossCents }) => (grossCents / 100).toFixed(2)),
    );
    expect(file.find(({ country }) => country === 'FI')).toMatchObject({ rate: '25.50', vat: '10.16' });
  });
});

describe('O25 orders whose country is doubtful', () => {
  test('are those with one piece, with none, or with contradicting ones', async () => {
    const known = new Set((await doubts()).map(({ id }) => id));
    const sure = await paid(two('PL'));
    const one = await paid([{ kind: 'declared', country: 'PL' }]);
    const none = await paid([]);
    const against = await paid([
      { kind: 'billing', country: 'PL' },
      { kind: 'card', country: 'CZ' },
    ]);
    const found = (await doubts()).filter(({ id }) => !known.has(id));
    expect(found.map(({ id, country }) => [id, country])).toEqual([
      [against, null],
      [none, null],
      [one, 'PL'],
    ]);
    const file = (await take('vat-doubts')).map(({ order }) => order);
    expect(file).toEqual(expect.arrayContaining([one, none, against]));
    expect(file).not.toContain(sure);
    expect((await sums()).doubts).toBe(file.length);
  });

  test('leave the list when an operator settles the country, and later evidence changes nothing', async () => {
    await setRate('CZ', 2100);
    const id = await paid([
      { kind: 'billing', country: 'PL' },
      { kind: 'card', country: 'CZ' },
    ]);
    expect((await settle(id, 'CZ')).json()).toEqual({ country: 'CZ' });
    expect((await doubts()).map((doubt) => doubt.id)).not.toContain(id);
    await applyPaymentEvent(app, id, 'pending', { places: [{ kind: 'network', country: 'PL' }] });
    expect(await rowOf('CZ')).toMatchObject([{ vatCents: 868 }]);
    const { rows } = await app.pool.query<object>(
      `SELECT before, after, reason FROM audit WHERE event = 'settleCountry' AND target_id = $1`,
      [id],
    );
    expect(rows).toEqual([
      { before: { country: null }, after: { country: 'CZ' }, reason: 'as the law says' },
    ]);
  });

  test('can be corrected: the sums follow, also on counted days, and the audit log has both countries', async () => {
    await setRate('LT', 2100);
    await setRate('SI', 2200);
    const id = await paid([{ kind: 'declared', country: 'DK' }]);
    expect((await settle(id, 'LT', { country: 'DK', isSettled: false })).statusCode).toBe(200);
    expect(await rowOf('DK')).toEqual([]);
    expect(await rowOf('LT')).toMatchObject([{ orders: 1, grossCents: 5000, vatCents: 868 }]);
    app.advanceMs(COUNTED_MS);
    await countVat(app.deps);
    expect((await settle(id, 'SI', { country: 'LT', isSettled: true })).statusCode).toBe(200);
    expect(await rowOf('LT')).toEqual([]);
    expect(await rowOf('SI')).toMatchObject([{ orders: 1, grossCents: 5000, vatCents: 902 }]);
    await countVat(app.deps);
    expect(await rowOf('LT')).toEqual([]);
    expect(await rowOf('SI')).toMatchObject([{ vatCents: 902 }]);
    const order = await owner.browser.call(operatorCalls.order, { params: { id } });
    expect(order.json()).toMatchObject({ country: 'SI', isCountrySettled: true });
    const { rows } = await app.pool.query<object>(
      `SELECT before, after FROM audit WHERE event = 'settleCountry' AND target_id = $1 ORDER BY id`,
      [id],
    );
    expect(rows).toEqual([
      { before: { country: 'DK' }, after: { country: 'LT' } },
      { before: { country: 'LT' }, after: { country: 'SI' } },
    ]);
  });

  test.each([
    ['another country', { country: 'SE', isSettled: true }],
    ['no settled country', { country: 'DK', isSettled: false }],
  ])('are not settled over the decision of an operator by one who saw %s', async (_, seen) => {
    const id = await paid([{ kind: 'declared', country: 'DK' }]);
    // the country that the evidence names, but as an operator's decision
    await settle(id, 'DK', { country: 'DK', isSettled: false });
    const reply = await settle(id, 'LT', seen);
    expect([reply.statusCode, codeOf(reply)]).toEqual([409, 'operatorChanged']);
    expect(await rowOf('LT')).toEqual([]);
  });
});

describe('O25 rates', () => {
  test('a preview counts the paid orders whose VAT changes, and sets nothing', async () => {
    await setRate('SK', 2000);
    await paid(two('SK'));
    const preview = await owner.browser.call(setVatRate, {
      suffix: '/preview',
      body: {
        country: 'SK',
        basisPoints: 2300,
        from: '2025-01-01',
        replaces: { basisPoints: 2000, isConfirmed: true },
        reason: 'as the law says',
      },
    });
    expect(preview.json()).toEqual({
      before: { vatPercent: '20 %' },
      after: { vatPercent: '23 %', rateFrom: '2025-01-01' },
      foreseen: { orders: 1 },
    });
    expect(await rowOf('SK')).toMatchObject([{ basisPoints: 2000 }]);
  });

  test('an imported rate counts for nothing, and is in "needs you", until an owner confirms it', async () => {
    const waiting = async () =>
      (await owner.browser.call(operatorCalls.site)).json<{ counts: { ratesUnconfirmed: number } }>().counts
        .ratesUnconfirmed;
    expect(await waiting()).toBe(0);
    await act(importVatRates, {});
    expect(await waiting()).toBe(27);
    await paid(two('PL'));
    expect(await rowOf('PL')).toMatchObject([{ basisPoints: null, vatCents: null }]);
    await setRate('PL', 2300, '2025-08-01');
    expect(await rowOf('PL')).toMatchObject([{ basisPoints: 2300 }]);
    expect(await waiting()).toBe(26);
  });
});
