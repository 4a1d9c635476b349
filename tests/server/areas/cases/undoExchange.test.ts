import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { UndoExchangeReply } from '#/contract/cases.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { debitOrOwe } from '#/server/domain/ledger/debt.ts';
import { transfer } from '#/server/domain/ledger/ledger.ts';
import { giveCoupons, postAs, refusal } from '../../../support/players/cabinet.ts';
import { countByStatus, createPlayer, type Player } from '../../../support/app/factories.ts';
import { balanceOf } from '../../../support/players/shopping.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let app: TestApp;
let sibling: TestApp;
let player: Player;

beforeAll(async () => {
  app = await createTestApp();
  sibling = await createSibling(app);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(async () => {
  await sibling.close();
  await app.close();
});

const URL = '/api/v1/coupons/convert';
const UNDO = '/api/v1/coupons/undo-convert';
const convert = (ids: number[], key?: string) => postAs(app, player, URL, { ids }, key);
const undo = (ids: number[], key?: string, by = player) => postAs(app, by, UNDO, { ids }, key);
const statesOf = async (ids: number[]) =>
  (
    await app.pool.query<{ state: string }>('SELECT state FROM coupons WHERE id = ANY($1) ORDER BY id', [ids])
  ).rows.map(({ state }) => state);
const wallet = () => balanceOf(app, player.accountId);
/** Prizes that have just been exchanged, and what a new player has then. */
async function exchanged(count = 1, price = 40): Promise<number[]> {
  player = await createPlayer(app.deps);
  const ids = await giveCoupons(app, player, count, { price });
  await convert(ids);
  return ids;
}
let spendings = 0;
const spend = (amount: number) =>
  withTx(app.pool, (tx) =>
    transfer(tx, {
      from: { kind: 'wallet', ownerId: player.accountId },
      to: { kind: 'shop' },
      amount,
      reason: 'test',
      refType: 'test',
      refId: String((spendings += 1)),
    }),
  );

describe('C5 ST6 an exchange is undone', () => {
  test('the coins go back and the prize is owned again', async () => {
    const ids = await exchanged();
    const reply = await undo(ids);
    expect(reply.json()).toEqual({ undone: ids, returned: 40, premiumCoins: 0 });
    expect([await statesOf(ids), await wallet()]).toEqual([['owned'], 0]);
  });

  test('many at once, one transfer each', async () => {
    const ids = await exchanged(100, 3);
    expect((await undo(ids)).json()).toMatchObject({ returned: 300, premiumCoins: 0 });
    const { rows } = await app.pool.query(
      `SELECT count(*)::int FROM ledger_transfers WHERE reason = 'couponUndone' AND ref_id = ANY($1)`,
      [ids.map(String)],
    );
    expect(rows).toEqual([{ count: 100 }]);
  });

  test('again, it stays so and takes nothing', async () => {
    const ids = await exchanged();
    await undo(ids);
    await withTx(app.pool, (tx) =>
      transfer(tx, {
        from: { kind: 'bonus' },
        to: { kind: 'wallet', ownerId: player.accountId },
        amount: 500,
        reason: 'test',
        refType: 'test',
        refId: String((spendings += 1)),
      }),
    );
    expect((await undo(ids)).json()).toEqual({ undone: ids, returned: 0, premiumCoins: 500 });
  });

  test('and exchanged once more, it pays once more, and can be undone once more', async () => {
    const ids = await exchanged();
    for (let round = 0; round < 3; round += 1) {
      expect((await undo(ids)).json()).toMatchObject({ returned: 40, premiumCoins: 0 });
      expect((await convert(ids)).json()).toMatchObject({ paid: 40, premiumCoins: 40 });
    }
    expect([await statesOf(ids), await wallet()]).toEqual([['converted'], 40]);
  });

  test('one that is worth nothing in coins moves none', async () => {
    const ids = await exchanged(1, 0);
    expect((await undo(ids)).json()).toEqual({ undone: ids, returned: 0, premiumCoins: 0 });
    expect(await statesOf(ids)).toEqual(['owned']);
  });

  test('with the same key it answers the same, with another request it is refused', async () => {
    const ids = await exchanged(2);
    const first = await undo(ids, 'undo-of-two');
    expect((await undo(ids, 'undo-of-two')).json()).toEqual(first.json());
    expect(refusal(await undo(ids.slice(1), 'undo-of-two'))).toEqual([409, 'idempotencyKeyReused']);
  });

  test('coins from elsewhere will do', async () => {
    const ids = await exchanged(2, 50);
    await spend(60);
    expect((await undo(ids.slice(1))).statusCode).toBe(409);
    expect([await statesOf(ids), await wallet()]).toEqual([['converted', 'converted'], 40]);
  });
});

describe('is refused and changes nothing', () => {
  test('after ten seconds by the clock of the database', async () => {
    const ids = await exchanged(2);
    await app.pool.query(`UPDATE coupons SET converted_at = converted_at - interval '10 s' WHERE id = $1`, [
      ids[1],
    ]);
    expect(refusal(await undo(ids))).toEqual([409, 'undoTooLate']);
    expect([await statesOf(ids), await wallet()]).toEqual([['converted', 'converted'], 80]);
    expect((await undo([ids[0]!])).json()).toMatchObject({ returned: 40 });
  });

  test('an exchange of an earlier version, which has no time', async () => {
    const ids = await exchanged();
    await app.pool.query('UPDATE coupons SET converted_at = NULL WHERE id = $1', [ids[0]]);
    expect(refusal(await undo(ids))).toEqual([409, 'undoTooLate']);
  });

  test('coins that were spent meanwhile', async () => {
    const ids = await exchanged(3);
    await spend(1);
    expect(refusal(await undo(ids))).toEqual([409, 'undoCoinsSpent']);
    expect([await statesOf(ids), await wallet()]).toEqual([['converted', 'converted', 'converted'], 119]);
  });

  test('coins that a charge-back has taken meanwhile', async () => {
    const ids = await exchanged();
    await withTx(app.pool, (tx) =>
      debitOrOwe(tx, 100, {
        accountId: player.accountId,
        house: 'reversal',
        refType: 'test',
        refId: String((spendings += 1)),
        reasons: { coins: 'testTaken', debt: 'testOwed' },
      }),
    );
    expect(refusal(await undo(ids))).toEqual([409, 'undoCoinsSpent']);
    expect([await wallet(), await balanceOf(app, player.accountId, 'debt')]).toEqual([0, -60]);
  });

  test('a coupon of somebody else, like one that nobody has', async () => {
    const ids = await exchanged();
    const stranger = await createPlayer(app.deps);
    expect(refusal(await undo(ids, undefined, stranger))).toEqual([404, 'couponNotFound']);
    expect(refusal(await undo([999_999_999]))).toEqual([404, 'couponNotFound']);
    expect(await statesOf(ids)).toEqual(['converted']);
  });

  test('a prize that is on its way to the game', async () => {
    const ids = await exchanged();
    await undo(ids);
    await app.pool.query(`UPDATE coupons SET state = 'delivered' WHERE id = $1`, [ids[0]]);
    expect(refusal(await undo(ids))).toEqual([409, 'couponSpent']);
    await app.pool.query(`UPDATE coupons SET state = 'owned' WHERE id = $1`, [ids[0]]);
  });
});

describe('N3 races', () => {
  test('200 parallel undos of one exchange, over two servers: the coins go back once', async () => {
    const ids = await exchanged();
    await withTx(app.pool, (tx) =>
      transfer(tx, {
        from: { kind: 'bonus' },
        to: { kind: 'wallet', ownerId: player.accountId },
        amount: 10_000,
        reason: 'test',
        refType: 'test',
        refId: String((spendings += 1)),
      }),
    );
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, at) => (at % 2 ? app : sibling).post(UNDO, { ids }, player.headers)),
    );
    expect(countByStatus(replies)).toEqual({ 200: 200 });
    expect(replies.reduce((sum, reply) => sum + reply.json<UndoExchangeReply>().returned, 0)).toBe(40);
    expect(await wallet()).toBe(10_000);
  });

  test('200 exchanges, undos and purchases at once: nothing is made and nothing lost', async () => {
    const ids = await exchanged(10, 5);
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, at) => {
        const server = at % 2 ? app : sibling;
        if (at % 20 === 0)
          return spend(1).then(
            () => null,
            () => null,
          );
        const path = at % 3 ? URL : UNDO;
        return server.post(path, { ids: ids.slice(at % 10) }, player.headers);
      }),
    );
    for (const reply of replies) expect([200, 409, undefined]).toContain(reply?.statusCode);
    const owned = (await statesOf(ids)).filter((state) => state === 'converted').length;
    const { rows } = await app.pool.query<{ spent: string }>(
      `SELECT coalesce(sum(amount), 0) AS spent FROM ledger_transfers t JOIN ledger_accounts a ON a.id = t.from_id
       WHERE a.owner_id = $1 AND t.reason = 'test'`,
      [player.accountId],
    );
    expect(await wallet()).toBe(owned * 5 - Number(rows[0]?.spent));
  });
});
