import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { debitOrOwe, restoreDebit } from '#/server/domain/ledger/debt.ts';
import { releaseCashBacks } from '#/server/domain/referral/releaseCashBacks.ts';
import { transfer, transferEach } from '#/server/domain/ledger/ledger.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { invite, verify } from '../../../support/players/referrals.ts';
import {
  applyPaymentEvent,
  balanceOf,
  giveCoins,
  pendingOrder,
  useFakeProvider,
} from '../../../support/players/shopping.ts';
import { createSibling, createTestApp, type TestApp } from '../../../support/app/testApp.ts';

const DAY_MS = 24 * 60 * 60_000;
let app: TestApp;
let sibling: TestApp;
let player: Player;

beforeAll(async () => {
  app = await createTestApp();
  sibling = await createSibling(app);
  useFakeProvider(app);
});
beforeEach(async () => {
  player = await createPlayer(app.deps);
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(async () => {
  await sibling.close();
  await app.close();
});

const REASONS = { coins: 'testCoins', debt: 'testDebt' };
const BACK = { coins: 'testCoinsBack', debt: 'testDebtBack' };
const causeOf = (refId: string) => ({
  accountId: player.accountId,
  house: 'reversal' as const,
  refType: 'test',
  refId: `${player.accountId}-${refId}`,
});
const debit = (amount: number, refId: string) =>
  withTx(app.pool, (tx) => debitOrOwe(tx, amount, { ...causeOf(refId), reasons: REASONS }));
const restore = (taken: { coins: number; debt: number }, refId: string) =>
  withTx(app.pool, (tx) => restoreDebit(tx, taken, { ...causeOf(refId), reasons: BACK }));
const spend = (amount: number) =>
  withTx(app.pool, (tx) =>
    transfer(tx, {
      from: { kind: 'wallet', ownerId: player.accountId },
      to: { kind: 'shop' },
      amount,
      reason: 'spent',
      refType: 'test',
      refId: `${player.accountId}`,
    }),
  );
/** Wallet, debt, and whether the account is marked as a debtor. */
const standing = async (): Promise<[number, number, boolean]> => {
  const { rows } = await app.pool.query<{ is_in_debt: boolean }>(
    'SELECT is_in_debt FROM accounts WHERE id = $1',
    [player.accountId],
  );
  const { accountId } = player;
  return [await balanceOf(app, accountId), await balanceOf(app, accountId, 'debt'), rows[0]!.is_in_debt];
};

describe('SE10 a debit', () => {
  test.each([
    [100, 60, { coins: 60, debt: 0 }, [40, 0, false]],
    [60, 60, { coins: 60, debt: 0 }, [0, 0, false]],
    [25, 60, { coins: 25, debt: 35 }, [0, -35, true]],
    [0, 60, { coins: 0, debt: 60 }, [0, -60, true]],
    [25, 0, { coins: 0, debt: 0 }, [25, 0, false]],
  ])(
    'of a wallet of %d OC over %d takes what is there, and owes the rest',
    async (has, amount, taken, after) => {
      if (has > 0) await giveCoins(app, player.accountId, has);
      expect(await debit(amount, 'a')).toEqual(taken);
      expect(await standing()).toEqual(after);
      await restore(taken, 'a');
      expect(await standing()).toEqual([has, 0, false]);
    },
  );

  test('is restored to the wallet as far as its debt was repaid meanwhile', async () => {
    await giveCoins(app, player.accountId, 25);
    const taken = await debit(60, 'a');
    await withTx(app.pool, (tx) =>
      restoreDebit(tx, { coins: 20, debt: 0 }, { ...causeOf('b'), reasons: BACK }),
    );
    expect(await standing()).toEqual([0, -15, true]);
    await restore(taken, 'a');
    expect(await standing()).toEqual([45, 0, false]);
  });

  test('is refused the second time, and nothing of it stays', async () => {
    await giveCoins(app, player.accountId, 100);
    await debit(30, 'a');
    await expect(debit(30, 'a')).rejects.toMatchObject({ name: 'TransferRefused', outcome: 'repeated' });
    expect(await standing()).toEqual([70, 0, false]);
    await restore({ coins: 30, debt: 0 }, 'a');
    await expect(restore({ coins: 30, debt: 0 }, 'a')).rejects.toMatchObject({ outcome: 'repeated' });
    expect(await standing()).toEqual([100, 0, false]);
  });

  test('of 200 by two servers, 40 at once, owes exactly what was not there', async () => {
    await giveCoins(app, player.accountId, 150);
    for (let from = 0; from < 200; from += 40)
      await Promise.all(
        Array.from({ length: 40 }, (_, at) =>
          withTx((at % 2 ? app : sibling).pool, (tx) =>
            debitOrOwe(tx, 3, { ...causeOf(`race-${from + at}`), reasons: REASONS }),
          ),
        ),
      );
    expect(await standing()).toEqual([0, -450, true]);
  });
});

describe('SE10 a transfer that nobody expects to be refused', () => {
  test('throws when the payer has too little or its cause came before', async () => {
    await giveCoins(app, player.accountId, 10);
    await expect(spend(11)).rejects.toMatchObject({ outcome: 'notEnough' });
    expect(await spend(4)).toBe(6);
    await expect(spend(4)).rejects.toMatchObject({ outcome: 'repeated' });
    expect(await standing()).toEqual([6, 0, false]);
  });

  test('throws for many causes when one of them came before', async () => {
    const pay = (refIds: string[]) =>
      withTx(app.pool, (tx) =>
        transferEach(tx, {
          from: { kind: 'prizes' },
          to: { kind: 'wallet', ownerId: player.accountId },
          reason: 'several',
          refType: 'test',
          moves: refIds.map((refId) => ({ refId: `${player.accountId}-${refId}`, amount: 5 })),
        }),
      );
    await pay(['a', 'b']);
    await expect(pay(['c', 'b'])).rejects.toMatchObject({ outcome: 'repeated' });
    expect(await standing()).toEqual([10, 0, false]);
  });
});

describe('SE10 a debtor whose cash-back is released again', () => {
  let order: string;
  let payer: Player;
  /** OC of the cash-back of one order. */
  const SHARE = 25;

  beforeEach(async () => {
    await verify(app, player);
    payer = await invite(app, player);
    await verify(app, payer);
    order = await pendingOrder(app, payer);
    await applyPaymentEvent(app, order, 'paid');
  });
  const pass = (days: number) => {
    app.advanceMs(days * DAY_MS);
    sibling.advanceMs(days * DAY_MS);
  };
  const owe = (amount: number, refId: string) => debit(amount, `owed-${refId}`);

  /** Takes the released cash-back back and holds it anew: its order is charged back, and the dispute is won. */
  async function disputeAndWin(): Promise<void> {
    await applyPaymentEvent(app, order, 'chargedBack');
    await applyPaymentEvent(app, order, 'disputeWon', { causeRef: `chargedBack-${order}` });
  }

  test('stays a debtor as long as the ledger says so', async () => {
    await owe(100, 'first');
    pass(14);
    await releaseCashBacks(app.deps);
    expect(await standing()).toEqual([0, -(100 - SHARE), true]);
    await disputeAndWin();
    expect(await standing()).toEqual([0, -100, true]);
    pass(14);
    await releaseCashBacks(app.deps);
    expect(await standing()).toEqual([0, -(100 - SHARE), true]);
    // no cash-back is due any more
    await releaseCashBacks(app.deps);
    await releaseCashBacks(sibling.deps);
    expect(await standing()).toEqual([0, -(100 - SHARE), true]);
  });

  test('pays the debt once, by 20 runs of two servers at once', async () => {
    await owe(10, 'first');
    pass(14);
    await releaseCashBacks(app.deps);
    expect(await standing()).toEqual([SHARE - 10, 0, false]);
    await disputeAndWin();
    pass(14);
    expect(await standing()).toEqual([0, -10, true]);
    await Promise.all(Array.from({ length: 20 }, (_, at) => releaseCashBacks((at % 2 ? app : sibling).deps)));
    expect(await standing()).toEqual([SHARE - 10, 0, false]);
  });

  test('keeps everything of a run that was cut short, and nothing of it', async () => {
    await owe(100, 'first');
    pass(14);
    // the first transaction dies at its commit
    await app.pool.query(`
      CREATE FUNCTION cut_short() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'cut short'; END $$;
      CREATE CONSTRAINT TRIGGER cut_short AFTER UPDATE ON cash_backs DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION cut_short()`);
    await expect(releaseCashBacks(app.deps)).rejects.toThrow('left out');
    await app.pool.query('DROP FUNCTION cut_short CASCADE');
    expect(await standing()).toEqual([0, -100, true]);
    await releaseCashBacks(app.deps);
    expect(await standing()).toEqual([0, -(100 - SHARE), true]);
  });
});
