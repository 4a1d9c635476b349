import { desc, eq, sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Locale } from '#/contract/locale.ts';
import type { Order } from '#/contract/shop.ts';
import { accounts, orders, paymentMethods, servers } from '../db/schema.ts';
import { isOpen } from '../orderStates.ts';
import type { OrderRow } from './moveOrder.ts';
import { paymentSystemOf } from './orderMails.ts';
import { purchaseOf } from './purchase.ts';

type Names = Record<Locale, string>;

/** An order with the names that its page shows. */
interface NamedOrder {
  order: OrderRow;
  login: string;
  serverNames: Names | null;
  methodTitles: Names | null;
}

/** Orders with their names, the newest first. */
export function readOrders(
  db: NodePgDatabase,
  isMeant: SQL,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<NamedOrder[]> {
  return db
    .select({
      order: orders,
      login: accounts.login,
      serverNames: servers.names,
      methodTitles: paymentMethods.titles,
    })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .leftJoin(servers, eq(servers.key, sql`${orders.quote} ->> 'serverKey'`))
    .leftJoin(paymentMethods, eq(paymentMethods.name, orders.paymentMethodName))
    .where(isMeant)
    .orderBy(desc(orders.id))
    .limit(limit)
    .offset(offset);
}

/** An order as the wire shows it: whose it is only to its own player, where to pay only while it can be paid (S12). */
export function orderView(
  { order, login, serverNames, methodTitles }: NamedOrder,
  { viewerId, locale, now }: { viewerId: number | undefined; locale: Locale; now: Date },
): Order {
  const { quote, state, paymentMethodName, createdAt, paidAt, expiresAt } = order;
  const key = quote.serverKey;
  const whose = {
    login,
    isOwn: viewerId === order.accountId,
    serverNames: serverNames ?? { ru: key, uk: key, en: key },
  };
  return {
    id: order.publicId,
    state,
    ...purchaseOf(quote, whose, locale),
    payment_method_name: paymentMethodName,
    payment_system: paymentSystemOf(paymentMethodName, methodTitles)(locale),
    date: createdAt.toISOString(),
    paid_at: paidAt?.toISOString() ?? null,
    pay_url: state === 'pending' && expiresAt > now ? order.payUrl : null,
    expires_at: isOpen(state) ? expiresAt.toISOString() : null,
    refunded_cents: order.refundedCents,
  };
}
