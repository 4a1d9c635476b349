import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countFigures } from '#/server/domain/figures/countFigures.ts';
import { createPlayer, open } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { applyPaymentEvent, pendingOrder, useFakeProvider } from '../../../support/players/shopping.ts';

const MIGRATION = new URL(
  '../../../../src/server/platform/db/migrations/0064_recounted_figures.sql',
  import.meta.url,
);

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
afterAll(() => app.close());

/** All stored sums of days. */
async function sums(): Promise<object[]> {
  await countFigures(app.deps);
  const { rows } = await app.pool.query(`
    SELECT metric, dimension, value FROM day_sums
    UNION ALL SELECT 'vat', concat_ws('/', server, country, basis_points), gross_cents FROM vat_sums ORDER BY 1, 2`);
  return rows;
}

test('O24 figures that an earlier version counted wrongly are counted again, and the others stay', async () => {
  const player = await createPlayer(app.deps);
  const id = await pendingOrder(app, player, { product_type: 'casesItem', goods_id: GOOD.fiveCases });
  await applyPaymentEvent(app, id, 'paid');
  expect((await open(app, player, { case_id: 1 })).statusCode).toBe(200);
  const right = await sums();
  expect(right.map((row) => (row as { metric: string }).metric)).toEqual(
    expect.arrayContaining(['begunCarts', 'openedWorth', 'openings', 'paidCents', 'vat']),
  );
  await app.pool.query(
    `UPDATE day_sums SET value = value * 2 WHERE metric IN ('paidCents', 'openings', 'openedWorth')`,
  );
  await app.pool.query('UPDATE vat_sums SET gross_cents = gross_cents * 2');
  for (const statement of readFileSync(MIGRATION, 'utf8').split('--> statement-breakpoint'))
    await app.pool.query(statement);
  expect(await sums()).toEqual(right);
});
