import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { lockNamed } from '#/server/domain/orders/operatedOrder.ts';
import { requestRefund } from '#/server/domain/payments/requestRefund.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import {
  applyPaymentEvent,
  accept,
  balanceOf,
  orderOf,
  pendingOrder,
  useFakeProvider,
} from '../../../support/players/shopping.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const refundAll = (id: string) =>
  withTx(app.pool, async (tx) =>
    requestRefund(tx, app.deps, await lockNamed(tx, id), { runAt: app.deps.now() }),
  );

test.each([
  ['a cent less', { amountCents: 4999 }, 4999],
  ['another currency', { amountCents: 5400, currency: 'USD' }, 5000],
])('OR5 an accepted payment of %s that is refunded whole takes the goods', async (_, paid, refundedCents) => {
  const { accountId } = await createPlayer(app.deps);
  const id = await pendingOrder(app, { accountId });
  expect(await applyPaymentEvent(app, id, 'paid', paid)).toBe('review');
  expect(await accept(app, id)).toBe('granted');
  expect(await balanceOf(app, accountId)).toBe(550);
  const { cents } = await refundAll(id);
  expect(cents).toBe(paid.amountCents);
  expect(await applyPaymentEvent(app, id, 'refunded', { ...paid, amountCents: cents })).toBe('refunded');
  expect(await balanceOf(app, accountId)).toBe(0);
  expect((await orderOf(app, id)).refunded_cents).toBe(refundedCents);
});

test('OR5 what was paid beyond the total goes back without the goods, and goods go with the last cent', async () => {
  const { accountId } = await createPlayer(app.deps);
  const id = await pendingOrder(app, { accountId });
  const refund = (cause: string, amountCents: number) =>
    applyPaymentEvent(app, id, 'refunded', { causeRef: `${id}-${cause}`, amountCents });
  expect(await applyPaymentEvent(app, id, 'paid', { amountCents: 9000 })).toBe('review');
  expect(await refund('excess', 4000)).toBe('review');
  expect(await accept(app, id)).toBe('granted');
  expect((await orderOf(app, id)).refunded_cents).toBe(0);
  expect(await refund('goodwill', 1000)).toBe('granted');
  expect((await orderOf(app, id)).refunded_cents).toBe(1000);
  expect(await balanceOf(app, accountId)).toBe(550);
  const { cents } = await refundAll(id);
  expect(cents).toBe(4000);
  expect(await refund('rest', cents)).toBe('refunded');
  expect((await orderOf(app, id)).refunded_cents).toBe(5000);
  expect(await balanceOf(app, accountId)).toBe(0);
});
