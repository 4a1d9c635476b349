import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DiscountRow, isDiscountUsedUp, lockDiscount } from '#/server/domain/pricing/discounts.ts';
import { insertDiscount, type NewDiscount } from '#/server/domain/pricing/discountCodes.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { heldOpen } from '../../../support/app/heldOpen.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import {
  applyPaymentEvent,
  order,
  saveCart,
  type SavedCart,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { wastefulReads } from '../../../support/tools/wastefulReads.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
afterAll(() => app.close());

const make = (code: string, limits: Partial<NewDiscount>): Promise<DiscountRow> =>
  withTx(app.pool, async (tx) => {
    const id = await insertDiscount(tx, app.deps, { code, percentBasisPoints: 1000, ...limits });
    return (await lockDiscount(tx, { id: id! }))!;
  });
const use = ({ headers }: SavedCart, code: string) =>
  app.post('/api/donate/cart/discount', { code }, headers);
const show = ({ headers }: SavedCart) => app.get('/api/donate/cart', headers);

async function placeWith(player: Player, code: string): Promise<string> {
  const cart = await saveCart(app, player);
  expect((await use(cart, code)).statusCode).toBe(200);
  return (await order(app, cart, { total_cents: 4500 })).json<{ order: string }>().order;
}

/** Adds uses of a code by orders and an account that exist only as numbers. */
async function addUses({ id }: DiscountRow, count: number): Promise<void> {
  const client = await app.pool.connect();
  await client.query('BEGIN; SET LOCAL session_replication_role = replica');
  await client.query(
    `INSERT INTO discount_uses (order_id, discount_code_id, account_id)
     SELECT 1000000 * $1::bigint + n, $1, -n FROM generate_series(1, $2) n`,
    [id, count],
  );
  await client.query('COMMIT; ANALYZE discount_uses');
  client.release();
}

test('OR8 a cart with a code is saved, shown and ordered while a payment holds the code', async () => {
  const { id } = await make('HELD', { totalLimit: 5, perAccountLimit: 1 });
  const player = await createPlayer(app.deps);
  await heldOpen(app.pool, async (tx) => {
    await lockDiscount(tx, { id });
    return async () => {
      const cart = await saveCart(app, player);
      expect((await use(cart, 'HELD')).statusCode).toBe(200);
      expect((await show(cart)).json()).toMatchObject({ discount_code: 'HELD' });
      expect((await order(app, cart, { total_cents: 4500 })).statusCode).toBe(200);
    };
  });
});

test('OR8 payments with a code without a total limit do not wait for each other', async () => {
  const { id } = await make('EACH-ONCE', { perAccountLimit: 1 });
  const placed = await placeWith(await createPlayer(app.deps), 'EACH-ONCE');
  await heldOpen(app.pool, async (tx) => {
    await lockDiscount(tx, { id });
    return async () => expect(await applyPaymentEvent(app, placed, 'paid')).toBe('granted');
  });
});

test('OR8 of the orders of one account that are paid at once, as many have the code as it may be used by each', async () => {
  await make('TWO-EACH', { perAccountLimit: 2 });
  const player = await createPlayer(app.deps);
  const placed: string[] = [];
  for (let at = 0; at < 10; at++) placed.push(await placeWith(player, 'TWO-EACH'));
  const states = await Promise.all(placed.map((id) => applyPaymentEvent(app, id, 'paid')));
  expect(states.filter((state) => state === 'granted')).toHaveLength(2);
  expect(states.filter((state) => state === 'review')).toHaveLength(8);
  expect(await brokenInvariants(app.pool)).toEqual({});
});

test.each([
  { limits: { perAccountLimit: 3 }, most: 3, isUsedUp: false },
  { limits: { totalLimit: 5 }, most: 5, isUsedUp: true },
  { limits: {}, most: 0, isUsedUp: false },
])('OR8 a code with the limits $limits reads at most $most of its uses', async (asked) => {
  const row = await make(`MANY-${asked.most}`, asked.limits);
  const player = await createPlayer(app.deps);
  const orderId = 1_000_000 * row.id;
  await addUses(row, 3000);
  const client = await app.pool.connect();
  await client.query('BEGIN; SET LOCAL session_replication_role = replica');
  await client.query(
    `INSERT INTO discount_uses (order_id, discount_code_id, account_id, released_at) VALUES ($1, $2, $3, now())`,
    [orderId, row.id, player.accountId],
  );
  await client.query('COMMIT');
  client.release();
  const large = new Set(['discount_uses']);
  const judge = async () =>
    expect(
      await withTx(app.pool, (tx) => isDiscountUsedUp(tx, { id: orderId, accountId: player.accountId })),
    ).toBe(asked.isUsedUp);
  // the use of the order itself is read by its id
  expect(await wastefulReads(app.pool, { large, most: Math.max(1, asked.most) }, judge)).toEqual([]);
});
