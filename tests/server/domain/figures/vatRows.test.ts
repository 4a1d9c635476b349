import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addDays } from '#/contract/operator/figures/dayRange.ts';
import type { VatRow } from '#/contract/operator/vat.ts';
import { checkFigures } from '#/server/domain/figures/checkFigures.ts';
import { countFigures } from '#/server/domain/figures/countFigures.ts';
import { countVat, differingVat } from '#/server/domain/figures/countVat.ts';
import { vatRows, vatRowsOfEvents } from '#/server/domain/figures/vatRows.ts';
import { settleOrder } from '#/server/domain/orders/settleOrder.ts';
import { storeEvents } from '#/server/domain/payments/paymentInbox.ts';
import { setRate } from '#/server/domain/tax/vatRates.ts';
import type { Place } from '#/server/ports/payments.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import {
  applyPaymentEvent,
  eventOf,
  pendingOrder,
  useFakeProvider,
} from '../../../support/players/shopping.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
/** Public ids of the orders of the history, by the country of their evidence. */
let bought: Record<string, string>;

const two = (country: string): Place[] => [
  { kind: 'billing', country },
  { kind: 'card', country },
];
const today = () => app.deps.now().toISOString().slice(0, 10);
async function pay(places: Place[], amount = 333): Promise<string> {
  const id = await pendingOrder(app, await createPlayer(app.deps), { amount });
  expect(await applyPaymentEvent(app, id, 'paid', { places })).toBe('granted');
  return id;
}

/** Payments from several countries at changing rates, refunds in parts, a failed one, disputes, and a second payment. */
beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
  const { db } = app.deps;
  await setRate(db, { country: 'LV', from: '2025-01-01', basisPoints: 2100 });
  await setRate(db, { country: 'EE', from: '2025-01-01', basisPoints: 2200 });
  await setRate(db, { country: 'EE', from: '2026-01-20', basisPoints: 2400 });
  await setRate(db, { country: 'FI', from: '2025-01-01', basisPoints: 2550 }, false);
  bought = {
    LV: await pay(two('LV')),
    EE: await pay(two('EE')),
    FI: await pay(two('FI')),
    GE: await pay(two('GE')),
  };
  bought['twice'] = await pay(two('LV'), 77);
  bought['none'] = await pay([]);
  bought['against'] = await pay([
    { kind: 'billing', country: 'LV' },
    { kind: 'card', country: 'EE' },
  ]);
  app.advanceMs(10 * DAY_MS);
  bought['later'] = await pay(two('EE'), 1001);
  await applyPaymentEvent(app, bought['EE']!, 'refunded', { causeRef: 'part', amountCents: 111 });
  await applyPaymentEvent(app, bought['EE']!, 'refunded', {
    causeRef: 'rest',
    amountCents: 222,
    eventId: 'rest',
  });
  await applyPaymentEvent(app, bought['LV']!, 'chargedBack');
  await app.pool.query(
    `INSERT INTO replaced_payments (provider, payment_ref, order_id, replaced_at)
     SELECT 'sandbox', 'second', id, $2 FROM orders WHERE public_id = $1`,
    [bought['twice'], app.deps.now()],
  );
  await applyPaymentEvent(app, bought['twice'], 'paid', { paymentRef: 'second' });
  app.advanceMs(20 * DAY_MS);
  await applyPaymentEvent(app, bought['EE']!, 'refundFailed', {
    causeRef: 'part',
    amountCents: 111,
    eventId: 'failed',
  });
  await applyPaymentEvent(app, bought['LV']!, 'disputeWon', {
    causeRef: `chargedBack-${bought['LV']}`,
    eventId: 'won',
  });
  await applyPaymentEvent(app, bought['GE']!, 'refunded');
});
afterEach(() => expectSame());
afterAll(() => app.close());

