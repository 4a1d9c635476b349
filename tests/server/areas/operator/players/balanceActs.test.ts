import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { GiftsReply } from '#/contract/operator/playerActs.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { createPlayer } from '../../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';
import { GOOD } from '../../../../support/catalogue/testShop.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator } from '../../../../support/desks/operators.ts';
import { PlayerDesk } from '../../../../support/desks/playerDesk.ts';
import { balanceOf, giveCoins, stockOf } from '../../../../support/players/shopping.ts';

let site: TestApp;
let desk: PlayerDesk;

beforeAll(async () => {
  site = await createTestApp();
  desk = new PlayerDesk(site);
});
beforeEach(() => desk.signIn());
afterEach(async () => expect(await brokenInvariants(site.pool)).toEqual({}));
afterAll(() => site.close());

const { grantPlayer, correctPlayer, forgiveDebt, takeOverDebt } = operatorCalls;
const player = async (coins = 0) => {
  const { accountId } = await createPlayer(site.deps);
  if (coins > 0) await giveCoins(site, accountId, coins);
  return accountId;
};
const owe = async (id: number, coins: number) => {
  expect((await desk.act(correctPlayer, id, { coins })).statusCode).toBe(200);
};
const balancesOf = async (id: number) => (await desk.show(id)).balances;
const gift = (what: string, count: number, more: object = {}) => ({ gift: { what, count, ...more } });

describe('O13 gifts', () => {
  test('O13 the preview of a gift shows its later effect, and a debt is paid first', async () => {
    const id = await player();
    await owe(id, 120);
    const body = gift('coins', 500);
    const preview = (await desk.act(grantPlayer, id, body, { preview: true })).json();
    expect(preview).toMatchObject({ before: { coins: 0, owed: 120 }, after: { coins: 380, owed: 0 } });
    expect(await balancesOf(id)).toMatchObject({ coins: 0, owed: 120 });
    expect((await desk.act(grantPlayer, id, body)).json()).toEqual({ coins: 380, owed: 0 });
    expect(await balancesOf(id)).toMatchObject({ coins: 380, owed: 0 });
    const entry = (await desk.history(id)).find(({ act }) => act === 'grantPlayer');
    expect(entry).toMatchObject({
      operator: 'owner',
      reason: 'they asked for it',
      before: preview.before,
      after: preview.after,
    });
  });

  test('O13 cases, Premium and goods are given, and unknown ones are refused at their field', async () => {
    const id = await player();
    expect((await desk.act(grantPlayer, id, gift('case', 3, { caseId: 2 }))).statusCode).toBe(200);
    expect(await stockOf(site, id, 2)).toBe(3);
    expect((await desk.act(grantPlayer, id, gift('premium', 30))).statusCode).toBe(200);
    const { premiumUntil } = await desk.show(id);
    expect(Date.parse(premiumUntil!) - site.deps.now().getTime()).toBeGreaterThan(29 * 86_400_000);
    const { rows } = await site.pool.query<{ id: string }>(
      `SELECT id FROM goods WHERE grants::text LIKE '%"game"%' ORDER BY id LIMIT 1`,
    );
    const goods = gift('goods', 2, { goodsId: Number(rows[0]!.id) });
    const preview = (await desk.act(grantPlayer, id, goods, { preview: true })).json();
    // each operator reads the name in their own language
    expect(Object.keys(preview.after.given)).toEqual(expect.arrayContaining(['ru', 'uk', 'en']));
    expect(preview.after.deliveries).toBeGreaterThan(preview.before.deliveries);
    expect((await desk.act(grantPlayer, id, goods)).statusCode).toBe(200);
    expect((await desk.show(id)).deliveries.open).toBe(preview.after.deliveries);
    for (const [body, field, code] of [
      [gift('case', 1, { caseId: 999_999 }), 'caseId', 'caseNotFound'],
      [gift('goods', 1, { goodsId: 999_999 }), 'goodsId', 'goodNotFound'],
    ] as const)
      expect((await desk.act(grantPlayer, id, body)).json().errors).toEqual({ [field]: code });
    expect(codeOf(await desk.act(grantPlayer, id, gift('coins', 1_000_001)))).toBe('badRequest');
  });

  test('O13 the choices of a gift are the cases, and what is sold on the player’s server', async () => {
    const { accountId: id } = await createPlayer(site.deps);
    const gifts = await desk.owner.browser.call(operatorCalls.playerGifts, { params: { id: String(id) } });
    const { cases, goods } = gifts.json<GiftsReply>();
    expect(cases.map((one) => one.id)).toEqual(expect.arrayContaining([1, 2]));
    const numbers = goods.map((one) => one.id);
    expect(numbers).toContain(GOOD.service);
    for (const other of [GOOD.offerOnFuji, GOOD.fiveCases]) expect(numbers).not.toContain(other);
    expect(goods[0]?.names).toHaveProperty('uk');
  });

  test('O9 O13 of 50 gifts at once each is given once, however often it is sent', async () => {
    const id = await player();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        desk.act(grantPlayer, id, gift('coins', 10), { key: `gift-of-${id}-${at % 50}` }),
      ),
    );
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(await balanceOf(site, id)).toBe(500);
  });

  test('O5 support gives 500 OC worth a day: coins, or cases by their price', async () => {
    const by = await createOperator(site, 'support');
    const id = await player();
    expect((await desk.act(grantPlayer, id, gift('coins', 400), { by })).statusCode).toBe(200);
    expect((await desk.act(grantPlayer, id, gift('case', 100, { caseId: 1 }), { by })).statusCode).toBe(202);
    expect((await desk.act(grantPlayer, id, gift('coins', 101), { by })).statusCode).toBe(202);
    expect((await desk.act(grantPlayer, id, gift('coins', 100), { by })).statusCode).toBe(200);
    expect(await balanceOf(site, id)).toBe(500);
  });

  test('O5 a gift that waits is given although the player plays meanwhile', async () => {
    const by = await createOperator(site, 'support');
    const id = await player(100);
    const { pending } = (await desk.act(grantPlayer, id, gift('coins', 900), { by })).json();
    await owe(id, 40);
    const approved = await desk.owner.browser.call(operatorCalls.approve, {
      params: { id: String(pending.id) },
      body: {},
    });
    expect(approved.statusCode).toBe(200);
    expect(await balanceOf(site, id)).toBe(960);
  });
});

