import { and, eq, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OrderState } from '#/contract/shop.ts';
import { record } from '../audit.ts';
import { orders, paymentEvents } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { lockOwner } from './grantOrder.ts';
import { lockOrder, moveOrder, type OrderDeps, type OrderRow } from './moveOrder.ts';
import { keptCents, ofPayment, paymentsOf } from './orderPayments.ts';
import { storeEvents } from './paymentInbox.ts';
import { effectOf, settleOrder } from './settleOrder.ts';

type OperatorDeps = OrderDeps & Pick<Deps, 'payments' | 'log' | 'wakeUps'>;

/** Something that cannot be done to an order; its message is a sentence for the operator. */
export class OrderRefusal extends Error {
  override readonly name = 'OrderRefusal';
}

const isOrder = (publicId: string): SQL => eq(orders.publicId, publicId);

async function findLocked(tx: NodePgDatabase, publicId: string): Promise<OrderRow> {
  const order = await lockOrder(tx, isOrder(publicId));
  if (!order) throw new OrderRefusal(`There is no order ${publicId}.`);
  return order;
}

/**
 * Hands out an order that waits in `review`, because the operator takes its payment as good; or gives one back whose
 * charge-back came to nothing, as if the provider had said so. Audited with the reason.
 * @returns its state now
 * @throws OrderRefusal
 */
export async function regrantOrder(
  deps: OperatorDeps,
  publicId: string,
  reason: string,
): Promise<OrderState> {
  const order = await withTx(deps.pool, async (tx) => {
    const found = await findLocked(tx, publicId);
    const account = await lockOwner(tx, found);
    if (found.state !== 'review' && found.state !== 'charged_back')
      throw new OrderRefusal(
        `The order is ${found.state}: only what is in review or charged back is granted.`,
      );
    if (account.status === 'closed') throw new OrderRefusal('The account was closed: refund the order.');
    const { accountId, id } = found;
    const detail = { order: publicId, reason };
    await record(tx, deps, { accountId, actor: 'operator', event: 'orderRegranted', detail });
    if (found.state === 'charged_back') return found;
    const granted = await moveOrder(tx, deps, found, 'granted', 'operator', reason);
    const paymentEventId = await paymentOf(tx, found);
    await effectOf(tx, deps, granted, { account, paymentEventId, actor: 'operator' });
    deps.log.info({ order: id }, 'an operator granted an order');
    return granted;
  });
  return order.state === 'charged_back' ? winDisputes(deps, order) : order.state;
}

async function paymentOf(tx: NodePgDatabase, order: OrderRow): Promise<number | null> {
  const [event] = await tx.select({ id: paymentEvents.id }).from(paymentEvents).where(isPaid(order));
  return event?.id ?? null;
}

const isOfPayment = ({ provider, paymentRef }: OrderRow) =>
  and(eq(paymentEvents.provider, provider ?? 'sandbox'), eq(paymentEvents.paymentRef, paymentRef ?? ''));
const isPaid = (order: OrderRow) =>
  and(
    isOfPayment(order),
    eq(paymentEvents.kind, 'paid'),
    eq(paymentEvents.amountCents, order.totalCents),
    eq(paymentEvents.currency, order.currency),
  );

/** What an operator knows of a dispute is an event like any other, so that a later one changes nothing of it. */
async function winDisputes(deps: OperatorDeps, order: OrderRow): Promise<OrderState> {
  const disputes = await withTx(deps.pool, (tx) =>
    tx
      .select()
      .from(paymentEvents)
      .where(and(isOfPayment(order), eq(paymentEvents.kind, 'chargedBack'))),
  );
  const won = disputes.map(({ causeRef, paymentRef, amountCents, currency }) => ({
    eventId: `operator:disputeWon:${causeRef}`,
    kind: 'disputeWon' as const,
    causeRef,
    paymentRef,
    amountCents,
    currency,
  }));
  await storeEvents(deps, order.provider ?? 'sandbox', won, '{"by":"operator"}');
  return (await settleOrder(deps, { orderId: order.id })) ?? order.state;
}

/**
 * Asks the provider to give money back. What follows for the goods follows from the event that it sends then: a part
 * changes nothing, all of it takes them back.
 * @param cents absent: all that has not gone back yet
 * @param payment a second payment of the order, by the provider's name of it; absent: the one it was paid by
 * @returns the cents that go back
 * @throws OrderRefusal; Error when the provider does not answer
 */
export async function refundOrder(
  deps: OperatorDeps,
  publicId: string,
  { cents, reason, payment }: { cents?: number | undefined; reason: string; payment?: string | undefined },
): Promise<number> {
  const { order, payments, events } = await withTx(deps.pool, async (tx) => {
    const found = await findLocked(tx, publicId);
    return { order: found, ...(await paymentsOf(tx, found)) };
  });
  const { totalCents, refundedCents, accountId, state } = order;
  const second = payments.slice(1).find(({ paymentRef }) => paymentRef === payment);
  if (payment !== undefined && !second && payment !== order.paymentRef)
    throw new OrderRefusal(`The order has no payment ${payment}: \`orders show\` lists them.`);
  if (!second && state !== 'granted' && state !== 'review')
    throw new OrderRefusal(`The order is ${state}: only what is granted or in review can be refunded.`);
  const [first] = payments;
  if (!first) throw new OrderRefusal('It was paid with coins: give coins by `npm run grant`.');
  const { provider: name, paymentRef } = second ?? first;
  const provider = deps.payments.providers.get(name);
  if (!provider) throw new OrderRefusal(`The provider ${name} is not set up.`);
  const own = ofPayment(events, second ?? first);
  const leftCents = second ? keptCents(own) : totalCents - refundedCents;
  const wanted = cents ?? leftCents;
  if (wanted < 1 || wanted > leftCents)
    throw new OrderRefusal(`Between 0.01 and ${(leftCents / 100).toFixed(2)} euro can go back.`);
  // the same key as long as nothing of it was heard: a command that is repeated gives back once
  const failed = own.filter(({ kind }) => kind === 'refundFailed').length;
  const times = failed > 0 ? `-${failed}` : '';
  const whose = second ? `${publicId}-second-${leftCents}` : `${publicId}-${refundedCents}`;
  await provider.refund(paymentRef, wanted, `refund-${whose}-${wanted}${times}`);
  const detail = { order: publicId, cents: wanted, reason };
  await withTx(deps.pool, (tx) =>
    record(tx, deps, { accountId, actor: 'operator', event: 'orderRefunded', detail }),
  );
  return wanted;
}
