import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { CASH_BACK_HOLD_DAYS } from '#/contract/referral.ts';
import { lockAccount } from './accountLock.ts';
import { accounts, cashBacks, ledgerAccounts, type orders } from './db/schema.ts';
import { balanceDebt, lockBalances, openDebt } from './debt.ts';
import type { Deps } from './deps.ts';
import { transfer } from './ledger.ts';
import { countActive, rankOf, readRanks, referralReason } from './referral.ts';

type Clock = Pick<Deps, 'now'>;
type Order = Pick<typeof orders.$inferSelect, 'id' | 'accountId' | 'buyerId' | 'currency' | 'totalCents'>;

const DAY_MS = 24 * 60 * 60_000;
const CENTS_PER_COIN = 10;

/**
 * Puts the inviter's share of an order in euro on hold: the percent of his rank at this moment, rounded down to whole
 * coins. Only a referral that counts brings one, and nothing brings one twice; after a dispute that was won it is held
 * anew. The order is granted and locked, its account as well.
 */
export async function holdCashBack(tx: NodePgDatabase, deps: Clock, order: Order): Promise<void> {
  const inviterId = order.currency === 'EUR' ? await inviterOf(tx, deps, order) : undefined;
  if (inviterId === undefined) return;
  const rank = rankOf(await readRanks(tx), await countActive(tx, deps, inviterId));
  const basisPoints = rank?.cashBackBasisPoints ?? 0;
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

/** Who gets a share: a confirmed inviter who did not pay for it himself, of a referral that counts. */
async function inviterOf(tx: NodePgDatabase, deps: Clock, order: Order): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT inviter.id FROM accounts player JOIN accounts inviter ON inviter.id = player.inviter_id
    WHERE player.id = ${order.accountId} AND inviter.status = 'active' AND inviter.is_verified
      AND inviter.id IS DISTINCT FROM ${order.buyerId}::bigint AND ${referralReason(deps)} = 'active'`);
  return rows[0] && Number(rows[0].id);
}

/**
 * Under which name the ledger knows the cash-back of an order: its id, and after a dispute that was won a number behind it.
 * @param coming 1 for one that is yet to be written, 0 for the last
 */
export async function cashBackCause(
  tx: NodePgDatabase,
  orderId: number,
  coming: 0 | 1,
): Promise<{ refType: string; refId: string }> {
  const { rows } = await tx.execute<{ times: number }>(sql`
    SELECT count(*)::int AS times FROM ledger_transfers WHERE reason = 'cashBack' AND ref_type = 'cashBack'
      AND (ref_id = ${String(orderId)} OR ref_id LIKE ${`${orderId}:%`})`);
  const time = (rows[0]?.times ?? 0) + coming;
  return { refType: 'cashBack', refId: time > 1 ? `${orderId}:${time}` : String(orderId) };
}

/**
 * Brings the released share of an order to what is left of its payment: of a part that went back so much is taken, and
 * when that refund came to nothing it is given again. What is still on hold is cut when it is released. The order is
 * granted and locked, its account as well.
 */
export async function adjustCashBack(
  tx: NodePgDatabase,
  deps: Clock,
  order: Order & { refundedCents: number },
): Promise<void> {
  const found = await lockCashBack(tx, order.id);
  if (found?.state !== 'released') return;
  const { inviterId: ownerId, amount } = found;
  const left = shareLeft(shareOf(order, found.basisPoints), order);
  if (left === 0) return reverseCashBack(tx, deps, order.id);
  if (left > amount) {
    const cause = await cashBackCause(tx, order.id, 1);
    const hold = { kind: 'hold', ownerId } as const;
    const again = { amount: left - amount, ...cause };
    await lockBalances(tx, ownerId, ['bonus']);
    await transfer(tx, { from: { kind: 'bonus' }, to: hold, reason: 'cashBack', ...again });
    const to = { kind: 'wallet', ownerId } as const;
    await transfer(tx, { from: hold, to, reason: 'cashBackReleased', ...again });
    await balanceDebt(tx, ownerId, { refType: 'cashBackRelease', refId: cause.refId });
  }
  if (left < amount) {
    const { refType, refId } = await cashBackCause(tx, order.id, 0);
    // what is given again begins a new cause, so that the same sum may go back once more
    const time = refId.split(':')[1] ?? 1;
    const cause = { refType, refId: `${order.id}:${time}:${order.refundedCents}` };
    await takeReleased(tx, ownerId, amount - left, cause);
  }
  if (left !== amount)
    await tx.update(cashBacks).set({ amount: left }).where(eq(cashBacks.orderId, order.id));
}

/** The share of a payment in whole coins. */
const shareOf = ({ totalCents }: Pick<Order, 'totalCents'>, basisPoints: number): number =>
  Math.floor((totalCents * basisPoints) / (10_000 * CENTS_PER_COIN));

/** What is left of a share once a part of its payment went back, in whole coins. */
export const shareLeft = (
  share: number,
  { totalCents, refundedCents }: { totalCents: number; refundedCents: number },
): number => Math.floor((share * (totalCents - refundedCents)) / totalCents);

/** The cash-back of an order with its inviter, both locked. */
async function lockCashBack(tx: NodePgDatabase, orderId: number) {
  const isIt = eq(cashBacks.orderId, orderId);
  const [found] = await tx.select({ inviterId: cashBacks.inviterId }).from(cashBacks).where(isIt);
  if (!found) return undefined;
  // the release takes turns here as well
  await lockAccount(tx, eq(accounts.id, found.inviterId));
  const [locked] = await tx.select().from(cashBacks).where(isIt).for('update');
  return locked;
}

/**
 * Takes the share of an order back, because its payment went back (net 0): from the hold, or once it was released from
 * the inviter's wallet, and what is not there any more he owes. The order is locked, its account as well.
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

async function takeReleased(
  tx: NodePgDatabase,
  ownerId: number,
  amount: number,
  cause: { refType: string; refId: string },
): Promise<void> {
  await openDebt(tx, ownerId);
  const { wallet } = await lockBalances(tx, ownerId, ['bonus']);
  const to = { kind: 'bonus' } as const;
  const there = Math.min(wallet, amount);
  if (there > 0)
    await transfer(tx, {
      from: { kind: 'wallet', ownerId },
      to,
      amount: there,
      reason: 'cashBackReversed',
      ...cause,
    });
  if (amount > there)
    await transfer(tx, {
      from: { kind: 'debt', ownerId },
      to,
      amount: amount - there,
      reason: 'cashBackDebt',
      ...cause,
    });
  await balanceDebt(tx, ownerId, { refType: 'cashBackReversal', refId: cause.refId });
}
