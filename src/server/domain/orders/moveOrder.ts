import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OrderState } from '#/contract/orders.ts';
import { discountUses, orderMoves, orders } from '#/server/platform/db/tables/orders.ts';
import { piecesSold } from '#/server/domain/pricing/catalogueRows.ts';
import { goods, SOLD_PARTS, soldParts } from '#/server/platform/db/tables/shop.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { newOrderNumber } from './orderNumber.ts';
import { canMove, isCounted } from './orderStates.ts';

export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = Omit<typeof orders.$inferInsert, 'number' | 'state' | 'version' | 'createdAt'>;
type Actor = (typeof orderMoves.$inferInsert)['actor'];
type Clock = Pick<Deps, 'now'>;
/** Dependencies of order transitions and of their effects. */
export type OrderDeps = Pick<Deps, 'pool' | 'now' | 'randomBytes' | 'secretKey' | 'log' | 'payments'>;

/** A transition that `orderStates.ts` does not allow. */
export class IllegalMove extends Error {
  override readonly name = 'IllegalMove';
}

/** Locks an order until the transaction ends, so that its transitions happen one after another. */
export async function lockOrder(tx: NodePgDatabase, where: SQL): Promise<OrderRow | undefined> {
  const [order] = await tx.select().from(orders).where(where).for('update');
  return order;
}

/**
 * Creates an order of a player in the state `created`, with a number that no other order has, and the first row of its
 * history.
 */
export async function createOrder(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now' | 'randomBytes'>,
  values: NewOrder,
): Promise<OrderRow> {
  const createdAt = deps.now();
  const order = await insertNumbered(tx, deps, { ...values, state: 'created', version: 1, createdAt });
  const first = { version: 1, toState: 'created', actor: 'player' } as const;
  await tx.insert(orderMoves).values({ orderId: order.id, ...first, createdAt });
  return order;
}

/** Draws of a number. Even with 20,000,000 orders all of them are taken less than once in 10,000,000,000 orders. */
const NUMBER_DRAWS = 10;

async function insertNumbered(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'randomBytes'>,
  values: Omit<typeof orders.$inferInsert, 'number'>,
): Promise<OrderRow> {
  for (let draw = 0; draw < NUMBER_DRAWS; draw += 1) {
    const [order] = await tx
      .insert(orders)
      .values({ ...values, number: newOrderNumber(deps) })
      .onConflictDoNothing({ target: orders.number })
      .returning();
    if (order) return order;
  }
  throw new Error('no number is left for an order');
}

/**
 * Moves a locked order to another state and writes its history. From `paid` on its pieces and its use of a discount
 * code count, even if that exceeds the limit; `isOversold` and `isDiscountUsedUp` tell the caller.
 * @returns the order after the transition
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
  const version = order.version + 1;
  const [[moved]] = await Promise.all([
    tx
      .update(orders)
      .set({
        state: to,
        version,
        ...(to === 'paid' && { paidAt: createdAt }),
        ...(to === 'granted' && {
          paidAt: order.paidAt ?? createdAt,
          grantedAt: order.grantedAt ?? createdAt,
        }),
      })
      .where(and(eq(orders.id, order.id), eq(orders.version, order.version)))
      .returning(),
    tx.insert(orderMoves).values({
      orderId: order.id,
      version,
      fromState: order.state,
      toState: to,
      actor,
      reason,
      createdAt,
    }),
    isCounted(order.state) === isCounted(to) || count(tx, order, isCounted(to) ? null : createdAt),
  ]);
  if (!moved) throw new Error(`order ${order.id} was moved without a lock`);
  return moved;
}

async function count(tx: NodePgDatabase, { id, goodsId, quote }: OrderRow, releasedAt: Date | null) {
  const discount = tx.update(discountUses).set({ releasedAt }).where(eq(discountUses.orderId, id));
  const pieces = releasedAt ? -quote.quantity : quote.quantity;
  await Promise.all([discount, goodsId !== null && countPieces(tx, { id, goodsId }, pieces)]);
}

async function countPieces(
  tx: NodePgDatabase,
  { id, goodsId }: { id: number; goodsId: number },
  change: number,
): Promise<void> {
  const isLimited = await tx
    .update(goods)
    .set({ sold: sql`${goods.sold} + ${change}` })
    .where(and(eq(goods.id, goodsId), isNotNull(goods.saleLimit)));
  if (isLimited.rowCount === 1) return;
  await tx
    .insert(soldParts)
    .values({ goodsId, part: id % SOLD_PARTS, pieces: change })
    .onConflictDoUpdate({
      target: [soldParts.goodsId, soldParts.part],
      set: { pieces: sql`${soldParts.pieces} + ${change}` },
    });
}

/**
 * Locks a good with a limit, so that its remaining pieces do not change while this transaction pays for them. Buyers of
 * other goods wait for nobody. A limit that is set meanwhile counts for the purchases that begin after it.
 * @returns false if too few are left or the good is withdrawn
 */
export async function lockPieces(tx: NodePgDatabase, goodsId: number, quantity: number): Promise<boolean> {
  if (await isUnlimited(tx, goodsId)) return true;
  const whereLeft = sql`NOT ${goods.isWithdrawn}
    AND (${goods.saleLimit} IS NULL OR ${piecesSold} + ${quantity} <= ${goods.saleLimit})`;
  const left = await tx
    .select({ id: goods.id })
    .from(goods)
    .where(and(eq(goods.id, goodsId), whereLeft))
    .for('no key update');
  return left.length === 1;
}

async function isUnlimited(tx: NodePgDatabase, goodsId: number): Promise<boolean> {
  const whereUnlimited = and(eq(goods.id, goodsId), isNull(goods.saleLimit), eq(goods.isWithdrawn, false));
  return (await tx.$count(goods, whereUnlimited)) > 0;
}

/** Whether more pieces are sold than the limit allows, including those of this order. */
export async function isOversold(tx: NodePgDatabase, order: OrderRow): Promise<boolean> {
  if (order.goodsId === null || (await isUnlimited(tx, order.goodsId))) return false;
  const [good] = await tx
    .select({ sold: piecesSold, saleLimit: goods.saleLimit })
    .from(goods)
    .where(eq(goods.id, order.goodsId))
    .for('no key update');
  const more = isCounted(order.state) ? 0 : order.quote.quantity;
  return good !== undefined && good.saleLimit !== null && good.sold + more > good.saleLimit;
}
