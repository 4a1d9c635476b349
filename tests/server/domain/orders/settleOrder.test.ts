import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { storeEvents } from '#/server/domain/payments/paymentInbox.ts';
import { settleOrder } from '#/server/domain/orders/settleOrder.ts';
import { createPlayer, open, type Player } from '../../../support/app/factories.ts';
import { queuedMails } from '../../../support/app/queuedMails.ts';
import { bringTo, deliveriesOf, goodsInGame } from '../../../support/players/deliveries.ts';
import { auditOf } from '../../../support/players/settings.ts';
import {
  applyPaymentEvent,
  balanceOf,
  eventOf,
  giveCoins,
  movesOf,
  orderOf,
  pendingOrder,
  refOf,
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
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const DAY_MS = 24 * 60 * 60_000;

const emailOf = async (accountId: number) =>
  (await app.pool.query<{ email: string }>('SELECT email FROM accounts WHERE id = $1', [accountId])).rows[0]!
    .email;

const mailKinds = async (accountId: number) =>
  (await queuedMails(app, await emailOf(accountId))).map(({ kind }) => kind);

const premiumOf = async (accountId: number) =>
  (
    await app.pool.query<{ starts_at: Date; ends_at: Date; revoked_at: Date | null }>(
      'SELECT starts_at, ends_at, revoked_at FROM premium_periods WHERE account_id = $1 ORDER BY id',
      [accountId],
    )
  ).rows;

describe('OR1 OR3 a good payment', () => {
  test('hands out coins and bonus once, with receipt, history and audit', async () => {
    player = await createPlayer(app.deps);
    const id = await pendingOrder(app, player);
    expect(await applyPaymentEvent(app, id, 'paid')).toBe('granted');
    // 500 coins are 50 euro: the tier adds 10 %
    expect(await balanceOf(app, player.accountId)).toBe(550);
    expect(await applyPaymentEvent(app, id, 'paid')).toBe('granted');
    expect(await balanceOf(app, player.accountId)).toBe(550);
    expect(await movesOf(app, id)).toEqual(['created', 'pending', 'paid', 'granted']);
    expect(await auditOf(app, player.accountId)).toEqual(['orderGranted']);
    const [receipt, ...more] = await queuedMails(app, await emailOf(player.accountId));
    expect(more).toEqual([]);
    expect(receipt).toMatchObject({
      kind: 'receipt',
      variables: { order: id, coins: 500, bonusCoins: 50, totalCents: 5000, discountCents: 0, quantity: 1 },
    });
  });

  test('of 200 settlements at once grants one', async () => {
    player = await createPlayer(app.deps);
    const id = await pendingOrder(app, player, {
      product_type: 'casesItem',
      goods_id: GOOD.fiveCases,
      product_qty: 2,
    });
    await storeEvents(app.deps, 'sandbox', [await eventOf(app, id, 'paid')], '{}');
    const states = await Promise.all(
      Array.from({ length: 200 }, () =>
        settleOrder(app.deps, { provider: 'sandbox', paymentRef: refOf(id) }),
      ),
    );
    expect(new Set(states)).toEqual(new Set(['granted']));
    expect(await stockOf(app, player.accountId, 1)).toBe(10);
    expect(await mailKinds(player.accountId)).toEqual(['receipt']);
  });

  test('gives Premium one after the other, and what the game must give through the outbox', async () => {
    player = await createPlayer(app.deps);
    const premium = { product_type: 'Premium', goods_id: GOOD.premium };
    await applyPaymentEvent(app, await pendingOrder(app, player, premium), 'paid');
    await applyPaymentEvent(app, await pendingOrder(app, player, { ...premium, product_qty: 2 }), 'paid');
    const [first, second] = await premiumOf(player.accountId);
    expect(first!.starts_at).toEqual(app.deps.now());
    expect(second!.starts_at).toEqual(first!.ends_at);
    expect(second!.ends_at.getTime() - first!.starts_at.getTime()).toBe(90 * DAY_MS);
    const service = { product_type: 'Services', goods_id: GOOD.service, product_qty: 3 };
    await applyPaymentEvent(app, await pendingOrder(app, player, service), 'paid');
    expect(await goodsInGame(app, player.accountId)).toEqual(['give 3 unban waiting']);
  });

  test('an unknown payment is told as such', async () => {
    expect(await settleOrder(app.deps, { provider: 'sandbox', paymentRef: 'nobody' })).toBeUndefined();
  });
});

describe('N4 a payment that does not match', () => {
  test.each([
    ['another amount', { amountCents: 4999 }, 4999],
    ['another currency', { currency: 'USD' }, 0],
  ])('%s waits for an operator and grants nothing', async (_, changes, refundedCents) => {
    player = await createPlayer(app.deps);
    const id = await pendingOrder(app, player);
    expect(await applyPaymentEvent(app, id, 'paid', changes)).toBe('review');
    expect(await balanceOf(app, player.accountId)).toBe(0);
    expect(await mailKinds(player.accountId)).toEqual([]);
    expect(await applyPaymentEvent(app, id, 'refunded', changes)).toBe('refunded');
    expect((await orderOf(app, id)).refunded_cents).toBe(refundedCents);
    expect(await balanceOf(app, player.accountId)).toBe(0);
  });

  test('goes back to an operator when a dispute about it is won', async () => {
    player = await createPlayer(app.deps);
    const id = await pendingOrder(app, player);
    expect(await applyPaymentEvent(app, id, 'paid', { amountCents: 4999 })).toBe('review');
    expect(await applyPaymentEvent(app, id, 'chargedBack', { amountCents: 4999 })).toBe('charged_back');
    const won = { causeRef: `chargedBack-${id}`, amountCents: 4999 };
    expect(await applyPaymentEvent(app, id, 'disputeWon', won)).toBe('review');
    expect(await balanceOf(app, player.accountId)).toBe(0);
  });
});

describe('a late payment', () => {
  test('of an expired order grants once and takes its piece again', async () => {
    player = await createPlayer(app.deps);
    const id = await pendingOrder(app, player, { product_type: 'goods', goods_id: GOOD.limited });
    expect(await applyPaymentEvent(app, id, 'expired')).toBe('expired');
    expect(await soldOf(GOOD.limited)).toBe(0);
    expect(await applyPaymentEvent(app, id, 'paid')).toBe('granted');
    expect(await soldOf(GOOD.limited)).toBe(1);
    expect(await movesOf(app, id)).toEqual(['created', 'pending', 'expired', 'paid', 'granted']);
  });

  test('of what is sold out meanwhile waits for an operator', async () => {
    player = await createPlayer(app.deps);
    const late = await pendingOrder(app, player, { product_type: 'goods', goods_id: GOOD.limited });
    await applyPaymentEvent(app, late, 'failed');
    const others = { product_type: 'goods', goods_id: GOOD.limited, product_qty: 2 };
    await applyPaymentEvent(app, await pendingOrder(app, await createPlayer(app.deps), others), 'paid');
    expect(await applyPaymentEvent(app, late, 'paid')).toBe('review');
    expect(await goodsInGame(app, player.accountId)).toEqual([]);
    expect(await applyPaymentEvent(app, late, 'refunded')).toBe('refunded');
  });
});

const soldOf = async (goodsId: number) =>
  (await app.pool.query<{ sold: number }>('SELECT sold FROM goods WHERE id = $1', [goodsId])).rows[0]!.sold;

describe('OR5 money that goes back', () => {
  test('in part changes no goods', async () => {
    player = await createPlayer(app.deps);
    const id = await pendingOrder(app, player);
    await applyPaymentEvent(app, id, 'paid');
    expect(await applyPaymentEvent(app, id, 'refunded', { amountCents: 2000 })).toBe('granted');
    expect((await orderOf(app, id)).refunded_cents).toBe(2000);
    expect(await balanceOf(app, player.accountId)).toBe(550);
    expect(await mailKinds(player.accountId)).toEqual(['receipt', 'orderRefunded']);
  });

  test('in full takes the coins that are there; the rest is owed, blocks, and is repaid first', async () => {
    player = await createPlayer(app.deps, { 2: 1 });
    const { accountId } = player;
    const id = await pendingOrder(app, player);
    await applyPaymentEvent(app, id, 'paid');
    await spend(accountId, 400);
    expect(await applyPaymentEvent(app, id, 'refunded')).toBe('refunded');
    expect([await balanceOf(app, accountId), await balanceOf(app, accountId, 'debt')]).toEqual([0, -400]);
    expect(await auditOf(app, accountId)).toEqual(['orderGranted', 'orderRefunded']);

    await giveCoins(app, accountId, 100);
    const bought = await app.post(
      '/api/v1/order/store-by-coin',
      { product_id: GOOD.caseForCoins, product_qty: 1 },
      player.headers,
    );
    expect([bought.statusCode, bought.json<{ code: string }>().code]).toEqual([409, 'inDebt']);
    const opened = await open(app, player, { case_id: 2 });
    expect([opened.statusCode, opened.json<{ code: string }>().code]).toEqual([409, 'inDebt']);

    // 110 coins come in: 400 are owed, and what was there goes as well
    await applyPaymentEvent(app, await pendingOrder(app, player, { amount: 100 }), 'paid');
    expect([await balanceOf(app, accountId), await balanceOf(app, accountId, 'debt')]).toEqual([0, -195]);
    await applyPaymentEvent(app, await pendingOrder(app, player), 'paid');
    expect([await balanceOf(app, accountId), await balanceOf(app, accountId, 'debt')]).toEqual([355, 0]);
    expect((await open(app, player, { case_id: 2 })).statusCode).toBe(200);
  });

  test('takes the cases that are not open; the open ones are owed at their price', async () => {
    player = await createPlayer(app.deps);
    const { accountId } = player;
    const five = { product_type: 'casesItem', goods_id: GOOD.fiveCases };
    const id = await pendingOrder(app, player, five);
    await applyPaymentEvent(app, id, 'paid');
    for (let at = 0; at < 2; at++) await open(app, player, { case_id: 1 });
    expect(await applyPaymentEvent(app, id, 'chargedBack')).toBe('charged_back');
    expect(await stockOf(app, accountId, 1)).toBe(0);
    // 9 euro for five: 18 OC a piece
    expect(await balanceOf(app, accountId, 'debt')).toBe(-36);
    const untouched = await pendingOrder(app, player, five);
    await applyPaymentEvent(app, untouched, 'paid');
    await applyPaymentEvent(app, untouched, 'refunded');
    expect(await balanceOf(app, accountId, 'debt')).toBe(-36);
    expect(await stockOf(app, accountId, 1)).toBe(0);
  });

  test('ends Premium, calls off what the game has not given and asks back what it has', async () => {
    player = await createPlayer(app.deps);
    const { accountId } = player;
    const premium = await pendingOrder(app, player, { product_type: 'Premium', goods_id: GOOD.premium });
    await applyPaymentEvent(app, premium, 'paid');
    await applyPaymentEvent(app, premium, 'refunded');
    expect((await premiumOf(accountId))[0]!.revoked_at).toEqual(app.deps.now());
    expect(await balanceOf(app, accountId, 'debt')).toBe(0);
    const [waiting, done] = [
      await pendingOrder(app, player, { product_type: 'Services', goods_id: GOOD.service }),
      await pendingOrder(app, player, { product_type: 'goods', goods_id: GOOD.limited }).catch(
        () => undefined,
      ),
    ];
    await applyPaymentEvent(app, waiting, 'paid');
    await applyPaymentEvent(app, waiting, 'refunded');
    expect(await goodsInGame(app, accountId)).toEqual(['give 1 unban cancelled']);
    expect(done).toBeUndefined();
    const given = await pendingOrder(app, player, { product_type: 'Services', goods_id: GOOD.service });
    await applyPaymentEvent(app, given, 'paid');
    await bringTo(app, (await deliveriesOf(app, accountId)).at(-1)!.id, 'done');
    await applyPaymentEvent(app, given, 'refunded');
    expect((await goodsInGame(app, accountId)).slice(1)).toEqual([
      'give 1 unban done',
      'revoke 1 unban waiting',
    ]);
  });

  test('twice, refunded and charged back, takes once', async () => {
    player = await createPlayer(app.deps);
    await giveCoins(app, player.accountId, 1000);
    const id = await pendingOrder(app, player);
    await applyPaymentEvent(app, id, 'paid');
    await applyPaymentEvent(app, id, 'refunded');
    expect(await applyPaymentEvent(app, id, 'chargedBack')).toBe('charged_back');
    expect(await balanceOf(app, player.accountId)).toBe(1000);
    expect((await orderOf(app, id)).refunded_cents).toBe(5000);
  });
});

describe('a dispute that was won', () => {
  test('gives back exactly what was taken, and a second one takes it again', async () => {
    player = await createPlayer(app.deps);
    const { accountId } = player;
    const coins = await pendingOrder(app, player);
    const cases = await pendingOrder(app, player, { product_type: 'casesItem', goods_id: GOOD.fiveCases });
    const service = await pendingOrder(app, player, { product_type: 'Services', goods_id: GOOD.service });
    const all = [coins, cases, service];
    for (const id of all) await applyPaymentEvent(app, id, 'paid');
    await open(app, player, { case_id: 1 });
    await spend(accountId, 500);
    const before = await holdings(accountId);
    for (const id of all) await applyPaymentEvent(app, id, 'chargedBack', { causeRef: `${id}-1` });
    expect(await balanceOf(app, accountId, 'debt')).toBe(-500 - 18);
    expect(await stockOf(app, accountId, 1)).toBe(0);
    for (const id of all)
      expect(await applyPaymentEvent(app, id, 'disputeWon', { causeRef: `${id}-1` })).toBe('granted');
    expect(await holdings(accountId)).toEqual(before);
    for (const id of all) await applyPaymentEvent(app, id, 'chargedBack', { causeRef: `${id}-2` });
    expect(await balanceOf(app, accountId, 'debt')).toBe(-500 - 18);
    expect(await brokenInvariants(app.pool)).toEqual({});
    for (const id of all) await applyPaymentEvent(app, id, 'disputeWon', { causeRef: `${id}-2` });
    expect(await holdings(accountId)).toEqual(before);
    expect(await mailKinds(accountId)).toContain('orderRefunded');
  });

  const holdings = async (accountId: number) => [
    await balanceOf(app, accountId),
    await balanceOf(app, accountId, 'debt'),
    await stockOf(app, accountId, 1),
    (await goodsInGame(app, accountId)).filter((line) => !line.endsWith('cancelled')),
  ];
});

async function spend(ownerId: number, amount: number): Promise<void> {
  const { transfer } = await import('#/server/domain/ledger/ledger.ts');
  const { withTx } = await import('#/server/platform/db/tx.ts');
  const cause = { reason: 'spent', refType: 'test', refId: `${ownerId}-${amount}` };
  await withTx(app.pool, (tx) =>
    transfer(tx, { from: { kind: 'wallet', ownerId }, to: { kind: 'shop' }, amount, ...cause }),
  );
}
