import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { storeEvents } from '#/server/domain/payments/paymentInbox.ts';
import { settleOrder } from '#/server/domain/orders/settleOrder.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import {
  balanceOf,
  eventOf,
  pendingOrder,
  refOf,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
afterAll(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
  await app.close();
});

test('OR2 an event that arrives while an order is being settled is processed by the next settlement', async () => {
  const player = await createPlayer(app.deps);
  const id = await pendingOrder(app, player);
  await storeEvents(app.deps, 'sandbox', [await eventOf(app, id, 'paid')], '{}');
  const blocker = await app.pool.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [player.accountId]);
  const settling = settleOrder(app.deps, { provider: 'sandbox', paymentRef: refOf(id) });
  // it has read the events and waits for the account
  await expect
    .poll(async () => {
      // asked outside of the blocker's transaction, in which the answer would never change
      const { rows } = await app.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
         WHERE NOT granted AND a.datname = current_database()`,
      );
      return rows[0]!.count;
    })
    .toBe(1);
  await storeEvents(app.deps, 'sandbox', [await eventOf(app, id, 'refunded')], '{}');
  await blocker.query('COMMIT');
  blocker.release();
  expect(await settling).toBe('granted');
  expect(await settleOrder(app.deps, { provider: 'sandbox', paymentRef: refOf(id) })).toBe('refunded');
  expect(await balanceOf(app, player.accountId)).toBe(0);
});
