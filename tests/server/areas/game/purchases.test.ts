import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { purchase } from '#/server/areas/game/purchase.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { acceptLedger } from '#/server/domain/gameServers/ledgers.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { AppError } from '#/server/platform/kernel/errors.ts';
import { begun, changeTo, enterCode } from '../../../support/access/reset.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { goodsInGame } from '../../../support/players/deliveries.ts';
import { linkTo, unlink } from '../../../support/players/gameLinks.ts';
import { createMember, type Member } from '../../../support/players/settings.ts';
import { balanceOf, giveCoins, movesOf } from '../../../support/players/shopping.ts';
import { GameAdapter, gameKeyOf, forgetGames } from '../../../support/services/gameAdapter.ts';

const DAY_MS = 24 * 60 * 60_000;
const SCOPES = ['deliver', 'players', 'link', 'purchase'] as const;

let app: TestApp;
let adapter: GameAdapter;
let member: Member;
let made = 0;
let player: string;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  await forgetGames(app);
  adapter = new GameAdapter(app, await gameKeyOf(app, 'everest', [...SCOPES]));
  await adapter.hello({ identity: 'link' });
  member = await createMember(app);
  player = `license2:buyer${++made}`;
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

/** A linked player with coins, who lets the game spend some of them. */
async function buyer(coins: number, coinsPerDay: number): Promise<void> {
  await giveCoins(app, member.accountId, coins);
  await linkTo(app, adapter, member, player);
  await allow(coinsPerDay);
}
const allow = (coinsPerDay: number) => app.post('/api/v1/user/spend-permit', { coinsPerDay }, member.headers);
const spentToday = async () =>
  (await app.get('/api/v1/user/spend-permit', member.headers)).json<{ spentToday: number }>().spentToday;

const NAME_CHANGE = { goods: GOOD.serviceForCoins, count: 1, coins: 50 };
const buy = (fields: object = {}, as = player) =>
  adapter.call('purchases', { key: `purchase-${++made}`, player: as, ...NAME_CHANGE, ...fields });
const coins = () => balanceOf(app, member.accountId);
const done = (reply: Awaited<ReturnType<typeof buy>>) => {
  if ('refused' in reply) throw new Error(`the purchase was refused: ${reply.refused}`);
  return reply;
};

/** Buys beside others: an adapter counts its requests, so that two of them are never at once. */
const buyAtOnce = (key: string): Promise<string> =>
  purchase(
    app.deps,
    { serverKey: 'everest', ledgerId: adapter.ledger, instanceId: adapter.instance },
    { v: 1, instance: adapter.instance, seq: 1, at: 0, head: 0, key, player, ...NAME_CHANGE },
  ).then(
    ({ order }) => order,
    (error: AppError) => error.code,
  );

