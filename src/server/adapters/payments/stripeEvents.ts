import type { Stripe } from 'stripe';
import * as z from 'zod/mini';
import type { PaymentEvent, PaymentEventKind } from '#/server/ports/payments.ts';

/** The webhook that carried an object. Absent when the site asked for the object. */
interface Sent {
  id: string;
  type: string;
}

const checkoutSession = z.object({
  id: z.string(),
  status: z.nullish(z.enum(['open', 'complete', 'expired'])),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.nullish(z.int()),
  currency: z.nullish(z.string()),
  metadata: z.nullish(z.object({ order: z.optional(z.string()) })),
});

/**
 * Reads the event of a Checkout Session; none if its state has not changed or the session belongs to another site.
 */
export function eventsOfSession(object: unknown, sent?: Sent): PaymentEvent[] {
  const { id, status, payment_status, amount_total, currency, metadata } = z.parse(checkoutSession, object);
  const kind = kindOf(sent?.type, status, payment_status);
  if (!kind || !metadata?.order) return [];
  if (!amount_total || !currency) throw new Error(`session ${id} has no sum`);
  return [
    {
      eventId: sent?.id ?? `${id}:${kind}`,
      kind,
      paymentRef: id,
      causeRef: id,
      amountCents: amount_total,
      currency: currency.toUpperCase(),
    },
  ];
}

function kindOf(
  type: string | undefined,
  status: string | null | undefined,
  paymentStatus: string,
): PaymentEventKind | undefined {
  if (paymentStatus === 'paid') return 'paid';
  if (type === 'checkout.session.async_payment_failed') return 'failed';
  if (status === 'expired') return 'expired';
  // a bank transfer or a direct debit takes days
  return status === 'complete' ? 'pending' : undefined;
}

const refund = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.nullish(z.string()),
});
const ofPayment = z.object({ payment_intent: z.nullish(z.string()) });
const list = <T extends z.core.$ZodType>(item: T) => z.object({ data: z.array(item) });

/** `canceled` is a failure like `failed`. A bank may report one weeks after the refund "succeeded". */
const REFUND_KINDS: Partial<Record<string, PaymentEventKind>> = {
  succeeded: 'refunded',
  failed: 'refundFailed',
  canceled: 'refundFailed',
};

/**
 * Asks for every refund of a payment and returns its events.
 * @param object a refund, a charge, or anything else that names its PaymentIntent
 */
export async function eventsOfRefunds(client: Stripe, object: unknown): Promise<PaymentEvent[]> {
  const { payment_intent: intent } = z.parse(ofPayment, object);
  const paymentRef = await sessionOf(client, intent);
  if (!intent || !paymentRef) return [];
  const { data } = z.parse(list(refund), await client.refunds.list({ payment_intent: intent, limit: 100 }));
  return data.flatMap(({ id, amount, currency, status }) => {
    const kind = REFUND_KINDS[status ?? ''];
    return kind ? [returned(kind, paymentRef, id, amount, currency)] : [];
  });
}

const dispute = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  payment_intent: z.nullish(z.string()),
});

/**
 * Where the money is in each state of a dispute. An inquiry takes none. During an appeal against a lost dispute it is with
 * the bank, as before.
 */
const MONEY_IN_DISPUTE: Partial<Record<string, 'here' | 'taken' | 'returned'>> = {
  warning_needs_response: 'here',
  warning_under_review: 'here',
  warning_closed: 'here',
  prevented: 'here',
  needs_response: 'taken',
  under_review: 'taken',
  lost: 'taken',
  appeal_needs_response: 'taken',
  appeal_under_review: 'taken',
  won: 'returned',
};

/**
 * Reads the events of a dispute: the bank took money back, and returned it if the dispute was won.
 * @throws Error for a state that the site does not know. It is never guessed: Stripe repeats the webhook, and the job that
 *   asks for payments logs it.
 */
export async function eventsOfDispute(client: Stripe, object: unknown): Promise<PaymentEvent[]> {
  const { id, amount, currency, status, payment_intent: intent } = z.parse(dispute, object);
  const money = MONEY_IN_DISPUTE[status];
  const paymentRef = money === 'here' ? undefined : await sessionOf(client, intent);
  if (!paymentRef) return [];
  if (!money) throw new Error(`dispute ${id} has the unknown state ${status.slice(0, 40)}`);
  const kinds = money === 'returned' ? (['chargedBack', 'disputeWon'] as const) : (['chargedBack'] as const);
  return kinds.map((kind) => returned(kind, paymentRef, id, amount, currency));
}

function returned(
  kind: PaymentEventKind,
  paymentRef: string,
  causeRef: string,
  amountCents: number,
  currency: string,
): PaymentEvent {
  const eventId = `${causeRef}:${kind}`;
  return { eventId, kind, paymentRef, causeRef, amountCents, currency: currency.toUpperCase() };
}

const ownSession = z.pick(checkoutSession, { id: true, metadata: true });

/**
 * Finds the Checkout Session of a PaymentIntent; undefined if another program of the same Stripe account created it.
 */
export async function sessionOf(
  client: Stripe,
  intent: string | null | undefined,
): Promise<string | undefined> {
  if (!intent) return undefined;
  const found = await client.checkout.sessions.list({ payment_intent: intent, limit: 1 });
  const session = z.parse(list(ownSession), found).data[0];
  return session?.metadata?.order === undefined ? undefined : session.id;
}
