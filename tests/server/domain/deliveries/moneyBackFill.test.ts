import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideDelivery } from '#/server/domain/deliveries/decideDelivery.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { bringTo, deliveriesOf } from '../../../support/players/deliveries.ts';
import { createMember } from '../../../support/players/settings.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';

const MIGRATION = new URL(
  '../../../../src/server/platform/db/migrations/0061_money_back.sql',
  import.meta.url,
);

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
afterAll(() => app.close());

const STATES = {
  refund: ['waiting', 'leased', 'done', 'failed', 'unknown'],
  cancel: ['waiting', 'leased', 'failed'],
} as const;

/** Whether the money of each delivery is back, by its number. */
async function moneyBack(): Promise<Record<string, boolean>> {
  const { rows } = await app.pool.query<{ id: string; isBack: boolean }>(
    `SELECT id, money_back_at IS NOT NULL AS "isBack" FROM deliveries ORDER BY id`,
  );
  return Object.fromEntries(rows.map(({ id, isBack }) => [id, isBack]));
}

test('D10 the migration finds whose money is back, and takes no cancel of an operator for it', async () => {
  const cancelled: number[] = [];
  for (const end of ['refund', 'cancel'] as const)
    for (const state of STATES[end]) {
      const player = await createMember(app);
      const order = await pendingOrder(app, player, { product_type: 'Services', goods_id: GOOD.service });
      await applyPaymentEvent(app, order, 'paid');
      const no = (await deliveriesOf(app, player.accountId))[0]!.id;
      await bringTo(app, no, state);
      if (end === 'refund') await applyPaymentEvent(app, order, 'refunded');
      else {
        cancelled.push(no);
        await withTx(app.pool, (tx) =>
          decideDelivery(tx, app.deps, { no, decision: 'cancel', reason: 'sold by mistake' }),
        );
      }
    }
  const noted = await moneyBack();
  expect(cancelled.map((no) => noted[no])).toEqual(cancelled.map(() => false));
  expect(Object.values(noted).filter(Boolean).length).toBeGreaterThanOrEqual(STATES.refund.length - 1);
  await app.pool.query('UPDATE deliveries SET money_back_at = NULL');
  const [, ...statements] = readFileSync(MIGRATION, 'utf8').split('--> statement-breakpoint');
  for (const statement of statements) await app.pool.query(statement);
  expect(await moneyBack()).toEqual(noted);
});
