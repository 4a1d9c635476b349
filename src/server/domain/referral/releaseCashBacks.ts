import { and, eq, gt, lte, sql, sum } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { findBlock } from '#/server/domain/accounts/access/blocks.ts';
import { cashBackCause, shareLeft } from './cashBack.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { cashBacks } from '#/server/platform/db/tables/referral.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { balanceDebt, lockBalances } from '#/server/domain/ledger/debt.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { transfer } from '#/server/domain/ledger/ledger.ts';
import { forEachInviter } from './forEachInviter.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Most OC released to one inviter in 24 hours; the rest waits. A single share may exceed it. */
const DAILY_MAX = 5000;

/**
 * Releases the cash-backs that have waited long enough for a refund of their orders (RF3), from the hold to the wallet.
 * After a partial refund the same part of the share is forfeited.
 */
export async function releaseCashBacks(deps: Deps): Promise<void> {
  const due = sql`SELECT DISTINCT inviter_id AS id FROM cash_backs WHERE state = 'held' AND release_at <= ${deps.now()}`;
  await forEachInviter(deps, due, (tx, inviterId) => releaseDue(tx, deps, inviterId));
}

async function releaseDue(tx: NodePgDatabase, deps: Deps, inviterId: number): Promise<void> {
  const inviter = await lockAccount(tx, eq(accounts.id, inviterId));
  // shares of closed accounts stay on hold, and shares of accounts whose rewards are blocked
  if (inviter?.status !== 'active' || (await findBlock(tx, deps, inviterId, 'refer'))) return;
  const now = deps.now();
  const byInviter = eq(cashBacks.inviterId, inviterId);
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const [today] = await tx
    .select({ released: sum(cashBacks.amount).mapWith(Number) })
    .from(cashBacks)
    .where(and(byInviter, eq(cashBacks.state, 'released'), gt(cashBacks.settledAt, dayAgo)));
  let released = today?.released ?? 0;
  const due = await tx
    .select({
      orderId: cashBacks.orderId,
      amount: cashBacks.amount,
      totalCents: orders.totalCents,
      missingCents: orders.missingCents,
      refundedCents: orders.refundedCents,
    })
    .from(cashBacks)
    .innerJoin(orders, eq(orders.id, cashBacks.orderId))
    .where(and(byInviter, eq(cashBacks.state, 'held'), lte(cashBacks.releaseAt, now)))
    .orderBy(cashBacks.releaseAt, cashBacks.orderId)
    .for('update', { of: cashBacks });
  // locks the house account only if a part is forfeited, because many transactions need it
  const isForfeited = due.some(({ amount, ...order }) => shareLeft(amount, order) < amount);
  await lockBalances(tx, inviterId, isForfeited ? ['bonus'] : []);
  for (const { orderId, amount, ...order } of due) {
    const left = shareLeft(amount, order);
    if (released > 0 && released + left > DAILY_MAX) break;
    await settle(tx, { inviterId, orderId, amount, left, now });
    released += left;
  }
  await balanceDebt(tx, inviterId);
}

interface Settlement {
  inviterId: number;
  orderId: number;
  amount: number;
  /** The released part of the share. */
  left: number;
  now: Date;
}

async function settle(
  tx: NodePgDatabase,
  { inviterId, orderId, amount, left, now }: Settlement,
): Promise<void> {
  const from = { kind: 'hold', ownerId: inviterId } as const;
  const to = { kind: 'wallet', ownerId: inviterId } as const;
  const cause = await cashBackCause(tx, orderId, 0);
  if (left < amount)
    await transfer(tx, {
      from,
      to: { kind: 'bonus' },
      amount: amount - left,
      reason: 'cashBackForfeited',
      ...cause,
    });
  if (left > 0) await transfer(tx, { from, to, amount: left, reason: 'cashBackReleased', ...cause });
  await tx
    .update(cashBacks)
    .set({ settledAt: now, ...(left > 0 ? { state: 'released', amount: left } : { state: 'reversed' }) })
    .where(eq(cashBacks.orderId, orderId));
}