/** Compares the report with the events alone, for ranges that begin and end within the history. */
async function expectSame(): Promise<void> {
  for (const [from, to] of [
    ['2026-01-01', today()],
    ['2026-01-15', '2026-01-15'],
    ['2026-01-16', '2026-02-14'],
    [today(), today()],
  ] as const)
    for (const server of [undefined, 'everest', 'fuji'])
      expect(await vatRows(app.deps.db, { from, to, server })).toEqual(
        await vatRowsOfEvents(app.deps.db, { from, to, server }),
      );
}
const all = () => vatRows(app.deps.db, { from: '2026-01-01', to: today() });
const gross = (rows: VatRow[], country: string | null) =>
  rows.reduce((sum, row) => sum + (row.country === country ? row.grossCents : 0), 0);
const count = async (text: string) =>
  Number((await app.pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${text}`)).rows[0]!.n);
const settle = (id: string, country: string) =>
  app.pool.query(`UPDATE orders SET buyer_country = $2, country_settled_at = now() WHERE public_id = $1`, [
    id,
    country,
  ]);

test('O25 the VAT of counted days is that of their events, to the cent', async () => {
  const before = await all();
  expect(before.map(({ month, country, basisPoints }) => `${month} ${country} ${basisPoints}`)).toEqual([
    '2026-01 null null',
    '2026-01 EE 2200',
    '2026-01 EE 2400',
    '2026-01 FI null',
    '2026-01 GE null',
    '2026-01 LV 2100',
    '2026-02 EE 2200',
    '2026-02 GE null',
    '2026-02 LV 2100',
  ]);
  await countFigures(app.deps);
  expect(await count('vat_sums')).toBeGreaterThan(8);
  expect(await all()).toEqual(before);
});

test('O25 an order that was paid twice is one order, and its money is counted twice', async () => {
  const { rows } = await app.pool.query<{ total: number }>(
    `SELECT total_cents AS total FROM orders WHERE public_id = ANY($1) ORDER BY total_cents`,
    [[bought['LV'], bought['twice']]],
  );
  const found = (await all()).find(({ country, month }) => country === 'LV' && month === '2026-01');
  expect(found).toMatchObject({ orders: 2, grossCents: 2 * rows[0]!.total + rows[1]!.total });
});

test('O25 a country that is settled later moves the order at once, also on counted days', async () => {
  await countVat(app.deps);
  const before = await all();
  await settle(bought['none']!, 'LV');
  const moved = await all();
  expect(gross(moved, null)).toBeLessThan(gross(before, null));
  expect(gross(moved, 'LV')).toBeGreaterThan(gross(before, 'LV'));
  await expectSame();
  expect(await count('vat_recounts')).toBeGreaterThan(0);
  await countVat(app.deps);
  expect(await count('vat_recounts')).toBe(0);
  expect(await all()).toEqual(moved);
});

test('O25 a rate that is set for the past changes the VAT at once; an unconfirmed one changes nothing', async () => {
  await countVat(app.deps);
  const { db } = app.deps;
  await setRate(db, { country: 'GE', from: '2025-01-01', basisPoints: 1800 }, false);
  expect(await count('vat_recounts')).toBe(0);
  await setRate(db, { country: 'GE', from: '2025-01-01', basisPoints: 1800 });
  expect((await all()).filter(({ country }) => country === 'GE')).toMatchObject([
    { basisPoints: 1800 },
    { basisPoints: 1800 },
  ]);
  await expectSame();
  await countVat(app.deps);
  await expectSame();
  await app.pool.query(`DELETE FROM vat_rates WHERE country = 'GE'`);
  expect((await all()).filter(({ country }) => country === 'GE')).toMatchObject([
    { vatCents: null },
    { refundedVatCents: null },
  ]);
});

test('O25 a rate that is set while a count is under way is not missed', async () => {
  await pay(two('DE'));
  const counting = await app.pool.connect();
  const setting = await app.pool.connect();
  try {
    // a count that has read the rates, and has not committed
    await counting.query('BEGIN');
    await counting.query(
      `INSERT INTO vat_sums SELECT day, server, 'DE', NULL, 0, 0, 0, 0, 0, 0 FROM vat_sums WHERE country = 'EE' LIMIT 1`,
    );
    await setting.query(`SET lock_timeout = '50ms'`);
    const set = `INSERT INTO vat_rates (country, from_day, basis_points) VALUES ('DE', '2025-01-01', 1900)`;
    await expect(setting.query(set)).rejects.toThrow('lock timeout');
    await counting.query('COMMIT');
    await setting.query(set);
  } finally {
    counting.release();
    setting.release(true);
  }
  expect(await count('vat_recounts')).toBeGreaterThan(0);
  await countVat(app.deps);
});

test('O25 a country that is settled while its day is counted again is not missed', async () => {
  await countVat(app.deps);
  await settle(bought['against']!, 'LV');
  const settling = await app.pool.connect();
  try {
    await settling.query('BEGIN');
    await settling.query(`UPDATE orders SET buyer_country = 'EE' WHERE public_id = $1`, [bought['against']]);
    await countVat(app.deps);
    await settling.query('COMMIT');
  } finally {
    settling.release();
  }
  await expectSame();
  expect(await count('vat_recounts')).toBe(1);
});

test('O24 two processes at once count the VAT of each event once, also after their mark was removed', async () => {
  const sibling = await createSibling(app);
  await pay(two('EE'));
  await Promise.all([app, sibling, app, sibling].map(({ deps }) => countVat(deps)));
  await expectSame();
  await app.pool.query(`DELETE FROM day_sum_marks WHERE source = 'vat'`);
  await expectSame();
  await Promise.all([app, sibling].map(({ deps }) => countVat(deps)));
  await sibling.close();
});

test('O25 an order keeps the rate of the day of its payment, however late it is settled, accepted or refunded', async () => {
  const dayAfter = addDays(today(), 1);
  const ofDay = async (day: string) =>
    (await vatRows(app.deps.db, { from: day, to: day })).filter(({ country }) => country === 'LT');
  await setRate(app.deps.db, { country: 'LT', from: '2025-01-01', basisPoints: 2100 });
  await setRate(app.deps.db, { country: 'LT', from: dayAfter, basisPoints: 1000 });
  const late = await pendingOrder(app, await createPlayer(app.deps), { amount: 500 });
  const doubted = await pendingOrder(app, await createPlayer(app.deps), { amount: 700 });
  const paid = await eventOf(app, late, 'paid', { places: two('LT'), amountCents: 5000 });
  await storeEvents(app.deps, 'sandbox', [paid], '{}');
  expect(await applyPaymentEvent(app, doubted, 'paid', { places: two('LT'), amountCents: 121 })).toBe(
    'review',
  );
  app.advanceMs(DAY_MS);
  expect(await settleOrder(app.deps, { provider: 'sandbox', paymentRef: paid.paymentRef })).toBe('granted');
  expect(await ofDay(addDays(dayAfter, -1))).toMatchObject([{ basisPoints: 2100, grossCents: 5121 }]);
  await applyPaymentEvent(app, doubted, 'refunded', { amountCents: 121 });
  await applyPaymentEvent(app, late, 'chargedBack');
  expect(await ofDay(dayAfter)).toMatchObject([
    { basisPoints: 2100, refundedGrossCents: 5121, refundedVatCents: 868 + 21 },
  ]);
  await countVat(app.deps);
  await expectSame();
});

test('O24 the nightly check finds VAT that was falsified, also in a row that no event has', async () => {
  await countFigures(app.deps);
  const day = '2026-01-15';
  expect(await differingVat(app.deps, day)).toEqual([]);
  const falsify = (by: number) =>
    app.pool.query(`UPDATE vat_sums SET vat_cents = vat_cents + $1 WHERE day = $2 AND country = 'LV'`, [
      by,
      day,
    ]);
  await falsify(1);
  app.deps.randomBytes = () => Buffer.alloc(4);
  await checkFigures(app.deps);
  expect(await count(`day_sum_checks WHERE differences = 1 AND day = '${day}'`)).toBe(1);
  await falsify(-1);
  await checkFigures(app.deps);
  expect(await count('day_sum_checks WHERE differences > 0')).toBe(0);
  await app.pool.query(`INSERT INTO vat_sums VALUES ($1, 'everest', 'FR', 2000, 1, 100, 17, 0, 0, 0)`, [
    addDays(day, 1),
  ]);
  expect(await differingVat(app.deps, addDays(day, 1))).toHaveLength(1);
  await app.pool.query(`DELETE FROM vat_sums WHERE country = 'FR'`);
});