describe('D17 a purchase in the game', () => {
  test('is an order whose goods are leased in the answer', async () => {
    await buyer(120, 100);
    const { order, premiumCoins, deliveries } = done(await buy());
    expect(premiumCoins).toBe(70);
    expect(deliveries).toMatchObject([
      { attempt: 1, kind: 'give', code: 'name_change', count: 1, player: { login: member.login, player } },
    ]);
    expect(await movesOf(app, order)).toEqual(['created', 'paid', 'granted']);
    expect(await goodsInGame(app, member.accountId)).toEqual(['give 1 name_change leased']);
    expect(await adapter.work()).toEqual([]);
    await adapter.report({ no: deliveries[0]!.no, outcome: 'done' });
    expect(await goodsInGame(app, member.accountId)).toEqual(['give 1 name_change done']);
    expect(await spentToday()).toBe(50);
    expect(await adapter.call('player', { player })).toMatchObject({ premiumCoins: 70, maySpend: 50 });
  });

  test('comes again by a poll if the answer was lost', async () => {
    await buyer(50, 50);
    const { deliveries } = done(await buy());
    app.advanceMs(60_000);
    expect(await adapter.work()).toMatchObject([{ no: deliveries[0]!.no, attempt: 2 }]);
  });

  test('buys once under one key, and gives the same answer; another body is refused', async () => {
    await buyer(200, 200);
    const key = 'one-and-the-same';
    const first = done(await buy({ key }));
    const again = done(await buy({ key }));
    expect([again.order, again.premiumCoins, again.deliveries]).toEqual([
      first.order,
      first.premiumCoins,
      first.deliveries,
    ]);
    expect(await buy({ key, count: 2, coins: 100 })).toEqual({ refused: 'idempotencyKeyReused' });
    expect(await coins()).toBe(150);
    const orders = await Promise.all(Array.from({ length: 30 }, () => buyAtOnce('thirty-at-once')));
    expect(new Set(orders).size).toBe(1);
    expect(await coins()).toBe(100);
  });

  test('asked for again is not handed over again once the game has said done, or has lost its ledger', async () => {
    await buyer(100, 100);
    const first = done(await buy({ key: 'asked-again' }));
    await adapter.report({ no: first.deliveries[0]!.no, outcome: 'done' });
    expect(done(await buy({ key: 'asked-again' }))).toMatchObject({ order: first.order, deliveries: [] });
    const second = done(await buy({ key: 'asked-by-another' }));
    expect(second.deliveries).toHaveLength(1);
    await adapter.call('bye', {});
    adapter = Object.assign(new GameAdapter(app, await gameKeyOf(app, 'everest', [...SCOPES])), { head: 1 });
    const { ledger: id } = adapter;
    await adapter.hello({ identity: 'link' });
    const accepted = { serverKey: 'everest', id, reason: 'disk', isDryRun: false };
    await withTx(app.pool, (tx) => acceptLedger(tx, app.deps, accepted));
    await adapter.hello({ identity: 'link' });
    expect(done(await buy({ key: 'asked-by-another' }))).toMatchObject({
      order: second.order,
      deliveries: [],
    });
  });

  test('keys of the game are none of the player’s browser', async () => {
    await buyer(200, 200);
    await buy({ key: 'key-of-both' });
    const reply = await app.post(
      '/api/v1/order/store-by-coin',
      { product_id: GOOD.serviceForCoins, product_qty: 1 },
      { ...member.headers, 'idempotency-key': 'key-of-both' },
    );
    expect(reply.statusCode).toBe(200);
  });

  test.each([
    ['the permit', 10_000, 130, 2],
    ['the balance', 130, 10_000, 2],
  ])('200 at once spend no more than %s allows', async (_, balance, permit, bought) => {
    await buyer(balance, permit);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_each, at) => buyAtOnce(`parallel-${at}`)),
    );
    const refused = new Set(['spendNotAllowed', 'notEnoughCoins']);
    expect(answers.filter((answer) => !refused.has(answer))).toHaveLength(bought);
    expect(await coins()).toBe(balance - bought * 50);
    expect(await spentToday()).toBe(bought * 50);
  });

  test('is allowed for the day of the site, and again the next day', async () => {
    await buyer(500, 50);
    done(await buy());
    expect(await buy()).toEqual({ refused: 'spendNotAllowed' });
    app.advanceMs(DAY_MS);
    done(await buy());
    expect(await coins()).toBe(400);
  });

  test('is not allowed without a permit, and no more once it is taken back', async () => {
    await buyer(500, 0);
    expect(await buy()).toEqual({ refused: 'spendNotAllowed' });
    await allow(100);
    done(await buy());
    await allow(40);
    expect(await buy()).toEqual({ refused: 'spendNotAllowed' });
    expect(await coins()).toBe(450);
  });

  test('ends with the link, and a new link begins without a permit', async () => {
    await buyer(500, 500);
    await unlink(app, member);
    expect(await buy()).toEqual({ refused: 'spendNotAllowed' });
    await linkTo(app, adapter, member, player);
    expect(await buy()).toEqual({ refused: 'spendNotAllowed' });
    expect(await coins()).toBe(500);
  });

  test('needs a new permit after a recovery, also where the game knows the login', async () => {
    await buyer(500, 500);
    await app.pool.query(`UPDATE game_instances SET identity = 'login'`);
    const { browser, code } = await begun(app, member);
    await enterCode(browser, member.email, code);
    expect((await changeTo(browser, member.email, code)).statusCode).toBe(200);
    expect(await buy({}, member.login)).toEqual({ refused: 'spendNotAllowed' });
    expect(await coins()).toBe(500);
  });

  test('is for the own account of the player only', async () => {
    await buyer(500, 500);
    for (const stranger of ['license2:stranger', member.login])
      expect(await buy({}, stranger)).toEqual({ refused: 'spendNotAllowed' });
    await app.pool.query(`UPDATE accounts SET status = 'closed' WHERE id = $1`, [member.accountId]);
    expect(await buy()).toEqual({ refused: 'spendNotAllowed' });
    await app.pool.query(`UPDATE accounts SET status = 'active' WHERE id = $1`, [member.accountId]);
    expect(await coins()).toBe(500);
  });

  test.each([
    [{ coins: 49 }, 'priceChanged'],
    [{ count: 2, coins: 50 }, 'priceChanged'],
    [{ goods: GOOD.service }, 'goodNotFound'],
    [{ goods: 999_999 }, 'goodNotFound'],
    [{ count: 3, coins: 150 }, 'notEnoughCoins'],
    [{ count: 201, coins: 10_050 }, 'badRequest'],
    [{ key: 'short' }, 'badRequest'],
  ])('of %j is refused with %s and takes nothing', async (fields, refused) => {
    await buyer(120, 100);
    expect(await buy(fields)).toEqual({ refused });
    expect(await coins()).toBe(120);
    expect(await spentToday()).toBe(0);
    expect(await goodsInGame(app, member.accountId)).toEqual([]);
  });

  test('is refused to a player in debt', async () => {
    await buyer(120, 100);
    await app.pool.query('UPDATE accounts SET is_in_debt = true WHERE id = $1', [member.accountId]);
    expect(await buy()).toEqual({ refused: 'inDebt' });
    await app.pool.query('UPDATE accounts SET is_in_debt = false WHERE id = $1', [member.accountId]);
  });

  test('needs a key that may buy', async () => {
    await buyer(120, 100);
    adapter.useKey(await gameKeyOf(app));
    expect(await buy()).toEqual({ refused: 'gameScope' });
  });
});
