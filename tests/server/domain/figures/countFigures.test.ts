import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkFigures } from '#/server/domain/figures/checkFigures.ts';
import { countFigures } from '#/server/domain/figures/countFigures.ts';
import { storeEvents } from '#/server/domain/payments/paymentInbox.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { createBusySite } from '../../../support/app/busySite.ts';
import { createSibling, type TestApp } from '../../../support/app/testApp.ts';
import { applyPaymentEvent, eventOf, pendingOrder } from '../../../support/players/shopping.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
beforeEach(async () => {
  ({ app } = await createBusySite());
});
afterEach(() => app.close());

const sums = async () => (await app.pool.query('SELECT * FROM day_sums ORDER BY 1, 2, 3')).rows;
const sumOf = async (metric: string, day?: string) => {
  const { rows } = await app.pool.query<{ value: string }>(
    'SELECT coalesce(sum(value), 0) AS value FROM day_sums WHERE metric = $1 AND ($2::date IS NULL OR day = $2)',
    [metric, day ?? null],
  );
  return Number(rows[0]!.value);
};
const number = async (text: string) => Number((await app.pool.query(`SELECT (${text}) AS n`)).rows[0].n);
const today = () => app.deps.now().toISOString().slice(0, 10);
const differences = () => number('SELECT coalesce(sum(differences), 0) FROM day_sum_checks');
/** Makes the nightly check choose the day this many days after the first. */
const chooseDay = (at: number) => {
  app.deps.randomBytes = () => Buffer.from([0, 0, 0, at]);
};

test('O24 the sums agree with the books', async () => {
  await app.pool.query(
    `INSERT INTO audit (actor, event, created_at) VALUES ('player', 'signedUp', $1), ('player', 'emailConfirmed', $1)`,
    [app.deps.now()],
  );
  await countFigures(app.deps);
  const wallet = (kind: string) => `SELECT sum(balance) FROM ledger_accounts WHERE kind = '${kind}'`;
  const books: Record<string, string> = {
    paidCents: `SELECT sum(total_cents) FROM orders WHERE paid_at IS NOT NULL`,
    refundedCents: `SELECT sum(refunded_cents) FROM orders`,
    ordersPaid: `SELECT count(*) FROM orders WHERE paid_at IS NOT NULL AND currency = 'EUR'`,
    begunCarts: `SELECT count(*) FROM carts`,
    begunOrders: `SELECT count(*) FROM orders WHERE currency = 'EUR'`,
    begunGranted: `SELECT count(*) FROM orders WHERE granted_at IS NOT NULL AND currency = 'EUR'`,
    walletCoins: wallet('wallet'),
    heldCoins: wallet('hold'),
    debtCoins: wallet('debt'),
    openings: 'SELECT count(*) FROM draws',
    handedOver: `SELECT count(*) FROM deliveries WHERE kind = 'give' AND state = 'done'`,
    signUps: `SELECT count(*) FROM audit WHERE event = 'signedUp'`,
    confirmed: `SELECT count(*) FROM audit WHERE event = 'emailConfirmed'`,
  };
  for (const [metric, text] of Object.entries(books)) {
    expect(await sumOf(metric), metric).toBe(await number(`coalesce((${text}), 0)`));
    if (metric !== 'debtCoins') expect(await sumOf(metric), metric).toBeGreaterThan(0);
  }
  // what the house gave is what players have
  expect((await sumOf('coinsIssued')) - (await sumOf('coinsSpent'))).toBe(
    (await sumOf('walletCoins')) + (await sumOf('heldCoins')) + (await sumOf('debtCoins')),
  );
});

test('O24 two processes at once count each row once', async () => {
  const sibling = await createSibling(app);
  await Promise.all([app, sibling, app, sibling].map(({ deps }) => countFigures(deps)));
  const once = await sums();
  await app.pool.query('DELETE FROM day_sums');
  await app.pool.query('DELETE FROM day_sum_marks');
  await countFigures(app.deps);
  expect(once).toEqual(await sums());
  expect(once.length).toBeGreaterThan(12);
  await sibling.close();
});

