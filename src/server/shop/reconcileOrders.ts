import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { orders, replacedPayments } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { PaymentProvider, ProviderName } from '../ports/payments/payments.ts';
import { storeEvents } from './paymentInbox.ts';
import { settleOrder } from './settleOrder.ts';

/** A payment that was not heard of for so long is settled by hand. */
const LOOK_BACK_MS = 7 * 24 * 60 * 60_000;
/** A provider that fails so often in a row is left for the next time. */
const MAX_FAILURES = 3;

/**
 * Asks the providers about the orders that they have not said "paid" of: a webhook may have been lost (N4).
 * @throws Error at the end, when a provider could not be asked
 */
export async function reconcileOrders(deps: Deps): Promise<void> {
  const failures: unknown[] = [];
  for (const provider of deps.payments.providers.values()) {
    const unpaid = await deps.db
      .select({ id: orders.id, paymentRef: orders.paymentRef })
      .from(orders)
      .where(
        and(
          eq(orders.provider, provider.name),
          isNotNull(orders.paymentRef),
          inArray(orders.state, ['pending', 'expired', 'failed']),
          gt(orders.createdAt, new Date(deps.now().getTime() - LOOK_BACK_MS)),
        ),
      )
      .orderBy(asc(orders.id));
    let inARow = 0;
    for (const { id, paymentRef } of [...unpaid, ...(await replacedUnpaid(deps, provider.name))]) {
      const error = await ask(deps, provider, id, paymentRef ?? '').catch(
        (cause: unknown) => cause ?? 'failed',
      );
      inARow = error === undefined ? 0 : inARow + 1;
      if (error === undefined) continue;
      deps.log.warn({ err: error, provider: provider.name, order: id }, 'a payment could not be asked for');
      failures.push(error);
      if (inARow === MAX_FAILURES) break;
    }
  }
  if (failures.length > 0)
    throw new Error(`${failures.length} payments could not be asked for`, { cause: failures[0] });
}

/** Payments that another took the place of: nobody waits for them, and yet they may have been made. */
async function replacedUnpaid({ db, now }: Deps, provider: ProviderName) {
  return db
    .select({ id: replacedPayments.orderId, paymentRef: replacedPayments.paymentRef })
    .from(replacedPayments)
    .where(
      and(
        eq(replacedPayments.provider, provider),
        gt(replacedPayments.replacedAt, new Date(now().getTime() - LOOK_BACK_MS)),
        sql`NOT EXISTS (SELECT FROM payment_events e WHERE e.kind = 'paid'
          AND e.provider = ${replacedPayments.provider} AND e.payment_ref = ${replacedPayments.paymentRef})`,
      ),
    )
    .orderBy(asc(replacedPayments.orderId));
}

async function ask(
  deps: Deps,
  provider: PaymentProvider,
  orderId: number,
  paymentRef: string,
): Promise<void> {
  const events = await provider.reconcile(paymentRef);
  await storeEvents(deps, provider.name, events, JSON.stringify({ reconciled: events }));
  await settleOrder(deps, { orderId });
}
