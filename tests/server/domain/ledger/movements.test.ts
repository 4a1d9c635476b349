import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Movement } from '#/contract/referral.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { MOVEMENTS } from '#/server/domain/ledger/movements.ts';
import { rewardMilestones } from '#/server/domain/referral/rewardMilestones.ts';
import { giveCoupons, postAs, refusal } from '../../../support/players/cabinet.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { inviteActive, keepSessions, verify } from '../../../support/players/referrals.ts';
import {
  applyPaymentEvent,
  balanceOf,
  giveCoins,
  pendingOrder,
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

interface Page {
  movements: Movement[];
  nextBefore: number | null;
}
const pageOf = async (query = '', language = 'en') =>
  (
    await app.get(`/api/v1/user/movements${query}`, { ...player.headers, 'accept-language': language })
  ).json<Page>();
const linesOf = async (language?: string) =>
  (await pageOf('', language)).movements.map(({ amount, reason, subject }) => [amount, reason, subject]);

describe('C3 the history of the balance', () => {
  test('tells what every movement was about, in the language of the caller, newest first', async () => {
    const order = await pendingOrder(app, player);
    await applyPaymentEvent(app, order, 'paid');
    const good = { product_id: GOOD.serviceForCoins, product_type: 0, product_qty: 1 };
    expect((await postAs(app, player, '/api/v1/order/store-by-coin', good)).statusCode).toBe(200);
    const [coupon] = await giveCoupons(app, player, 1, { itemId: 103, price: 50 });
    await postAs(app, player, `/api/v1/coupons/convert/${coupon}`);
    expect(await linesOf()).toEqual([
      [50, 'coupon', 'Prize 1-3'],
      [-50, 'storeByCoin', 'Good 31'],
      [50, 'orderBonus', 'One Coins'],
      [500, 'order', 'One Coins'],
    ]);
    expect((await linesOf('uk')).slice(0, 2)).toEqual([
      [50, 'coupon', 'Нагорода 1-3'],
      [-50, 'storeByCoin', 'Крам 31'],
    ]);
    expect((await linesOf('ru'))[0]).toEqual([50, 'coupon', 'Приз 1-3']);
    await applyPaymentEvent(app, order, 'refunded');
    expect((await linesOf())[0]).toEqual([-550, 'orderReversed', 'One Coins']);
    const { movements } = await pageOf();
    expect(movements.reduce((sum, { amount }) => sum + amount, 0)).toBe(
      await balanceOf(app, player.accountId),
    );
    expect(movements[0]!.date).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  test('names a milestone, and says nothing of what has no name', async () => {
    await verify(app, player);
    await inviteActive(app, player);
    await giveCoins(app, player.accountId, 7);
    await rewardMilestones(app.deps);
    app.advanceMs(14 * 24 * 60 * 60_000);
    await keepSessions(app);
    await rewardMilestones(app.deps);
    expect(await linesOf()).toEqual([
      [30, 'milestone', 'Award 1'],
      [7, 'gift', null],
    ]);
  });

  test('goes on by the id it stopped at, also while coins come in', async () => {
    for (let at = 1; at <= 30; at++) await giveCoins(app, player.accountId, at);
    await giveCoins(app, (await createPlayer(app.deps)).accountId, 1000);
    const first = await pageOf();
    await giveCoins(app, player.accountId, 99);
    const second = await pageOf(`?before=${first.nextBefore}`);
    expect([...first.movements, ...second.movements].map(({ amount }) => amount)).toEqual(
      Array.from({ length: 30 }, (_, at) => 30 - at),
    );
    expect(second.nextBefore).toBeNull();
  });

  test('of a player without coins is empty', async () => {
    expect(await pageOf()).toEqual({ movements: [], nextBefore: null });
  });

  test.each(['?before=0', '?before=a', '?page=1'])('E4 %s is refused', async (query) => {
    expect(refusal(await app.get(`/api/v1/user/movements${query}`, player.headers))).toEqual([
      400,
      'badRequest',
    ]);
  });

  test('reads no more than a page of it, however long it is', async () => {
    await giveCoins(app, player.accountId, 5000);
    const other = await createPlayer(app.deps);
    await app.pool.query(
      `WITH own AS (SELECT id FROM ledger_accounts WHERE kind = 'wallet' AND owner_id = $1),
      moved AS (INSERT INTO ledger_transfers (from_id, to_id, amount, reason, ref_type, ref_id)
        SELECT own.id, shop.id, 1, 'spent', 'test', 'long-' || n
        FROM own, ledger_accounts shop, generate_series(1, 5000) n WHERE shop.kind = 'shop' AND shop.part = 0 RETURNING amount)
      UPDATE ledger_accounts a SET balance = balance + CASE kind WHEN 'shop' THEN total ELSE -total END
      FROM (SELECT sum(amount) AS total FROM moved) t WHERE (kind = 'shop' AND part = 0) OR id = (SELECT id FROM own)`,
      [player.accountId],
    );
    await app.pool.query('ANALYZE ledger_transfers');
    for (const [who, accountId] of [
      ['with much', player.accountId],
      ['with nothing', other.accountId],
    ] as const) {
      const { rows } = await app.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${MOVEMENTS.text}`, [
        accountId,
        9_000_000,
        'ru',
      ]);
      const scans = rows.flatMap((row) => /Scan.* on ledger_transfers/.exec(row['QUERY PLAN'])?.[0] ?? []);
      expect([who, ...scans]).toEqual([
        who,
        'Scan Backward using ledger_transfers_from on ledger_transfers',
        'Scan Backward using ledger_transfers_to on ledger_transfers',
      ]);
    }
    expect((await pageOf()).movements).toHaveLength(24);
  });
});
