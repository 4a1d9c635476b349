import { closeDays } from '#/server/domain/fairness/closeDays.ts';
import { countDraws } from '#/server/domain/fairness/countDraws.ts';
import { GOOD } from '../catalogue/testShop.ts';
import { postAs } from '../players/cabinet.ts';
import { bringTo, deliveriesOf } from '../players/deliveries.ts';
import { invite, verify } from '../players/referrals.ts';
import { applyPaymentEvent, giveCoins, pendingOrder, useFakeProvider } from '../players/shopping.ts';
import { createPlayer, open, type Player } from './factories.ts';
import { createTestApp, type TestApp } from './testApp.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Creates a site with events of every kind that the books check. */
export async function createBusySite(): Promise<{ app: TestApp; player: Player }> {
  const app = await createTestApp();
  useFakeProvider(app);
  const inviter = await createPlayer(app.deps);
  await verify(app, inviter);
  const player = await invite(app, inviter);
  await verify(app, player);
  await app.pool.query(
    `INSERT INTO case_lots (account_id, case_id, odds_hash, bought, opened, reason, ref_type, ref_id)
     SELECT $1, case_id, hash, 9, 0, 'gift', 'test', 'books' FROM case_odds WHERE case_id = 1`,
    [player.accountId],
  );
  for (let opened = 0; opened < 3; opened++) await open(app, player, { case_id: 1 });
  const { rows } = await app.pool.query<{ id: string }>(
    'UPDATE coupons SET is_swap_available = true, premium_coins_price = 40 WHERE id = (SELECT min(id) FROM coupons) RETURNING id',
  );
  await postAs(app, player, `/api/v1/coupons/convert/${rows[0]!.id}`);
  await applyPaymentEvent(app, await pendingOrder(app, player, { amount: 2000 }), 'paid');
  await applyPaymentEvent(
    app,
    await pendingOrder(app, player, { product_type: 'Services', goods_id: GOOD.service }),
    'paid',
  );
  const service = { product_type: 'Services', goods_id: GOOD.service };
  const [givenInGame, neverGiven] = [
    await pendingOrder(app, player, service),
    await pendingOrder(app, player, service),
  ];
  await applyPaymentEvent(app, givenInGame, 'paid');
  await bringTo(app, (await deliveriesOf(app, player.accountId)).at(-1)!.id, 'done');
  await applyPaymentEvent(app, givenInGame, 'refunded');
  await applyPaymentEvent(app, neverGiven, 'paid');
  await applyPaymentEvent(app, neverGiven, 'refunded');
  const premium = { product_type: 'Premium', goods_id: GOOD.premium };
  for (let times = 0; times < 2; times++)
    await applyPaymentEvent(app, await pendingOrder(app, player, premium), 'paid');
  const refunded = await pendingOrder(app, player, { amount: 300 });
  await applyPaymentEvent(app, refunded, 'paid');
  await applyPaymentEvent(app, refunded, 'refunded');
  await giveCoins(app, player.accountId, 500);
  const good = { product_id: GOOD.caseForCoins, product_type: 0, product_qty: 1 };
  await postAs(app, player, '/api/v1/order/store-by-coin', good);
  app.advanceMs(2 * DAY_MS);
  await countDraws(app.deps);
  await closeDays(app.deps);
  await app.pool.query(
    "UPDATE sessions SET last_seen_at = $1, expires_at = $1::timestamptz + interval '1 day'",
    [app.deps.now()],
  );
  return { app, player };
}