test('O24 a count that dies between its sums and its mark leaves neither, and stops no other', async () => {
  await app.pool.query(`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the power is gone'; END $$`);
  await app.pool.query(`CREATE TRIGGER die BEFORE UPDATE ON day_sum_marks
    FOR EACH ROW WHEN (NEW.source = 'ledger_transfers') EXECUTE FUNCTION die()`);
  await expect(countFigures(app.deps)).rejects.toThrow();
  expect(await sumOf('walletCoins')).toBe(0);
  // what comes before it, and after it
  expect(await sumOf('paidCents')).toBeGreaterThan(0);
  expect(await sumOf('openings')).toBeGreaterThan(0);
  await app.pool.query('DROP TRIGGER die ON day_sum_marks');
  await countFigures(app.deps);
  await countFigures(app.deps);
  expect(await sumOf('walletCoins')).toBe(
    await number(`SELECT sum(balance) FROM ledger_accounts WHERE kind = 'wallet'`),
  );
});

test('O24 a row that is committed late is not left out', async () => {
  const client = await app.pool.connect();
  await client.query('BEGIN');
  const write = `INSERT INTO audit (actor, event, created_at) VALUES ('player', 'signedUp', $1)`;
  await client.query(write, [app.deps.now()]);
  // a greater id that is committed first
  await app.pool.query(write, [app.deps.now()]);
  await countFigures(app.deps);
  await client.query('COMMIT');
  client.release();
  await countFigures(app.deps);
  expect(await sumOf('signUps', today())).toBe(2);
});

test('O24 an event is counted once its order is known, and nothing after it is lost', async () => {
  await countFigures(app.deps);
  const before = await sumOf('paidCents');
  const player = await createPlayer(app.deps);
  const [first, second] = [await pendingOrder(app, player), await pendingOrder(app, player)];
  await storeEvents(app.deps, 'sandbox', [await eventOf(app, first, 'paid')], '{}');
  await applyPaymentEvent(app, second, 'paid');
  await countFigures(app.deps);
  expect(await sumOf('paidCents')).toBe(before);
  await applyPaymentEvent(app, first, 'paid');
  await countFigures(app.deps);
  expect(await sumOf('paidCents')).toBe(before + 10_000);
});

test('O24 a refund belongs to the day it happens, and comes back on the day it fails', async () => {
  const id = await pendingOrder(app, await createPlayer(app.deps));
  await applyPaymentEvent(app, id, 'paid');
  const paidOn = today();
  app.advanceMs(DAY_MS);
  const refund = { causeRef: `refund-${id}`, amountCents: 200 };
  await applyPaymentEvent(app, id, 'refunded', refund);
  const refundedOn = today();
  app.advanceMs(DAY_MS);
  await applyPaymentEvent(app, id, 'refundFailed', { ...refund, eventId: `failed-${id}` });
  // reported by the provider although it was never made
  await applyPaymentEvent(app, id, 'refundFailed', { causeRef: 'never', amountCents: 50, eventId: 'never' });
  await countFigures(app.deps);
  expect(await sumOf('paidCents', paidOn)).toBe(5000);
  expect(await sumOf('refundedCents', paidOn)).toBe(0);
  expect(await sumOf('refundedCents', refundedOn)).toBe(200);
  expect(await sumOf('refundedCents', today())).toBe(-200);
});

test('O24 the nightly check finds a sum that was falsified, and is content once it is right again', async () => {
  await countFigures(app.deps);
  for (const day of [0, 1]) {
    chooseDay(day);
    await checkFigures(app.deps);
  }
  expect(await differences()).toBe(0);
  expect(await number('SELECT count(*) FROM day_sum_checks')).toBe(2);
  const falsify = (change: number) =>
    app.pool.query(
      `UPDATE day_sums SET value = value + $1 WHERE metric = 'paidCents' AND day = (SELECT min(day) FROM day_sums)`,
      [change],
    );
  await falsify(1);
  chooseDay(0);
  await checkFigures(app.deps);
  expect(await differences()).toBe(1);
  await falsify(-1);
  // another day is chosen, and the one that differed is looked at again
  chooseDay(1);
  await checkFigures(app.deps);
  expect(await differences()).toBe(0);
});

test('O24 a sum without a row of the books is found too', async () => {
  await countFigures(app.deps);
  await app.pool.query(
    `INSERT INTO day_sums VALUES ((SELECT min(day) FROM day_sums), 'openings', 'everest/999', 3)`,
  );
  chooseDay(0);
  await checkFigures(app.deps);
  expect(await differences()).toBe(1);
});
