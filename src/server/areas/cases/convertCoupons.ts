import { and, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ConvertReply } from '#/contract/cases.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { coupons } from '#/server/platform/db/tables/prizes.ts';
import { siteNow } from '#/server/platform/db/tables/columns.ts';
import { balanceDebt, lockBalances } from '#/server/domain/ledger/debt.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { effectOnce } from '#/server/platform/kernel/idempotency.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { transferEach } from '#/server/domain/ledger/ledger.ts';

/** What the ledger knows of an exchange; undoing it moves the coins back under another reason. */
export const EXCHANGE_CAUSE = { reason: 'coupon', refType: 'coupon' } as const;

/**
 * Name of a coupon's present or next exchange in the ledger: its id, and after an exchange that was undone the number
 * of the exchange too.
 */
export const exchangeRef = ({ id, undone }: { id: number; undone: number }) =>
  undone === 0 ? String(id) : `${id}:${undone + 1}`;

interface Converting {
  accountId: number;
  ids: number[];
  idempotencyKey?: string | undefined;
}

/**
 * Converts coupons to coins at the price stored on them, all or none (C5, ST3, ST4). A coupon that was converted
 * before pays nothing. A prize that the player has not seen yet counts as revealed. The coins pay a debt first.
 * @throws AppError couponNotFound (also for coupons of others), couponNotSwappable, couponSpent, idempotencyKeyReused
 */
export function convertCoupons(deps: Deps, converting: Converting): Promise<ConvertReply> {
  const { accountId, idempotencyKey: key } = converting;
  const ids = [...new Set(converting.ids)];
  return effectOnce(deps, { accountId, key, request: ['convertCoupons', ids] }, (tx) =>
    convert(tx, deps, accountId, ids),
  );
}

async function convert(
  tx: NodePgDatabase,
  deps: Deps,
  accountId: number,
  ids: number[],
): Promise<ConvertReply> {
  const [account, found] = await Promise.all([
    lockAccount(tx, eq(accounts.id, accountId)),
    tx
      .select({
        id: coupons.id,
        state: coupons.state,
        isSwapAvailable: coupons.isSwapAvailable,
        price: coupons.premiumCoinsPrice,
        undone: coupons.undone,
      })
      .from(coupons)
      .where(and(eq(coupons.accountId, accountId), inArray(coupons.id, ids)))
      .orderBy(coupons.id)
      .for('no key update'),
  ]);
  if (account?.status !== 'active') fail('sessionRequired');
  if (found.length < ids.length) fail('couponNotFound');
  if (found.some(({ state }) => state === 'claimed' || state === 'delivered')) fail('couponSpent');
  const owned = found.filter(({ state }) => state === 'owned');
  if (owned.some(({ isSwapAvailable }) => !isSwapAvailable)) fail('couponNotSwappable');
  if (owned.length > 0) await swap(tx, deps, accountId, owned);
  const { wallet } = await lockBalances(tx, accountId, []);
  const paid = owned.reduce((sum, { price }) => sum + price, 0);
  return { converted: ids, paid, premiumCoins: wallet };
}

async function swap(
  tx: NodePgDatabase,
  { now }: Deps,
  accountId: number,
  owned: readonly { id: number; price: number; undone: number }[],
): Promise<void> {
  const where = inArray(
    coupons.id,
    owned.map(({ id }) => id),
  );
  const [swapped] = await Promise.all([
    tx
      .update(coupons)
      .set({
        state: 'converted',
        convertedAt: siteNow,
        revealedAt: sql`coalesce(${coupons.revealedAt}, ${now()})`,
      })
      .where(and(where, eq(coupons.state, 'owned'))),
    lockBalances(tx, accountId, ['prizes']),
  ]);
  if (swapped.rowCount !== owned.length) throw new Error('a coupon was swapped without its lock');
  // a prize may be worth 0 OC, and the ledger refuses transfers of 0
  const moves = owned
    .filter(({ price }) => price > 0)
    .map((coupon) => ({ refId: exchangeRef(coupon), amount: coupon.price }));
  if (moves.length === 0) return;
  await transferEach(tx, {
    from: { kind: 'prizes' },
    to: { kind: 'wallet', ownerId: accountId },
    ...EXCHANGE_CAUSE,
    moves,
  });
  await balanceDebt(tx, accountId);
}
