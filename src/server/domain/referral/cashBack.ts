import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { CENTS_PER_COIN } from '#/contract/kernel/limits.ts';
import { CASH_BACK_HOLD_DAYS, REFERRAL_SHARE_BASIS_POINTS } from '#/contract/referral.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { whereBlocked } from '#/server/domain/accounts/access/blocks.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { cashBacks } from '#/server/platform/db/tables/referral.ts';
import { ledgerAccounts } from '#/server/platform/db/tables/ledger.ts';
import type { orders } from '#/server/platform/db/tables/orders.ts';
import { balanceDebt, debitOrOwe, lockBalances } from '#/server/domain/ledger/debt.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { transfer } from '#/server/domain/ledger/ledger.ts';
import { cameOfOrder, keptOfOrder, type OrderMoney } from './keptMoney.ts';
import { countActive, highestRankFrom, rankOf, readRanks, referralReason } from './referral.ts';

type Clock = Pick<Deps, 'now'>;
type Order = Pick<
  typeof orders.$inferSelect,
  'id' | 'accountId' | 'buyerId' | 'currency' | 'totalCents' | 'missingCents'
>;

const DAY_MS = 24 * 60 * 60_000;
const TAKEN_BACK = { coins: 'cashBackReversed', debt: 'cashBackDebt' };

/**
 * Holds the inviter's share of an order in euro: the percentage of their current rank, rounded down to whole coins.
 * Only referrals that count bring a share. Each order has at most one share at a time; after a won dispute it is held
 * anew. Requires that the order is granted and locked, and that its account is locked.
 */
export async function holdCashBack(tx: NodePgDatabase, deps: Clock, order: Order): Promise<void> {
  const inviterId = order.currency === 'EUR' ? await inviterOf(tx, deps, order) : undefined;
  if (inviterId === undefined) return;
  const ranks = await readRanks(tx);
  const rank = rankOf(ranks, await countActive(tx, deps, inviterId, highestRankFrom(ranks)));
  const basisPoints = Math.min(rank?.cashBackBasisPoints ?? 0, REFERRAL_SHARE_BASIS_POINTS);
  const amount = shareOf(order, basisPoints);
  if (amount === 0) return;
  const createdAt = deps.now();
  const releaseAt = new Date(createdAt.getTime() + CASH_BACK_HOLD_DAYS * DAY_MS);
  const values = { inviterId, basisPoints, amount, state: 'held', createdAt, releaseAt } as const;
  const [held] = await tx
    .insert(cashBacks)
    .values({ orderId: order.id, refereeId: order.accountId, ...values })
    .onConflictDoUpdate({
      target: cashBacks.orderId,
      set: { ...values, settledAt: null },
      setWhere: eq(cashBacks.state, 'reversed'),
    })
    .returning({ orderId: cashBacks.orderId });
  if (!held) return;
  await tx.insert(ledgerAccounts).values({ kind: 'hold', ownerId: inviterId }).onConflictDoNothing();
  await transfer(tx, {
    from: { kind: 'bonus' },
    to: { kind: 'hold', ownerId: inviterId },
    amount,
    reason: 'cashBack',
    ...(await cashBackCause(tx, order.id, 1)),
  });
}

/**
 * Finds the inviter for a share: confirmed, their rewards not blocked, not the payer of the order, and the player
 * counts as their referral.
 */
