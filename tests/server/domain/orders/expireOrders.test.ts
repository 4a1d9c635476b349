import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireOrders } from '#/server/domain/orders/expireOrders.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { orderOf, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';

const HOUR_MS = 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
afterAll(() => app.close());

const stateOf = async (id: string) => (await orderOf(app, id)).state;

test('C15 an order that cannot be expired keeps no other order from it, and the job fails', async () => {
  const [faulty, other] = [
    await pendingOrder(app, await createPlayer(app.deps)),
    await pendingOrder(app, await createPlayer(app.deps)),
  ];
  // any lasting fault of one row
  await app.pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'a faulty row'; END $$`);
  await app.pool.query(`CREATE TRIGGER refuse BEFORE UPDATE ON orders
    FOR EACH ROW WHEN (NEW.public_id = '${faulty}') EXECUTE FUNCTION refuse()`);
  app.advanceMs(2 * HOUR_MS);
  await expect(expireOrders(app.deps)).rejects.toThrow('1 orders were not expired');
  expect([await stateOf(faulty), await stateOf(other)]).toEqual(['pending', 'expired']);
  await app.pool.query('DROP TRIGGER refuse ON orders');
  await expireOrders(app.deps);
  expect(await stateOf(faulty)).toBe('expired');
});
