import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fetchPayouts } from '#/server/domain/payouts/fetchPayouts.ts';
import { readPayouts } from '#/server/domain/payouts/payoutList.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import {
  applyPaymentEvent,
  type FakeProvider,
  pendingOrder,
  refOf,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import {
  addPayout,
  type FakePayouts,
  fakePayouts,
  payoutLine,
} from '../../../support/services/fakePayouts.ts';

let app: TestApp;
let provider: FakeProvider;
let told: FakePayouts;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  await app.pool.query('TRUNCATE payout_lines, payouts, payout_fetches');
  provider = useFakeProvider(app);
  told = fakePayouts();
  provider.payouts = told;
});
afterAll(() => app.close());

async function unpaid(): Promise<string> {
  return pendingOrder(app, await createPlayer(app.deps));
}
const charge = (order: string) =>
  payoutLine({ lineRef: `charge-${order}`, kind: 'charge', grossCents: 5000, paymentRef: refOf(order) });
const fetch = () => fetchPayouts(app.deps, { isForced: true });
const stored = () => readPayouts(app.deps.db, sql`ORDER BY p.arrives_at, p.id`);

test('O25 a payout with lines that cannot be read keeps no other payout from being read, and the job fails', async () => {
  for (const payout of ['po-1', 'po-2']) {
    const order = await unpaid();
    await applyPaymentEvent(app, order, 'paid');
    addPayout(told, payout, [charge(order)]);
  }
  const linesOf = (ref: string, after?: string) => {
    if (ref === 'po-1') throw new Error('a line of a new kind');
    return told.linesOf(ref, after);
  };
  provider.payouts = { ...told, linesOf };
  await expect(fetch()).rejects.toThrow('a line of a new kind');
  expect(await stored()).toMatchObject([{ linesState: 'reading' }, { linesState: 'read', isOpen: false }]);
});

test('O25 a payout that cannot be matched again keeps no other payout from it, and the job fails', async () => {
  const orders = [];
  for (const payout of ['po-1', 'po-2']) {
    const order = await unpaid();
    addPayout(told, payout, [charge(order)]);
    orders.push(order);
  }
  await fetch();
  for (const order of orders) await applyPaymentEvent(app, order, 'paid');
  await app.pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'a faulty row'; END $$`);
  await app.pool.query(`CREATE TRIGGER refuse BEFORE UPDATE ON payouts
    FOR EACH ROW WHEN (OLD.payout_ref = 'po-2') EXECUTE FUNCTION refuse()`);
  await expect(fetch()).rejects.toThrow('payouts were not fetched');
  await app.pool.query('DROP TRIGGER refuse ON payouts');
  expect(await stored()).toMatchObject([{ isOpen: false }, { isOpen: true }]);
  await fetch();
  expect(await stored()).toMatchObject([{ isOpen: false }, { isOpen: false }]);
});
