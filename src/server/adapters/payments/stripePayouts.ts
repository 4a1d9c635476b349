import type { Stripe } from 'stripe';
import * as z from 'zod/mini';
import type { PayoutLineKind, PayoutStatus } from '#/contract/operator/figures/payouts.ts';
import type { Payout, PayoutLine, PayoutReports } from '#/server/ports/payouts.ts';
import { sessionOf } from './stripeEvents.ts';

/** Most objects that Stripe puts into a page. */
const PAGE_ROWS = 100;
/** Length of a stored description. */
const NOTE_CHARACTERS = 200;

const STATUSES: Readonly<Record<string, PayoutStatus>> = {
  pending: 'pending',
  in_transit: 'inTransit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'cancelled',
};

const payout = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  created: z.int(),
  arrival_date: z.int(),
  /** `not_applicable` for payouts made by hand, whose transactions Stripe does not tell. */
  reconciliation_status: z.nullish(z.string()),
});

/** Kinds by Stripe's reporting category; all others are adjustments. */
const KINDS: Readonly<Record<string, PayoutLineKind>> = {
  charge: 'charge',
  charge_failure: 'refund',
  refund: 'refund',
  refund_failure: 'refund',
  partial_capture_reversal: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
};

/** A charge, a refund or a dispute, with the PaymentIntent behind it. A charge has the metadata of its intent. */
const source = z.object({
  id: z.string(),
  object: z.string(),
  payment_intent: z.nullish(z.string()),
  metadata: z.nullish(z.object({ order: z.optional(z.string()) })),
});

const transaction = z.object({
  id: z.string(),
  amount: z.int(),
  fee: z.int(),
  currency: z.string(),
  created: z.int(),
  type: z.string(),
  reporting_category: z.string(),
  description: z.nullish(z.string()),
  source: z.nullish(z.union([z.string(), source])),
});

/**
 * The automatic payouts of a Stripe account, with the balance transactions that each one settles (O25).
 * @param dashboardUrl beginning of the addresses of Stripe's own pages
 */
export const stripePayouts = (client: Stripe, dashboardUrl: string): PayoutReports => ({
  async *list(since) {
    const created = { gte: Math.floor(since.getTime() / 1000) };
    const pages = pagesOf(payout, (after) => client.payouts.list({ created, limit: PAGE_ROWS, ...after }));
    for await (const page of pages) yield page.map(readPayout);
  },
  async *linesOf(payoutRef, afterRef) {
    const ask = (after: { starting_after?: string }) =>
      client.balanceTransactions.list({
        payout: payoutRef,
        limit: PAGE_ROWS,
        expand: ['data.source'],
        ...after,
      });
    for await (const page of pagesOf(transaction, ask, afterRef)) {
      const lines: PayoutLine[] = [];
      // the list begins with the payout itself
      for (const each of page) if (each.type !== 'payout') lines.push(await readLine(client, each));
      yield lines;
    }
  },
  pageOf: (payoutRef) => `${dashboardUrl}payouts/${encodeURIComponent(payoutRef)}`,
});

/** Asks for page after page. @throws Error if a page ends where the one before ended */
async function* pagesOf<T extends z.core.$ZodType<{ id: string }>>(
  item: T,
  ask: (after: { starting_after?: string }) => Promise<unknown>,
  afterRef?: string,
): AsyncGenerator<z.output<T>[]> {
  const list = z.object({ data: z.array(item), has_more: z.boolean() });
  for (let last = afterRef; ;) {
    const page = z.parse(list, await ask(last === undefined ? {} : { starting_after: last }));
    yield page.data;
    if (!page.has_more) return;
    const next = page.data.at(-1)?.id;
    if (next === undefined || next === last) throw new Error('Stripe repeats a page of a list');
    last = next;
  }
}

const dateOf = (unixSeconds: number) => new Date(unixSeconds * 1000);

function readPayout(found: z.output<typeof payout>): Payout {
  const { id, amount, currency, created, arrival_date: arrival, reconciliation_status: lines } = found;
  const status = STATUSES[found.status];
  if (!status) throw new Error(`payout ${id} is ${found.status}`);
  return {
    payoutRef: id,
    amountCents: amount,
    currency: currency.toUpperCase(),
    status,
    createdAt: dateOf(created),
    arrivesAt: dateOf(arrival),
    lines: lines === 'completed' ? 'ready' : lines === 'not_applicable' ? 'never' : 'later',
  };
}

/** Reads a line. Only refunds and disputes need a question about their payment, and they are few. */
async function readLine(client: Stripe, found: z.output<typeof transaction>): Promise<PayoutLine> {
  const kind = KINDS[found.reporting_category] ?? 'adjustment';
  const from = typeof found.source === 'string' ? { id: found.source, object: '' } : found.source;
  const isBack = kind === 'refund' || kind === 'dispute';
  return {
    lineRef: found.id,
    kind,
    paymentRef: isBack ? ((await sessionOf(client, from?.payment_intent)) ?? null) : null,
    causeRef: from?.id ?? null,
    orderId: from?.metadata?.order ?? null,
    grossCents: found.amount,
    feeCents: found.fee,
    currency: found.currency.toUpperCase(),
    at: dateOf(found.created),
    note: found.description?.slice(0, NOTE_CHARACTERS) ?? null,
  };
}
