import { and, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { UndoExchangeReply } from '#/contract/cases.ts';
import { UNDO_EXCHANGE_MS } from '#/contract/kernel/limits.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { siteNow } from '#/server/platform/db/tables/columns.ts';
import { coupons } from '#/server/platform/db/tables/prizes.ts';
import { lockBalances } from '#/server/domain/ledger/debt.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { effectOnce } from '#/server/platform/kernel/idempotency.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { transferEach } from '#/server/domain/ledger/ledger.ts';
import { EXCHANGE_CAUSE, exchangeRef } from './convertCoupons.ts';

interface Undoing {
  accountId: number;
  ids: number[];
  idempotencyKey?: string | undefined;
}

/**
 * Undoes exchanges of the last `UNDO_EXCHANGE_MS`, all or none: the coins go back, and the prizes are owned again (C5, ST6).
 * The ledger keeps both ways. Requires that the wallet still has the coins: what was spent, or paid a debt, cannot go
 * back. A coupon whose exchange was undone before stays as it is.
 * @throws AppError couponNotFound (also for coupons of others), couponSpent, undoTooLate, undoCoinsSpent,
 *   idempotencyKeyReused
 */
export function undoExchange(deps: Deps, undoing: Undoing): Promise<UndoExchangeReply> {
  const { accountId, idempotencyKey: key } = undoing;
  const ids = [...new Set(undoing.ids)];
  return effectOnce(deps, { accountId, key, request: ['undoExchange', ids] }, (tx) =>
    undo(tx, accountId, ids),
  );
}

async function undo(tx: NodePgDatabase, accountId: number, ids: number[]): Promise<UndoExchangeReply> {
  const account = await lockAccount(tx, eq(accounts.id, accountId));
  if (account?.status !== 'active') fail('sessionRequired');
  const found = await tx
    .select({
      id: coupons.id,
      state: coupons.state,
      price: coupons.premiumCoinsPrice,
      undone: coupons.undone,
      isRecent: sql<boolean>`coalesce(${coupons.convertedAt} > ${siteNow} - ${UNDO_EXCHANGE_MS} * interval '1 ms', false)`,
    })
    .from(coupons)
    .where(and(eq(coupons.accountId, accountId), inArray(coupons.id, ids)))
    .orderBy(coupons.id)
    .for('no key update');
  if (found.length < ids.length) fail('couponNotFound');
  if (found.some(({ state }) => state === 'claimed' || state === 'delivered')) fail('couponSpent');
  const exchanged = found.filter(({ state }) => state === 'converted');
  if (exchanged.some(({ isRecent }) => !isRecent)) fail('undoTooLate');
  if (exchanged.length > 0) await takeBack(tx, accountId, exchanged);
  const { wallet } = await lockBalances(tx, accountId, []);
  const returned = exchanged.reduce((sum, { price }) => sum + price, 0);
  return { undone: ids, returned, premiumCoins: wallet };
}

async function takeBack(
  tx: NodePgDatabase,
  accountId: number,
  exchanged: readonly { id: number; price: number; undone: number }[],
): Promise<void> {
  const where = inArray(
    coupons.id,
    exchanged.map(({ id }) => id),
  );
  const owned = await tx
    .update(coupons)
    .set({ state: 'owned', convertedAt: null, undone: sql`${coupons.undone} + 1` })
    .where(and(where, eq(coupons.state, 'converted')));
  if (owned.rowCount !== exchanged.length) throw new Error('an exchange was undone without its lock');
  // a prize may be worth 0 OC, and the ledger refuses transfers of 0
  const moves = exchanged
    .filter(({ price }) => price > 0)
    .map((coupon) => ({ refId: exchangeRef(coupon), amount: coupon.price }));
  if (moves.length === 0) return;
  const { wallet } = await lockBalances(tx, accountId, ['prizes']);
  if (wallet < moves.reduce((sum, { amount }) => sum + amount, 0)) fail('undoCoinsSpent');
  await transferEach(tx, {
    from: { kind: 'wallet', ownerId: accountId },
    to: { kind: 'prizes' },
    ...EXCHANGE_CAUSE,
    reason: 'couponUndone',
    moves,
  });
}
