import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OrderState } from '#/contract/shop.ts';
import { discountUses, goods, orderMoves, orders } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { canMove, isGivenUp } from '../orderStates.ts';

export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = Omit<typeof orders.$inferInsert, 'state' | 'version' | 'createdAt'>;
type Actor = (typeof orderMoves.$inferInsert)['actor'];
type Clock = Pick<Deps, 'now'>;
/** What moving orders, and what follows from it, needs. */
export type OrderDeps = Pick<Deps, 'pool' | 'now' | 'randomBytes' | 'secretKey' | 'log'>;

/** A move that the table does not have. */
export class IllegalMove extends Error {
  override readonly name = 'IllegalMove';
}

/** The order, locked until the transaction ends: whoever moves it takes turns here. */
export async function lockOrder(tx: NodePgDatabase, isIt: SQL): Promise<OrderRow | undefined> {
  const [order] = await tx.select().from(orders).where(isIt).for('update');
  return order;
}

/** Makes an order: created, with the first row of its history. */
export async function createOrder(
  tx: NodePgDatabase,
  { now }: Clock,
  values: NewOrder,
  actor: Actor,
): Promise<OrderRow> {
  const createdAt = now();
  const [order] = await tx
    .insert(orders)
    .values({ ...values, state: 'created', version: 1, createdAt })
    .returning();
  if (!order) throw new Error('an order was not made');
  await tx.insert(orderMoves).values({ orderId: order.id, version: 1, toState: 'created', actor, createdAt });
  return order;
}

/**
 * Moves a locked order and writes its history. Given up, it frees its pieces and its discount; paid after all, it takes
 * them again, even where that is more than may be sold: whoever grants it looks.
 * @returns the order as it is now
 * @throws IllegalMove
 */
export async function moveOrder(
  tx: NodePgDatabase,
  { now }: Clock,
  order: OrderRow,
  to: OrderState,
  actor: Actor,
  reason = '',
): Promise<OrderRow> {
  if (!canMove(order.state, to))
    throw new IllegalMove(`order ${order.id} cannot go from ${order.state} to ${to}`);
  const createdAt = now();
  const [moved] = await tx
    .update(orders)
    .set({
      state: to,
      version: order.version + 1,
      ...(to === 'paid' && { paidAt: createdAt }),
      ...(to === 'granted' && { paidAt: order.paidAt ?? createdAt, grantedAt: order.grantedAt ?? createdAt }),
    })
    .where(and(eq(orders.id, order.id), eq(orders.version, order.version)))
    .returning();
  if (!moved) throw new Error(`order ${order.id} was moved without a lock`);
  await tx.insert(orderMoves).values({
    orderId: order.id,
    version: moved.version,
    fromState: order.state,
    toState: to,
    actor,
    reason,
    createdAt,
  });
  if (isGivenUp(order.state) !== isGivenUp(to)) await hold(tx, order, isGivenUp(to) ? createdAt : null);
  return moved;
}

async function hold(tx: NodePgDatabase, { id, goodsId, quote }: OrderRow, releasedAt: Date | null) {
  await tx.update(discountUses).set({ releasedAt }).where(eq(discountUses.orderId, id));
  if (goodsId === null) return;
  const change = releasedAt ? -quote.quantity : quote.quantity;
  await tx
    .update(goods)
    .set({ sold: sql`${goods.sold} + ${change}` })
    .where(eq(goods.id, goodsId));
}

/** Takes pieces that are left to sell. @returns false: so many are not left, or it is withdrawn */
export async function takePieces(tx: NodePgDatabase, goodsId: number, quantity: number): Promise<boolean> {
  const isLeft = sql`NOT ${goods.isWithdrawn}
    AND (${goods.saleLimit} IS NULL OR ${goods.sold} + ${quantity} <= ${goods.saleLimit})`;
  const taken = await tx
    .update(goods)
    .set({ sold: sql`${goods.sold} + ${quantity}` })
    .where(and(eq(goods.id, goodsId), isLeft))
    .returning({ id: goods.id });
  return taken.length === 1;
}

/** Whether more pieces would be sold than may be, once a given-up order takes its own again. */
export async function isOversold(tx: NodePgDatabase, order: OrderRow): Promise<boolean> {
  if (order.goodsId === null) return false;
  const [good] = await tx
    .select({ sold: goods.sold, saleLimit: goods.saleLimit })
    .from(goods)
    .where(eq(goods.id, order.goodsId))
    .for('no key update');
  const more = isGivenUp(order.state) ? order.quote.quantity : 0;
  return good !== undefined && good.saleLimit !== null && good.sold + more > good.saleLimit;
}
