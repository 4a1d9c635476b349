import { desc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { Order } from '#/contract/orders.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { goods, paymentMethods } from '#/server/platform/db/tables/shop.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import { prepared } from '#/server/platform/db/prepared.ts';
import { shortRead } from '#/server/platform/db/readPool.ts';
import { deliveriesOfOrders } from '#/server/domain/deliveries/playerDeliveries.ts';
import { isOpen } from './orderStates.ts';
import type { Payments } from '#/server/ports/payments.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { OrderRow } from './moveOrder.ts';
import { paymentSystemOf } from './orderMails.ts';
import { purchaseOf } from '#/server/domain/pricing/purchase.ts';
import { byPurpose, type PurposeGood, purposeView } from '#/server/domain/pricing/purpose.ts';

type Names = Record<Locale, string>;

/** An order with the names that its page shows. */
interface NamedOrder {
  order: OrderRow;
  login: string;
  serverNames: Names | null;
  methodTitles: Names | null;
  purposeGood: PurposeGood | null;
}

const namedOrders = (db: NodePgDatabase) =>
  db
    .select({
      order: orders,
      login: accounts.login,
      serverNames: servers.names,
      methodTitles: paymentMethods.titles,
      purposeGood: goods,
    })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .leftJoin(servers, eq(servers.key, sql`${orders.quote} ->> 'serverKey'`))
    .leftJoin(paymentMethods, eq(paymentMethods.name, orders.paymentMethodName))
    .leftJoin(goods, byPurpose(orders.purpose));

const FIND_ORDER = prepared((db) =>
  namedOrders(db)
    .where(eq(orders.publicId, sql.placeholder('publicId')))
    .prepare(shortRead('orderOfId')),
);
const LIST_ORDERS = prepared((db) =>
  namedOrders(db)
    .where(eq(orders.accountId, sql.placeholder('accountId')))
    .orderBy(desc(orders.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare(shortRead('ordersOfPlayer')),
);

/** Finds an order by its unguessable id. */
export const findOrder = async (db: NodePgDatabase, publicId: string): Promise<NamedOrder | undefined> =>
  (await FIND_ORDER(db).execute({ publicId }))[0];

/** Lists orders of a player, the newest first. */
export const listOrders = (
  db: NodePgDatabase,
  page: { accountId: number; limit: number; offset: number },
): Promise<NamedOrder[]> => LIST_ORDERS(db).execute(page);

interface Viewing {
  viewerId: number | undefined;
  locale: Locale;
}

/**
 * Shows orders, each with its deliveries (S12, D18). Only an order's own player sees login and character.
 * @param rows orders of one account
 */
export async function orderViews(
  deps: Pick<Deps, 'payments' | 'now' | 'db'>,
  rows: readonly NamedOrder[],
  { viewerId, locale }: Viewing,
): Promise<Order[]> {
  const ids = rows.map(({ order }) => order.id);
  const isOwn = rows.every(({ order }) => order.accountId === viewerId);
  const things = await deliveriesOfOrders(deps, ids, { isOwn, locale });
  return rows.map((row) => {
    const deliveries = things.get(row.order.publicId) ?? [];
    return orderView(row, deps, { isOwn, locale, deliveries });
  });
}

/** The address of the payment page is included only while the order can be paid (S12). */
function orderView(
  { order, login, serverNames, methodTitles, purposeGood }: NamedOrder,
  { payments, now }: Pick<Deps, 'payments' | 'now'>,
  { isOwn, locale, deliveries }: { isOwn: boolean; locale: Locale; deliveries: Order['deliveries'] },
): Order {
  const { quote, state, paymentMethodName, createdAt, paidAt, expiresAt } = order;
  const key = quote.serverKey;
  const whose = { login, isOwn, serverNames: serverNames ?? { ru: key, uk: key, en: key } };
  return {
    id: order.publicId,
    number: order.number,
    state,
    ...purchaseOf(quote, whose, locale),
    payment_method_name: paymentMethodName,
    payment_system: paymentSystemOf(paymentMethodName, methodTitles)(locale),
    date: createdAt.toISOString(),
    paid_at: paidAt?.toISOString() ?? null,
    pay_url: isPayableThere(payments, order) && expiresAt > now() ? order.payUrl : null,
    expires_at: isOpen(state) ? expiresAt.toISOString() : null,
    refunded_cents: order.refundedCents,
    purpose: isOwn ? purposeView(order.purpose, purposeGood, locale) : null,
    deliveries,
  };
}

/** Whether the order waits for its payment at a provider that is still configured. */
export const isPayableThere = (
  { providers }: Payments,
  { state, provider }: Pick<OrderRow, 'state' | 'provider'>,
): boolean => state === 'pending' && provider !== null && providers.has(provider);