describe('O13 corrections', () => {
  test('O13 coins are taken back, and what the wallet lacks is owed', async () => {
    const id = await player(300);
    const preview = (await desk.act(correctPlayer, id, { coins: 500 }, { preview: true })).json();
    expect(preview).toMatchObject({ before: { coins: 300, owed: 0 }, after: { coins: 0, owed: 200 } });
    expect((await desk.act(correctPlayer, id, { coins: 500 })).json()).toEqual({ coins: 0, owed: 200 });
    const { lines, balance } = await desk.ledger(id, 'debt');
    expect(lines).toMatchObject([{ amount: -200, reason: 'correctionDebt', other: 'reversal' }]);
    expect(balance).toBe(-200);
  });

  test('O13 a debt is forgiven in whole or part, and no more than is owed', async () => {
    const id = await player();
    await owe(id, 300);
    expect((await desk.act(forgiveDebt, id, { coins: 100 })).json()).toEqual({ coins: 0, owed: 200 });
    expect((await desk.act(forgiveDebt, id, { coins: 201 })).json().errors).toEqual({ coins: 'owesLess' });
    expect((await desk.act(forgiveDebt, id, { coins: 200 })).json()).toEqual({ coins: 0, owed: 0 });
  });

  test('O13 of 50 corrections and gifts at once none is lost', async () => {
    const id = await player(100);
    await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        at % 2 === 0
          ? desk.act(correctPlayer, id, { coins: 30 })
          : desk.act(grantPlayer, id, gift('coins', 20)),
      ),
    );
    const { coins, owed } = await balancesOf(id);
    expect(coins - owed).toBe(100 - 25 * 30 + 25 * 20);
    expect(Math.min(coins, owed)).toBe(0);
  });

  test('O13 another account takes a debt over; both histories say so', async () => {
    const debtor = await player();
    const payer = await player(50);
    await owe(debtor, 80);
    const preview = (await desk.act(takeOverDebt, debtor, { payer }, { preview: true })).json();
    expect(preview).toMatchObject({
      before: { owed: 80 },
      after: { owed: 0, coinsPayerBefore: 50, coinsPayer: 0, owedPayer: 30 },
    });
    expect((await desk.act(takeOverDebt, debtor, { payer })).json()).toEqual({ coins: 0, owed: 0 });
    expect(await balancesOf(payer)).toMatchObject({ coins: 0, owed: 30 });
    expect((await desk.history(payer)).map(({ act }) => act)).toContain('debtTakenOver');
    expect((await desk.history(debtor)).map(({ act }) => act)).toContain('takeOverDebt');
    expect(codeOf(await desk.act(takeOverDebt, debtor, { payer }))).toBe('owesLess');
    for (const nobody of [debtor, 999_999])
      expect((await desk.act(takeOverDebt, debtor, { payer: nobody })).json().errors).toEqual({
        payer: 'accountNotFound',
      });
  });

  test('O13 debts that two accounts take over from each other at once end where they are owed', async () => {
    const [one, two] = [await player(), await player()];
    await Promise.all([owe(one, 10), owe(two, 20)]);
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        at % 2 === 0
          ? desk.act(takeOverDebt, one, { payer: two })
          : desk.act(takeOverDebt, two, { payer: one }),
      ),
    );
    const owed = [await balancesOf(one), await balancesOf(two)].map((balances) => balances.owed);
    expect(owed.toSorted((a, b) => a - b)).toEqual([0, 30]);
  });
});
