import { eq } from 'drizzle-orm';
import { closePayment, openPayment } from '#/server/adapters/payments/sandboxBook.ts';
import { switchPayment } from '#/server/areas/shop/changePayment.ts';
import { makeDiscount } from '#/server/domain/pricing/discountCodes.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { accountOf } from './accounts.ts';
import { buyTwice, orderOf, paymentOf, purchaseOf } from './buy.ts';
import type { Past } from './past.ts';
import type { Person } from './people.ts';
import type { Act } from './plan.ts';
import { MINUTE_MS } from './rhythm.ts';

type Troubled = Extract<Act, { kind: 'trouble' }>;

/** A code for one order of an account. It has ended when the history does. */
const THANKS_CODE = 'THANKYOU10';
const THANKS_MS = 60 * MINUTE_MS;
/** The order is paid by the first method, after the buyer has chosen the second. */
const METHODS = ['card', 'card_and_more'] as const;
const OTHER_SHOP_CENTS = 3490;

/** Makes an order of the last hours that waits for an operator: in review, or paid twice. */
export async function makeTrouble(past: Past, person: Person, act: Troubled): Promise<void> {
  const account = await accountOf(past, person);
  const purchase = account && (await purchaseOf(past, account, act));
  if (!purchase) return;
  if (act.trouble === 'paidTwice') return payTwice(past, person, purchase);
  const { deps } = past;
  const endsAt = new Date(deps.now().getTime() + THANKS_MS);
  const code = { code: THANKS_CODE, percentBasisPoints: 1000, perAccountLimit: 1, endsAt };
  await withTx(deps.pool, (tx) => makeDiscount(tx, deps, code, 'site'));
  await buyTwice(past, person, purchase, THANKS_CODE);
}

/**
 * The buyer changes the payment method while the payment system does not answer, so the first payment stays open, and
 * pays both.
 */
async function payTwice(past: Past, person: Person, purchase: object): Promise<void> {
  const { deps } = past;
  const [methodName, laterName] = METHODS;
  const id = await orderOf(past, person, purchase, { methodName, share: 0, isOrdered: true });
  if (!id) return;
  const first = await paymentOf(past, id);
  const [order] = await deps.db.select().from(orders).where(eq(orders.publicId, id));
  const places = [{ kind: 'declared', country: 'PL' }] as const;
  await switchPayment(unanswering(deps), order!, { methodName: laterName, places });
  for (const ref of [first, await paymentOf(past, id)]) {
    await past.pass(4 * MINUTE_MS);
    await closePayment(deps, ref, 'paid');
    await past.work();
  }
}

/** A payment system that opens payments, but does not answer questions about them. */
function unanswering(deps: Deps): Deps {
  const silent = () => Promise.reject(new Error('no answer'));
  const providers = [...deps.payments.providers].map(
    ([name, provider]) => [name, { ...provider, reconcile: silent, cancel: silent }] as const,
  );
  return { ...deps, payments: { ...deps.payments, providers: new Map(providers) } };
}

/** Another shop takes a payment with the same account, so that a payout has a line without an order (O25). */
export async function payElsewhere({ deps }: Past): Promise<void> {
  const ref = 'payment-of-another-shop';
  await openPayment(deps, ref, {
    orderId: 'hoodie-0017',
    attempt: 1,
    totalCents: OTHER_SHOP_CENTS,
    currency: 'EUR',
    methodName: 'card',
    title: 'A hoodie',
    locale: 'en',
    successUrl: deps.config.publicUrl,
    failUrl: deps.config.publicUrl,
    expiresAt: new Date(deps.now().getTime() + 60_000).toISOString(),
  });
  await closePayment(deps, ref, 'paid');
  // counts as sent: the other shop gets the report of this payment, not this site
  await deps.pool.query('UPDATE sandbox_webhooks SET sent_at = $2 WHERE starts_with(event_id, $1)', [
    `${ref}:`,
    deps.now(),
  ]);
}