async function inviterOf(tx: NodePgDatabase, deps: Clock, order: Order): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT inviter.id FROM accounts player JOIN accounts inviter ON inviter.id = player.inviter_id
    WHERE player.id = ${order.accountId} AND inviter.status = 'active' AND inviter.is_verified
      AND NOT ${whereBlocked('refer', sql`inviter.id`, deps.now())}
      AND inviter.id IS DISTINCT FROM ${order.buyerId}::bigint AND ${referralReason(deps)} = 'active'`);
  return rows[0] && Number(rows[0].id);
}

/**
 * Returns the id of an order's cash-back in the ledger: the order's id, followed by a number each time it is held
 * anew.
 * @param coming 1 for a share that is not written yet, 0 for the last one
 */
export async function cashBackCause(
  tx: NodePgDatabase,
  orderId: number,
  coming: 0 | 1,
): Promise<{ refType: string; refId: string }> {
  // each cause is looked up by itself: a range of texts would depend on the collation of the database
  const isThere = (refId: SQL) => sql`EXISTS (SELECT FROM ledger_transfers
    WHERE reason = 'cashBack' AND ref_type = 'cashBack' AND ref_id = ${refId})`;
  const { rows } = await tx.execute<{ times: number }>(sql`
    WITH RECURSIVE held (times) AS (
      SELECT 1 WHERE ${isThere(sql`${String(orderId)}`)}
      UNION ALL SELECT times + 1 FROM held WHERE ${isThere(sql`${`${orderId}:`} || (times + 1)`)})
    SELECT count(*)::int AS times FROM held`);
  const time = (rows[0]?.times ?? 0) + coming;
  return { refType: 'cashBack', refId: time > 1 ? `${orderId}:${time}` : String(orderId) };
}

/**
 * Adjusts the share of an order to the money that came and did not go back. After a partial refund a part of a released
 * share is debited. If that refund fails, the part is restored, or the share is held anew if it was fully debited. A
 * held share is reduced on its release. If the rest of an accepted payment comes, its share is added. Requires that the
 * order is granted and locked, and that its account is locked.
 * @param earlier the order's money before
 */
export async function adjustCashBack(
  tx: NodePgDatabase,
  deps: Clock,
  order: Order & OrderMoney,
  earlier: OrderMoney,
): Promise<void> {
  const found = await lockCashBack(tx, order.id);
  const restCame = order.missingCents < earlier.missingCents;
  // what came first was too little for a share
  if (!found) return restCame ? holdCashBack(tx, deps, order) : undefined;
  const { inviterId, amount, state } = found;
  const whole = shareOf(order, found.basisPoints);
  const left = shareLeft(whole, order);
  const cameAgain = keptOfOrder(order) > keptOfOrder(earlier) && left > 0;
  if (state === 'reversed') return cameAgain ? holdCashBack(tx, deps, order) : undefined;
  if (state === 'held') return restCame ? addShare(tx, found, whole - amount) : undefined;
  if (left === 0) return reverseCashBack(tx, deps, order.id);
  if (left > amount) await addShare(tx, found, left - amount);
  else if (left < amount) {
    const { refType, refId } = await cashBackCause(tx, order.id, 0);
    // a restored part gets a new cause, because the same sum may be refunded again
    const time = refId.split(':')[1] ?? 1;
    const cause = { refType, refId: `${order.id}:${time}:${order.refundedCents}` };
    await takeReleased(tx, inviterId, amount - left, cause);
    await tx.update(cashBacks).set({ amount: left }).where(eq(cashBacks.orderId, order.id));
  }
}

/** Adds coins to a share: to the hold, and on to the wallet if the share was released. */
async function addShare(
  tx: NodePgDatabase,
  { orderId, inviterId: ownerId, amount, state }: typeof cashBacks.$inferSelect,
  more: number,
): Promise<void> {
  if (more === 0) return;
  const cause = await cashBackCause(tx, orderId, 1);
  const hold = { kind: 'hold', ownerId } as const;
  await lockBalances(tx, ownerId, ['bonus']);
  await transfer(tx, { from: { kind: 'bonus' }, to: hold, amount: more, reason: 'cashBack', ...cause });
  if (state === 'released') {
    const to = { kind: 'wallet', ownerId } as const;
    await transfer(tx, { from: hold, to, amount: more, reason: 'cashBackReleased', ...cause });
    await balanceDebt(tx, ownerId);
  }
  await tx
    .update(cashBacks)
    .set({ amount: amount + more })
    .where(eq(cashBacks.orderId, orderId));
}

/** The share of the money that came, in whole coins. */
const shareOf = (order: Order, basisPoints: number): number =>
  Math.floor((cameOfOrder(order) * basisPoints) / (10_000 * CENTS_PER_COIN));

/** The rest of a share after a partial refund, in whole coins. */
export const shareLeft = (share: number, order: OrderMoney): number =>
  Math.floor((share * keptOfOrder(order)) / cameOfOrder(order));

/** Locks the cash-back of an order and its inviter. */
async function lockCashBack(tx: NodePgDatabase, orderId: number) {
  const where = eq(cashBacks.orderId, orderId);
  const [found] = await tx.select({ inviterId: cashBacks.inviterId }).from(cashBacks).where(where);
  if (!found) return undefined;
  // the job that releases cash-back locks the inviter too
  await lockAccount(tx, eq(accounts.id, found.inviterId));
  const [locked] = await tx.select().from(cashBacks).where(where).for('update');
  return locked;
}

/**
 * Revokes the share of an order, because its payment was refunded completely. A held share is taken from the hold, a
 * released one from the inviter's wallet; if the wallet has too few coins, the rest becomes debt. Requires that the
 * order and its account are locked.
 */
export async function reverseCashBack(tx: NodePgDatabase, deps: Clock, orderId: number): Promise<void> {
  const found = await lockCashBack(tx, orderId);
  if (!found || found.state === 'reversed') return;
  const { amount, state, inviterId } = found;
  const cause = await cashBackCause(tx, orderId, 0);
  if (state === 'held') {
    const from = { kind: 'hold', ownerId: inviterId } as const;
    await transfer(tx, { from, to: { kind: 'bonus' }, amount, reason: 'cashBackReversed', ...cause });
  } else await takeReleased(tx, inviterId, amount, cause);
  await tx
    .update(cashBacks)
    .set({ state: 'reversed', settledAt: deps.now() })
    .where(and(eq(cashBacks.orderId, orderId), eq(cashBacks.state, state)));
}

/** Debits a released share from the inviter's wallet; spent coins become debt. */
const takeReleased = (
  tx: NodePgDatabase,
  accountId: number,
  amount: number,
  cause: { refType: string; refId: string },
) => debitOrOwe(tx, amount, { accountId, house: 'bonus', reasons: TAKEN_BACK, ...cause });
