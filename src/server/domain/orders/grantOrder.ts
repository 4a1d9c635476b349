import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { lockAccount, type LockedAccount } from '#/server/domain/accounts/accountLock.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { balanceDebt, lockBalances } from '#/server/domain/ledger/debt.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { orderMoves } from '#/server/platform/db/tables/orders.ts';
import { orderGrants } from '#/server/platform/db/tables/payments.ts';
import { refOfRound } from '#/server/domain/deliveries/deliveriesFor.ts';
import { deliver } from '#/server/domain/deliveries/deliver.ts';
import { grantCases } from '#/server/domain/ledger/grantCases.ts';
import { grantPremium } from '#/server/domain/ledger/grantPremium.ts';
import { transfer } from '#/server/domain/ledger/ledger.ts';
import type { OrderDeps, OrderRow } from './moveOrder.ts';
import { goodsOf } from './orderGoods.ts';
import { mailReceipt } from './orderMails.ts';

const DAY_MS = 24 * 60 * 60_000;

type Actor = 'player' | 'operator' | 'site';

/** Reason and type of an order's effects in ledger, stock and outbox. */
export const ORDER_CAUSE = { reason: 'order', refType: 'order' } as const;

/** Locks the account of an order. Lock order: the order, its account, everything else. */
export async function lockOwner(tx: NodePgDatabase, { accountId }: OrderRow): Promise<LockedAccount> {
  const account = await lockAccount(tx, eq(accounts.id, accountId));
  if (!account) throw new Error(`an order is for account ${accountId}, which is not there`);
  return account;
}

/**
 * Grants the goods of an order, once (OR1): coins, cases and Premium at once, items of the game through the outbox.
 * Receipt and audit are part of the transaction. Requires that the order and its account are locked.
 * @param paymentEventId the event of the payment; null if the order was paid in coins or an operator grants it
 * @returns false without doing anything, if the order was granted before
 */
export async function grantOrder(
  tx: NodePgDatabase,
  deps: OrderDeps,
  order: OrderRow,
  account: LockedAccount,
  { paymentEventId, actor }: { paymentEventId: number | null; actor: Actor },
): Promise<boolean> {
  const [first] = await tx
    .insert(orderGrants)
    .values({ orderId: order.id, paymentEventId, createdAt: deps.now() })
    .onConflictDoNothing()
    .returning({ orderId: orderGrants.orderId });
  if (!first) return false;
  const { accountId, quote } = order;
  const refId = String(order.id);
  const goods = goodsOf(quote);
  for (const [caseId, count] of goods.cases)
    await grantCases(tx, { accountId, caseId, count, ...ORDER_CAUSE, refId });
  const lengthMs = goods.premiumDays * DAY_MS;
  await grantPremium(tx, deps, { accountId, lengthMs, ...ORDER_CAUSE, refId });
  const { serverKey } = quote;
  for (const thing of goods.game.values())
    await deliver(tx, deps, { accountId, serverKey, kind: 'give', ...thing, ...ORDER_CAUSE, refId });
  await creditCoins(tx, accountId, goods, refId);
  await Promise.all([
    writeAudit(tx, deps, { accountId, actor, event: 'orderGranted', detail: { order: order.publicId } }),
    mailReceipt(tx, deps, order, account),
  ]);
  return true;
}

async function creditCoins(
  tx: NodePgDatabase,
  accountId: number,
  { coins, bonusCoins }: { coins: number; bonusCoins: number },
  refId: string,
): Promise<void> {
  if (coins + bonusCoins === 0) return;
  const to = { kind: 'wallet', ownerId: accountId } as const;
  await lockBalances(tx, accountId, ['sales', 'bonus']);
  if (coins > 0) await transfer(tx, { from: { kind: 'sales' }, to, amount: coins, ...ORDER_CAUSE, refId });
  if (bonusCoins > 0)
    await transfer(tx, {
      from: { kind: 'bonus' },
      to,
      amount: bonusCoins,
      ...ORDER_CAUSE,
      reason: 'orderBonus',
      refId,
    });
  await balanceDebt(tx, accountId);
}

/**
 * Lists the ids under which the goods of an order were granted: its own id the first time, then the id with a number
 * for each time the goods were restored.
 */
export async function orderRefs(tx: NodePgDatabase, orderId: number): Promise<string[]> {
  const whereGranted = and(eq(orderMoves.orderId, orderId), eq(orderMoves.toState, 'granted'));
  const times = await tx.$count(orderMoves, whereGranted);
  return Array.from({ length: Math.max(1, times) }, (_, at) => refOfRound(orderId, at + 1));
}
