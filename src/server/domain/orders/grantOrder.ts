import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { lockAccount, type LockedAccount } from '../accountLock.ts';
import { record } from '../audit.ts';
import { balanceDebt, lockBalances } from '../debt.ts';
import { accounts, deliveries, orderGrants, orderMoves } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { grantCases } from '../grantCases.ts';
import { grantPremium } from '../grantPremium.ts';
import { transfer } from '../ledger.ts';
import type { OrderDeps, OrderRow } from './moveOrder.ts';
import { goodsOf } from './orderGoods.ts';
import { mailReceipt } from './orderMails.ts';

const DAY_MS = 24 * 60 * 60_000;

type Actor = 'player' | 'operator' | 'site';

/** How ledger, stock and outbox name what an order causes. */
export const ORDER_CAUSE = { reason: 'order', refType: 'order' } as const;

/** The account of an order, locked after the order and before everything else. */
export async function lockOwner(tx: NodePgDatabase, { accountId }: OrderRow): Promise<LockedAccount> {
  const account = await lockAccount(tx, eq(accounts.id, accountId));
  if (!account) throw new Error(`an order is for account ${accountId}, which is not there`);
  return account;
}

/**
 * Hands out the goods of an order, once (O1): coins, cases and Premium at once, what the game must give by the outbox;
 * receipt and audit in the same transaction. The order and its account are locked.
 * @param paymentEventId the event that paid for it; null for coins and for an operator's word
 * @returns false when it was handed out before; nothing happens then
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
  for (const [code, count] of goods.game)
    await deliver(tx, deps, order, { kind: 'give', code, count, refId });
  await creditCoins(tx, accountId, goods, refId);
  await record(tx, deps, { accountId, actor, event: 'orderGranted', detail: { order: order.publicId } });
  await mailReceipt(tx, deps, order, account);
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
  await balanceDebt(tx, accountId, { refType: 'order', refId });
}

interface Delivery {
  kind: 'give' | 'revoke';
  code: string;
  count: number;
  refId: string;
}

/** Writes into the outbox of the game what it must give or take back. @returns the id of the row */
export async function deliver(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now' | 'randomBytes'>,
  { accountId, quote }: OrderRow,
  delivery: Delivery,
): Promise<number> {
  const [row] = await tx
    .insert(deliveries)
    .values({
      publicId: deps.randomBytes(16).toString('base64url'),
      accountId,
      serverKey: quote.serverKey,
      ...ORDER_CAUSE,
      ...delivery,
      createdAt: deps.now(),
    })
    .returning({ id: deliveries.id });
  if (!row) throw new Error('a delivery was not written');
  return row.id;
}

/**
 * Names under which the goods of an order were handed out: the first time by its id, after a dispute that was won with
 * a number behind it.
 */
export async function orderRefs(tx: NodePgDatabase, orderId: number): Promise<string[]> {
  const isGrant = and(eq(orderMoves.orderId, orderId), eq(orderMoves.toState, 'granted'));
  const times = await tx.$count(orderMoves, isGrant);
  const refOf = (_: unknown, at: number) => (at === 0 ? String(orderId) : `${orderId}:${at + 1}`);
  return Array.from({ length: Math.max(1, times) }, refOf);
}
