import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { PaymentEvent, PaymentEventKind } from '#/server/ports/payments.ts';

export interface BtcpayApi {
  storeId: string;
  /** Calls on our store. */
  get: (path: string, query?: Record<string, string>) => Promise<unknown>;
  post: (path: string, body: object) => Promise<unknown>;
  /** Calls on one invoice. @param rest path below it, or an empty text */
  getInvoice: (invoiceId: string, rest: string) => Promise<unknown>;
  postInvoice: (invoiceId: string, rest: string, body: object) => Promise<unknown>;
  getPublic: (path: string) => Promise<unknown>;
}

/** Key in the metadata that marks our invoices: a store may have others. */
export const ORDER_KEY = 'oneRpOrder';

/** Reads a sum as BTCPay Server writes it: "12.5" is 1250 cents. */
export const euroText = z.pipe(
  z.union([z.string(), z.number()]),
  z.pipe(
    z.transform((text: string | number) => Math.round(Number(text) * 100)),
    z.int(),
  ),
);
const invoice = z.object({
  id: z.string(),
  storeId: z.nullish(z.string()),
  amount: euroText,
  /** The sum received; absent before version 2.1. */
  paidAmount: z.nullish(euroText),
  currency: z.string(),
  status: z.enum(['New', 'Processing', 'Expired', 'Invalid', 'Settled']),
  additionalStatus: z.string(),
  metadata: z.nullish(z.object({ [ORDER_KEY]: z.optional(z.string()) })),
});
type Invoice = z.infer<typeof invoice>;

/** Asks the server for an invoice and returns its events. */
export async function eventsOfInvoice(api: BtcpayApi, invoiceId: string): Promise<PaymentEvent[]> {
  const found = z.parse(invoice, await api.getInvoice(invoiceId, ''));
  // the key may open other stores too, where anybody may have made an invoice with our mark
  const isOurs = (found.storeId ?? api.storeId) === api.storeId && found.metadata?.[ORDER_KEY];
  if (!isOurs) return [];
  const payments = z.parse(z.array(paymentMethod), await api.getInvoice(invoiceId, '/payment-methods'));
  const kind = kindOf(found, payments);
  if (!kind) return [];
  const { id, amount, currency } = found;
  const amountCents = kind === 'paid' && isUneven(found) ? receivedCents(found, payments) : amount;
  // a partial payment is a different cause than the full one that may come later
  const causeRef = amountCents === amount ? id : `${id}:${amountCents}`;
  const eventId = `${causeRef}:${kind}`;
  return [{ eventId, kind, paymentRef: id, causeRef, amountCents, currency: currency.toUpperCase() }];
}

const paymentMethod = z.object({
  /** Price of one coin in the invoice's currency. */
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
 * Kind of event for the state of an invoice. An expired invoice that received money is `paid` with the received sum.
 * That differs from the order's total, so the order waits for an operator.
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

/**
 * Whether the received sum differs from the invoice's. An invoice that was settled by the store's rules, or by hand,
 * counts as paid in full.
 */
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

/** Most characters of the name of a pull payment. */
const NAME_MAX = 50;
const KEY_CHARACTERS = 22;

/**
 * Name of a refund's pull payment: the id of its invoice, and a digest of the refund's key, because both together are longer
 * than a name may be.
 * @throws Error if the id of the invoice is too long
 */
export function refundName(invoiceId: string, key: string): string {
  const digest = createHash('sha256').update(key).digest('base64url').slice(0, KEY_CHARACTERS);
  const name = `${invoiceId} ${digest}`;
  if (name.length > NAME_MAX) throw new Error(`the id of invoice ${invoiceId} is too long for a refund`);
  return name;
}

/** Lists our refunds of an invoice: their names begin with its id. */
export async function refundsOf(api: BtcpayApi, invoiceId: string): Promise<PullPayment[]> {
  const all = z.parse(z.array(pullPayment), await api.get('pull-payments', { includeArchived: 'true' }));
  return all.filter(({ name }) => name.startsWith(`${invoiceId} `));
}

const PAYOUT_KINDS: Partial<Record<string, PaymentEventKind>> = {
  Completed: 'refunded',
  Cancelled: 'refundFailed',
};

/** Events of the payouts of a refund: completed or failed. A payout that still waits is no event. */
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
