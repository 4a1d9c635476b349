import { closePayment, openPayment } from '#/server/adapters/payments/sandboxBook.ts';
import type { Past } from './past.ts';

const TOTAL_CENTS = 3490;

/** Another shop takes a payment with the same account, so that a payout has a line without an order (O25). */
export async function payElsewhere({ deps }: Past): Promise<void> {
  const ref = 'payment-of-another-shop';
  await openPayment(deps, ref, {
    orderId: 'hoodie-0017',
    attempt: 1,
    totalCents: TOTAL_CENTS,
    currency: 'EUR',
    methodName: 'card',
    title: 'A hoodie',
    locale: 'en',
    successUrl: deps.config.publicUrl,
    failUrl: deps.config.publicUrl,
    expiresAt: new Date(deps.now().getTime() + 60_000).toISOString(),
  });
  await closePayment(deps, ref, 'paid');
  // the report of the payment goes to the other shop
  await deps.pool.query('UPDATE sandbox_webhooks SET sent_at = $2 WHERE starts_with(event_id, $1)', [
    `${ref}:`,
    deps.now(),
  ]);
}
