import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp } from '#/server/jobs/cleanUp.ts';
import { fillBooks } from '../../bench/operator/fillBooks.ts';
import { createPlayer } from '../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../support/app/testApp.ts';
import { saveCart } from '../../support/players/shopping.ts';
import { explain } from '../../support/tools/explain.ts';
import { recordStatements } from '../../support/tools/recordStatements.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Of the orders, 70 of 100 are of carts. */
const ORDERED_CARTS = 1400;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await fillBooks(app.pool, { players: 200, ordersEach: 10, transfersEach: 1 });
});
afterAll(() => app.close());

async function countCarts(): Promise<{ all: number; ordered: number }> {
  const { rows } = await app.pool.query<{ all: number; ordered: number }>(
    `SELECT count(*)::int AS all, count(o.id)::int AS ordered FROM carts LEFT JOIN orders o ON o.cart_id = carts.id`,
  );
  return rows[0]!;
}

/** Saves a cart that expired some time ago and was never ordered. */
async function abandonCart(agoMs: number): Promise<void> {
  const { cart } = await saveCart(app, await createPlayer(app.deps));
  await app.pool.query('UPDATE carts SET expires_at = $2 WHERE public_id = $1', [
    cart.id,
    new Date(app.deps.now().getTime() - agoMs),
  ]);
}

test('N8 the clean-up keeps carts with an order and deletes the others, also those of weeks without a run', async () => {
  for (const agoMs of [HOUR_MS, 25 * HOUR_MS, 40 * DAY_MS, 400 * DAY_MS]) await abandonCart(agoMs);
  await cleanUp(app.deps);
  expect(await countCarts()).toEqual({ all: ORDERED_CARTS + 1, ordered: ORDERED_CARTS });
  // as if the site had been away: older than all that was cleaned up
  await abandonCart(40 * DAY_MS);
  app.advanceMs(30 * DAY_MS);
  await cleanUp(app.deps);
  expect(await countCarts()).toEqual({ all: ORDERED_CARTS, ordered: ORDERED_CARTS });
});

test('N8 the clean-up looks at each cart with an order once', async () => {
  await cleanUp(app.deps);
  await app.pool.query('ANALYZE');
  await abandonCart(25 * HOUR_MS);
  const statements = await recordStatements(() => cleanUp(app.deps));
  const ofCarts = statements.filter(({ text }) => /^(DELETE FROM|UPDATE) carts/.test(text));
  expect(ofCarts).toHaveLength(2);
  await abandonCart(25 * HOUR_MS);
  for (const statement of ofCarts) {
    const { accesses } = await explain(app.pool, statement);
    for (const { rows } of accesses) expect(rows).toBeLessThan(10);
  }
});
