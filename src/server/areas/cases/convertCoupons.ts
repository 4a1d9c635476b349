import { and, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ConvertReply } from '#/contract/cases.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { coupons } from '#/server/platform/db/tables/prizes.ts';
import { balanceDebt, lockBalances } from '#/server/domain/ledger/debt.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { effectOnce } from '#/server/platform/kernel/idempotency.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { transferEach } from '#/server/domain/ledger/ledger.ts';

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
  const account = await lockAccount(tx, eq(accounts.id, accountId));
  if (account?.status !== 'active') fail('sessionRequired');
  const found = await tx
    .select({
      id: coupons.id,
      state: coupons.state,
      isSwapAvailable: coupons.isSwapAvailable,
      price: coupons.premiumCoinsPrice,
    })
    .from(coupons)
    .where(and(eq(coupons.accountId, accountId), inArray(coupons.id, ids)))
    .orderBy(coupons.id)
    .for('no key update');
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
  owned: readonly { id: number; price: number }[],
): Promise<void> {
  const where = inArray(
    coupons.id,
    owned.map(({ id }) => id),
  );
  const swapped = await tx
    .update(coupons)
    .set({ state: 'converted', revealedAt: sql`coalesce(${coupons.revealedAt}, ${now()})` })
    .where(and(where, eq(coupons.state, 'owned')));
  if (swapped.rowCount !== owned.length) throw new Error('a coupon was swapped without its lock');
  // a prize may be worth 0 OC, and the ledger refuses transfers of 0
  const moves = owned
    .filter(({ price }) => price > 0)
    .map(({ id, price }) => ({ refId: String(id), amount: price }));
  if (moves.length === 0) return;
  const cause = { reason: 'coupon', refType: 'coupon' };
  await lockBalances(tx, accountId, ['prizes']);
  await transferEach(tx, {
    from: { kind: 'prizes' },
    to: { kind: 'wallet', ownerId: accountId },
    ...cause,
    moves,
  });
  await balanceDebt(tx, accountId);
}
