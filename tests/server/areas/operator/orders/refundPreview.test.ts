import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { transfer } from '#/server/domain/ledger/ledger.ts';
import { sendRefunds } from '#/server/domain/payments/sendRefunds.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { open, type Player } from '../../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { GOOD } from '../../../../support/catalogue/testShop.ts';
import { booksOf, linesOf, OrderDesk } from '../../../../support/desks/orderDesk.ts';
import { balanceOf, refOf } from '../../../../support/players/shopping.ts';

let site: TestApp;
let desk: OrderDesk;

beforeAll(async () => {
  site = await createTestApp();
  desk = new OrderDesk(site);
});
afterEach(async () => expect(await brokenInvariants(site.pool)).toEqual({}));
afterAll(() => site.close());

const { refundOrder } = operatorCalls;

/** Takes coins out of a wallet, as a purchase does. */
const spendCoins = ({ accountId: ownerId }: Player, amount: number) =>
  withTx(site.pool, (tx) =>
    transfer(tx, {
      from: { kind: 'wallet', ownerId },
      to: { kind: 'bonus' },
      amount,
      reason: 'spent',
      refType: 'test',
      refId: String(ownerId),
    }),
  );

describe('O8 the preview of a refund', () => {
  test('O8 says what goes back and what is taken and owed, and leaves nothing behind', async () => {
    const { id, player } = await desk.paid();
    await spendCoins(player, 400);
    const books = await booksOf(site, { id, player });
    const preview = (await desk.act(refundOrder, id, {}, { preview: true })).json();
    expect(preview).toEqual({
      before: {
        state: 'granted',
        refundedCents: 0,
        coins: 150,
        owed: 0,
        pieces: 0,
        premiumDays: 0,
        deliveries: 0,
      },
      after: {
        state: 'refunded',
        refundedCents: 5000,
        coins: 0,
        owed: 400,
        pieces: 0,
        premiumDays: 0,
        deliveries: 0,
        coinsTaken: 150,
        coinsOwed: 400,
        piecesTaken: 0,
        piecesOpened: 0,
        premiumDaysTaken: 0,
        deliveriesCalledOff: 0,
        deliveriesRevoked: 0,
        deliveriesInDoubt: 0,
        deliveriesKept: 0,
        askedProvider: 'sandbox',
        askedPayment: refOf(id),
        askedCents: 5000,
      },
    });
    await sendRefunds(site.deps);
    expect(desk.refundsOf(id)).toEqual([]);
    expect(await booksOf(site, { id, player })).toEqual(books);
    expect(linesOf(await desk.show(id), 'event')).toHaveLength(1);
    await desk.act(refundOrder, id);
    const line = linesOf(await desk.show(id), 'act').find((one) => one.act === 'refundOrder');
    expect(line).toMatchObject({ ...preview, operator: 'owner', reason: 'they asked for it' });
    await sendRefunds(site.deps);
    await desk.reportRefunds(id);
    const { coins, owed } = preview.after;
    expect([
      await balanceOf(site, player.accountId),
      -(await balanceOf(site, player.accountId, 'debt')),
    ]).toEqual([coins, owed]);
  });

  test('O8 counts what is opened and unopened, Premium, and what the game has', async () => {
    const thing = await desk.paid({ product_type: 'Services', goods_id: GOOD.service });
    const waiting = (await desk.act(refundOrder, thing.id, {}, { preview: true })).json();
    expect(waiting.before).toMatchObject({ deliveries: 1 });
    expect(waiting.after).toMatchObject({ deliveries: 0, deliveriesCalledOff: 1, deliveriesRevoked: 0 });
    await site.pool.query(
      `UPDATE deliveries SET state = 'done', done_at = now(), ready_at = null WHERE account_id = $1 AND kind = 'give'`,
      [thing.player.accountId],
    );
    const given = (await desk.act(refundOrder, thing.id, {}, { preview: true })).json();
    expect(given.after).toMatchObject({ deliveriesCalledOff: 0, deliveriesRevoked: 1, deliveriesKept: 0 });
    const part = (await desk.act(refundOrder, thing.id, { cents: 100 }, { preview: true })).json();
    expect(part.after).toMatchObject({ state: 'granted', deliveriesRevoked: 0, deliveriesKept: 1 });
  });

  test('O8 counts pieces and days of Premium that are taken, and what of them was used', async () => {
    const cases = await desk.paid({ product_type: 'casesItem', goods_id: GOOD.fiveCases });
    for (const _ of [1, 2]) expect((await open(site, cases.player, { case_id: 1 })).statusCode).toBe(200);
    const opened = (await desk.act(refundOrder, cases.id, {}, { preview: true })).json();
    expect(opened.before).toMatchObject({ pieces: 3 });
    // two of five pieces of a pack for 900 cents
    expect(opened.after).toMatchObject({ pieces: 0, piecesTaken: 3, piecesOpened: 2, coinsOwed: 36 });
    const premium = await desk.paid({ product_type: 'Premium', goods_id: GOOD.premium });
    const days = (await desk.act(refundOrder, premium.id, {}, { preview: true })).json();
    expect(days.before).toMatchObject({ premiumDays: 30 });
    expect(days.after).toMatchObject({ premiumDays: 0, premiumDaysTaken: 30 });
  });

  test('O8 of the last part counts the parts that are under way', async () => {
    const { id } = await desk.paid();
    await desk.act(refundOrder, id, { cents: 4000 });
    const { after } = (await desk.act(refundOrder, id, { cents: 1000 }, { preview: true })).json();
    expect(after).toMatchObject({ state: 'refunded', coinsTaken: 550, askedCents: 1000 });
  });
});
