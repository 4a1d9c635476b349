import * as z from 'zod/mini';
import type { PaymentEvent, PaymentEventKind } from './payments.ts';

export interface BtcpayApi {
  /** Of our store. */
  get: (path: string, query?: Record<string, string>) => Promise<unknown>;
  getPublic: (path: string) => Promise<unknown>;
  post: (path: string, body: object) => Promise<unknown>;
}

/** In the metadata of our invoices: a store may have others. */
export const ORDER_KEY = 'oneRpOrder';

/** A sum as BTCPay Server writes it: "12.5" is 1250 cents. */
const euroText = z.pipe(
  z.union([z.string(), z.number()]),
  z.pipe(
    z.transform((text: string | number) => Math.round(Number(text) * 100)),
    z.int(),
  ),
);
const invoice = z.object({
  id: z.string(),
  amount: euroText,
  /** What came in; servers before 2.1 do not say. */
  paidAmount: z.nullish(euroText),
  currency: z.string(),
  status: z.enum(['New', 'Processing', 'Expired', 'Invalid', 'Settled']),
  additionalStatus: z.string(),
  metadata: z.nullish(z.object({ [ORDER_KEY]: z.optional(z.string()) })),
});
type Invoice = z.infer<typeof invoice>;

/** What the server holds true of an invoice. */
export async function eventsOfInvoice(api: BtcpayApi, invoiceId: string): Promise<PaymentEvent[]> {
  const path = `invoices/${encodeURIComponent(invoiceId)}`;
  const found = z.parse(invoice, await api.get(path));
  if (!found.metadata?.[ORDER_KEY]) return [];
  const payments = z.parse(z.array(paymentMethod), await api.get(`${path}/payment-methods`));
  const kind = kindOf(found, payments);
  if (!kind) return [];
  const { id, amount, currency } = found;
  const amountCents = kind === 'paid' && isUneven(found) ? receivedCents(found, payments) : amount;
  // a part of the sum is one thing, and the whole that comes later another
  const causeRef = amountCents === amount ? id : `${id}:${amountCents}`;
  const eventId = `${causeRef}:${kind}`;
  return [{ eventId, kind, paymentRef: id, causeRef, amountCents, currency: currency.toUpperCase() }];
}

const paymentMethod = z.object({
  /** Of one coin, in the invoice's currency. */
  rate: z.nullish(z.union([z.string(), z.number()])),
  payments: z.array(
    z.object({
      value: z.union([z.string(), z.number()]),
      status: z.enum(['Invalid', 'Processing', 'Settled']),
    }),
  ),
});
type PaymentMethod = z.infer<typeof paymentMethod>;

/**
 * Too little before it ran out, or anything after: money is there, and people must look at it. So it is "paid" with what
 * came in, which is not what the order costs.
 */
function kindOf(
  { status, additionalStatus }: Invoice,
  methods: PaymentMethod[],
): PaymentEventKind | undefined {
  if (status === 'New') return undefined;
  if (status === 'Settled') return 'paid';
  if (status === 'Processing') return 'pending';
  if (status === 'Invalid') return 'failed';
  const states = new Set(methods.flatMap(({ payments }) => payments.map((payment) => payment.status)));
  if (states.has('Processing')) return 'pending';
  return states.has('Settled') || additionalStatus === 'PaidLate' ? 'paid' : 'expired';
}

/** Settled by the rules of the store, or by a person, it is worth what was asked. */
const isUneven = ({ status, additionalStatus }: Invoice) =>
  status !== 'Settled' || additionalStatus === 'PaidOver' || additionalStatus === 'PaidPartial';

function receivedCents({ paidAmount }: Invoice, methods: PaymentMethod[]): number {
  if (typeof paidAmount === 'number') return paidAmount;
  let euro = 0;
  for (const { rate, payments } of methods)
    for (const { value, status } of payments) if (status === 'Settled') euro += Number(value) * Number(rate);
  return Math.round(euro * 100);
}

const pullPayment = z.object({ id: z.string(), name: z.string(), currency: z.string() });
type PullPayment = z.infer<typeof pullPayment>;
const payout = z.object({
  id: z.string(),
  originalAmount: euroText,
  originalCurrency: z.string(),
  state: z.string(),
});

/** The refunds of an invoice that we made: their names begin with its id. */
export async function refundsOf(api: BtcpayApi, invoiceId: string): Promise<PullPayment[]> {
  const all = z.parse(z.array(pullPayment), await api.get('pull-payments', { includeArchived: 'true' }));
  return all.filter(({ name }) => name.startsWith(`${invoiceId} `));
}

const PAYOUT_KINDS: Partial<Record<string, PaymentEventKind>> = {
  Completed: 'refunded',
  Cancelled: 'refundFailed',
};

/** What was paid out of a refund, and what came to nothing; a claim that waits is still ours. */
export async function eventsOfRefund(api: BtcpayApi, pullPaymentId: string): Promise<PaymentEvent[]> {
  const path = `pull-payments/${encodeURIComponent(pullPaymentId)}`;
  const { name } = z.parse(pullPayment, await api.getPublic(path));
  const [paymentRef, key] = name.split(' ');
  if (!paymentRef || !key) return [];
  const payouts = z.parse(z.array(payout), await api.getPublic(`${path}/payouts?includeCancelled=true`));
  return payouts.flatMap(({ id, originalAmount, originalCurrency, state }) => {
    const kind = PAYOUT_KINDS[state];
    if (!kind) return [];
    const currency = originalCurrency.toUpperCase();
    return [
      { eventId: `${id}:${kind}`, kind, paymentRef, causeRef: id, amountCents: originalAmount, currency },
    ];
  });
}
