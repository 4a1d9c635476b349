import { desc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { PlayerData } from '#/contract/playerData.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import { orderMoves, orderPlaces, orders, premiumPeriods } from '#/server/platform/db/tables/orders.ts';
import { isoTime } from './isoTime.ts';

type Purchases = Pick<PlayerData, 'orders' | 'premium' | 'deliveries'>;

/** Reads the orders for a player and their goods besides coins and cases; the newest first. */
export async function readPurchases(
  tx: NodePgDatabase,
  accountId: number,
  locale: Locale,
): Promise<Purchases> {
  return {
    orders: await readOrders(tx, accountId, locale),
    premium: await tx
      .select({
        startsAt: isoTime(premiumPeriods.startsAt),
        endsAt: isoTime(premiumPeriods.endsAt),
        revokedAt: isoTime(premiumPeriods.revokedAt),
        reason: premiumPeriods.reason,
        refId: premiumPeriods.refId,
      })
      .from(premiumPeriods)
      .where(eq(premiumPeriods.accountId, accountId))
      .orderBy(desc(premiumPeriods.id)),
    deliveries: await tx
      .select({
        id: deliveries.publicId,
        server: deliveries.serverKey,
        kind: deliveries.kind,
        code: deliveries.code,
        count: deliveries.count,
        state: deliveries.state,
        reason: deliveries.reason,
        refId: deliveries.refId,
        createdAt: isoTime(deliveries.createdAt),
        doneAt: isoTime(deliveries.doneAt),
        handedTo: deliveries.handedTo,
      })
      .from(deliveries)
      .where(eq(deliveries.accountId, accountId))
      .orderBy(desc(deliveries.id)),
  };
}

async function readOrders(
  tx: NodePgDatabase,
  accountId: number,
  locale: Locale,
): Promise<Purchases['orders']> {
  const byAccount = eq(orders.accountId, accountId);
  const rows = await tx.select().from(orders).where(byAccount).orderBy(desc(orders.id));
  const moves = await tx
    .select({ move: orderMoves })
    .from(orders)
    .innerJoin(orderMoves, eq(orderMoves.orderId, orders.id))
    .where(byAccount)
    .orderBy(sql`${orderMoves.version}`);
  const pieces = await tx
    .select({ place: orderPlaces })
    .from(orders)
    .innerJoin(orderPlaces, eq(orderPlaces.orderId, orders.id))
    .where(byAccount)
    .orderBy(orderPlaces.kind);
  const movesOf = new Map<number, Purchases['orders'][number]['moves']>();
  for (const { move } of moves) {
    const { orderId, toState: state, actor, createdAt } = move;
    movesOf.set(orderId, [
      ...(movesOf.get(orderId) ?? []),
      { state, actor, createdAt: createdAt.toISOString() },
    ]);
  }
  return rows.map((order) => {
    const { quote } = order;
    return {
      id: order.publicId,
      state: order.state,
      productType: quote.productType,
      product: quote.titles[locale],
      quantity: quote.quantity,
      coins: quote.coins,
      bonusCoins: quote.bonusCoins,
      currency: order.currency,
      priceCents: quote.priceCents,
      discountCents: quote.discountCents,
      discountCode: quote.discountCode,
      totalCents: order.totalCents,
      totalCoins: order.totalCoins,
      refundedCents: order.refundedCents,
      buyerCountry: order.buyerCountry,
      places: pieces
        .filter(({ place }) => place.orderId === order.id)
        .map(({ place: { kind, country } }) => ({ kind, country })),
      paymentMethod: order.paymentMethodName,
      paymentProvider: order.provider,
      paymentRef: order.paymentRef,
      createdAt: order.createdAt.toISOString(),
      paidAt: order.paidAt?.toISOString() ?? null,
      grantedAt: order.grantedAt?.toISOString() ?? null,
      moves: movesOf.get(order.id) ?? [],
    };
  });
}
