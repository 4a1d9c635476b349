import { and, eq, gt, gte, isNull, ne, or } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { LockedAccount } from '#/server/domain/accounts/accountLock.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { playerNews } from '#/server/platform/db/tables/playerNews.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { addNews } from './addNews.ts';

type Order = Pick<typeof orders.$inferSelect, 'id' | 'accountId' | 'buyerId' | 'createdAt'>;

const unpaidCause = ({ id }: Order) => `unpaid:${id}`;

/**
 * Tells players in the cabinet that an order ran out and nothing was charged (C15). Only players who ordered for themselves
 * while they were signed in are told, because anybody may name another player's account and not pay. Players who have
 * ordered again since, or paid for another order, are not told.
 */
export async function tellUnpaid(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now'>,
  order: Order,
  { id: accountId, status }: LockedAccount,
): Promise<void> {
  if (status !== 'active' || order.buyerId !== accountId) return;
  const paidLater = and(gt(orders.id, order.id), eq(orders.buyerId, accountId));
  const insteadOfOrder = and(
    eq(orders.accountId, accountId),
    ne(orders.id, order.id),
    eq(orders.currency, 'EUR'),
    or(paidLater, gte(orders.paidAt, order.createdAt)),
  );
  if ((await tx.$count(orders, insteadOfOrder)) > 0) return;
  const subject = { order: order.id };
  await addNews(tx, deps, accountId, { kind: 'unpaid', cause: unpaidCause(order), subject });
}

/** Deletes the news of an order that was paid after all. */
export async function takeBackUnpaid(tx: NodePgDatabase, order: Order): Promise<void> {
  const byOrder = and(eq(playerNews.accountId, order.accountId), eq(playerNews.cause, unpaidCause(order)));
  await tx.delete(playerNews).where(byOrder);
}

/** Counts the news of unpaid orders as read, because the player orders again. */
export async function readUnpaid(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  accountId: number,
): Promise<void> {
  const whereUnread = and(
    eq(playerNews.accountId, accountId),
    eq(playerNews.kind, 'unpaid'),
    isNull(playerNews.readAt),
  );
  await tx.update(playerNews).set({ readAt: now() }).where(whereUnread);
}
