import { inArray, sql } from 'drizzle-orm';
import type { OperatorPayment, OrderReply } from '#/contract/operator/orders.ts';
import { movedDeliveriesFor } from '#/server/domain/deliveries/deliveriesFor.ts';
import type { OrderRow } from '#/server/domain/orders/moveOrder.ts';
import { goodsOf } from '#/server/domain/orders/orderGoods.ts';
import { paymentsOf } from '#/server/domain/orders/orderPayments.ts';
import { orderVersion, refundable, requestsOf } from '#/server/domain/orders/refundRequests.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import type { Quote, Taken } from '#/server/platform/db/tables/quote.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { whereBlocked } from '#/server/domain/accounts/access/blocks.ts';
import { maskedEmail } from '#/server/platform/kernel/maskedName.ts';
import { findOrder } from './findOrder.ts';
import { productOf } from './listOrders.ts';
import { givenBy } from './orderGiven.ts';
import { namesAndPlaces } from './namesAndPlaces.ts';
import { timelineOf } from './orderTimeline.ts';

/** Shows everything about an order (O10). Addresses are masked; `orderPersonal` shows them. */
export async function showOrder(deps: Deps, publicId: string): Promise<OrderReply> {
  const { db } = deps;
  const order = await findOrder(db, publicId);
  const { payments, events } = await paymentsOf(db, order);
  const requests = await requestsOf(db, order.id);
  const moved = await movedDeliveriesFor(db, order.id);
  const things = [...new Map(moved.map(({ delivery }) => [delivery.id, delivery])).values()];
  const people = await peopleOf(deps, order);
  const { quote } = order;
  const caseIds = goodsOf(quote).cases.keys();
  const { methodOf, caseOf, places, refundFailedAt } = await namesAndPlaces(db, order, { payments, caseIds });
  return {
    id: order.publicId,
    number: order.number,
    agreed: order.agreed,
    version: orderVersion(order, events, requests),
    state: order.state,
    createdAt: order.createdAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    grantedAt: order.grantedAt?.toISOString() ?? null,
    player: people.get(order.accountId)!,
    buyer: order.buyerId === null ? null : (people.get(order.buyerId) ?? null),
    quote: quoteOf(quote),
    refundedCents: order.refundedCents,
    missingCents: order.missingCents,
    country: order.buyerCountry,
    isCountrySettled: order.countrySettledAt !== null,
    places,
    payments: payments.map((payment): OperatorPayment => {
      const { leftCents, underWay } = refundable(order, payment, { payments, events, requests });
      const { provider, paymentRef, paymentMethodName: method } = payment;
      return {
        provider,
        paymentRef,
        method,
        methodTitles: methodOf(method),
        isCurrent: payment === payments[0],
        refundableCents: leftCents,
        underWayCents: underWay,
        refundFailedAt: refundFailedAt(payment),
        page: deps.payments.providers.get(provider)?.pageOf(paymentRef) ?? null,
      };
    }),
    given: order.grantedAt === null ? null : await givenBy(deps, order, things, caseOf),
    taken: order.taken && takenOf(order.taken),
    timeline: await timelineOf(db, order, { events, requests, moved }),
  };
}

async function peopleOf({ db, now }: Pick<Deps, 'db' | 'now'>, { accountId, buyerId }: OrderRow) {
  const ids = buyerId === null ? [accountId] : [accountId, buyerId];
  const isOut = whereBlocked('sign-in', sql`accounts.id`, now()).mapWith(Boolean);
  const rows = await db.select({ account: accounts, isOut }).from(accounts).where(inArray(accounts.id, ids));
  return new Map(
    rows.map(({ account: { id, login, serverKey: server, email, status }, isOut: isBlockedNow }) => [
      id,
      {
        id,
        login,
        server,
        email: maskedEmail(email),
        status: isBlockedNow && status === 'active' ? ('blocked' as const) : status,
      },
    ]),
  );
}

const quoteOf = (quote: Quote) => ({
  ...productOf(quote),
  server: quote.serverKey,
  coefficientBasisPoints: quote.coefficientBasisPoints,
  currency: quote.currency,
  unitPrice: quote.unitPrice,
  priceCents: quote.priceCents,
  discountCents: quote.discountCents,
  totalCents: quote.totalCents,
  totalCoins: quote.totalCoins,
  discount: quote.discountCode,
  grants: quote.grants.map((grant) => ({ ...grant })),
});

const takenOf = ({ coins, debt, lots, premiumMs }: Taken) => ({
  coins,
  debt,
  pieces: lots.reduce((sum, { count }) => sum + count, 0),
  premiumMs,
});
