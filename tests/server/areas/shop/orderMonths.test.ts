import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order, OrderMonth } from '#/contract/orders.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import {
  applyPaymentEvent,
  giveCoins,
  pendingOrder,
  useFakeProvider,
} from '../../../support/players/shopping.ts';

let app: TestApp;
let player: Player;

beforeAll(async () => {
  app = await createTestApp();
  useFakeProvider(app);
});
beforeEach(async () => {
  player = await createPlayer(app.deps);
});
afterAll(() => app.close());

const placedAt = (publicId: string, at: string) =>
  app.pool.query('UPDATE orders SET created_at = $2 WHERE public_id = $1', [publicId, at]);

/** An order of 500 coins, 50 €. */
async function orderAt(at: string, isPaid = true, owner = player): Promise<string> {
  const id = await pendingOrder(app, owner);
  if (isPaid) await applyPaymentEvent(app, id, 'paid');
  await placedAt(id, at);
  return id;
}

const ask = (query: string) => app.get(`/api/v1/orders?${query}`, player.headers);
const monthsOn = async (page: number, zone = 'Europe/Kyiv') =>
  (await ask(`page=${page}&time_zone=${zone}`)).json<{ orders: Order[]; months: OrderMonth[] }>();
const paid = (month: string, cents: number, rest: Partial<OrderMonth> = {}) =>
  expect.objectContaining({ month, paid_cents: cents, paid_coins: 0, refunded_cents: 0, ...rest });

test('S24 the sum of a month counts all its orders, on whatever page they are', async () => {
  await orderAt('2026-10-20T12:00:00Z');
  for (let day = 10; day < 22; day++) await orderAt(`2026-11-${day}T12:00:00Z`);
  await orderAt('2026-12-01T12:00:00Z');
  const november = paid('2026-11', 12 * 5000);
  expect((await monthsOn(1)).months).toEqual([paid('2026-12', 5000), november]);
  expect((await monthsOn(2)).months).toEqual([november, paid('2026-10', 5000)]);
  expect((await monthsOn(3)).months).toEqual([]);
});

test('S24 only what was paid counts, euro and coins apart, and what came back is told', async () => {
  await giveCoins(app, player.accountId, 100);
  const november = '2026-11-05T12:00:00Z';
  await orderAt(november, false);
  await orderAt(november);
  const refunded = await orderAt(november);
  await applyPaymentEvent(app, refunded, 'refunded', { amountCents: 2000 });
  await applyPaymentEvent(app, await orderAt(november), 'chargedBack');
  const bought = await app.post(
    '/api/v1/order/store-by-coin',
    { product_id: GOOD.caseForCoins, product_qty: 3 },
    player.headers,
  );
  await placedAt(bought.json<{ order: string }>().order, november);
  const stranger = await createPlayer(app.deps);
  await orderAt(november, true, stranger);
  expect((await monthsOn(1)).months).toEqual([
    paid('2026-11', 15_000, { paid_coins: 60, refunded_cents: 7000 }),
  ]);
});

test('S24 months are those of the reader’s time zone, and orders lie within them', async () => {
  await orderAt('2026-10-31T22:30:00Z');
  const months = async (zone: string) => (await monthsOn(1, zone)).months.map(({ month }) => month);
  expect(await months('Europe/Kyiv')).toEqual(['2026-11']);
  expect(await months('America/New_York')).toEqual(['2026-10']);
  expect(await months('Mars/Olympus')).toEqual(['2026-10']);
  const { orders, months: own } = await monthsOn(1);
  expect(own[0]!.from <= orders[0]!.date && orders[0]!.date < own[0]!.until).toBe(true);
});

test('S24 a time zone that is none is refused', async () => {
  for (const zone of ['', "Europe/Kyiv'--", 'x'.repeat(65), '%00', 'a b'])
    expect((await ask(`page=1&time_zone=${encodeURIComponent(zone)}`)).statusCode).toBe(400);
});
