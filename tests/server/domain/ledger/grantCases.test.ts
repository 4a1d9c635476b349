import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { CasesGrantedBefore, grantCases, tryGrantCases } from '#/server/domain/ledger/grantCases.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import {
  applyPaymentEvent,
  orderOf,
  pendingOrder,
  stockOf,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';

let app: TestApp;
let player: Player;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
beforeEach(async () => {
  player = await createPlayer(app.deps);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const grantOf = (count: number, changes: object = {}) => ({
  accountId: player.accountId,
  caseId: 1,
  count,
  reason: 'gift',
  refType: 'test',
  refId: `again-${player.accountId}`,
  ...changes,
});

test('ST5 a cause that granted a case before is refused aloud, and nothing of its transaction stays', async () => {
  await withTx(app.pool, (tx) => grantCases(tx, grantOf(2)));
  const repeated = withTx(app.pool, async (tx) => {
    await grantCases(tx, grantOf(1, { caseId: 2 }));
    await grantCases(tx, grantOf(3));
  });
  await expect(repeated).rejects.toThrow(CasesGrantedBefore);
  expect([await stockOf(app, player.accountId, 1), await stockOf(app, player.accountId, 2)]).toEqual([2, 0]);
});

test('ST5 of 20 grants of one cause at once one is granted', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => withTx(app.pool, (tx) => grantCases(tx, grantOf(2)))),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await withTx(app.pool, (tx) => tryGrantCases(tx, grantOf(2)))).toBe(false);
  expect(await stockOf(app, player.accountId, 1)).toBe(2);
});

test('ST5 an order whose cases cannot be granted is not granted without them: it is tried again', async () => {
  const id = await pendingOrder(app, player, { product_type: 'casesItem', goods_id: GOOD.fiveCases });
  const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM orders WHERE public_id = $1', [id]);
  const cause = { reason: 'order', refType: 'order', refId: rows[0]!.id };
  await withTx(app.pool, (tx) => grantCases(tx, grantOf(1, cause)));
  await expect(applyPaymentEvent(app, id, 'paid')).rejects.toThrow(CasesGrantedBefore);
  expect((await orderOf(app, id)).state).toBe('pending');
  await app.pool.query(`DELETE FROM case_lots WHERE reason = 'order' AND ref_id = $1`, [rows[0]!.id]);
  expect(await applyPaymentEvent(app, id, 'paid')).toBe('granted');
  expect(await stockOf(app, player.accountId, 1)).toBe(5);
});
