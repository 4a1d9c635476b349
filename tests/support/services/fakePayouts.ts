import type { Payout, PayoutLine, PayoutReports } from '#/server/ports/payouts.ts';

export interface FakePayouts extends PayoutReports {
  payouts: Payout[];
  lines: Map<string, PayoutLine[]>;
  /** Lines of a page. */
  pageRows: number;
  /** Number of pages that are answered before the provider falls silent. Undefined if it does not. */
  pagesLeft: number | undefined;
  /** Pages that it was asked for. */
  asked: string[];
}

/** A provider's reports of payouts, with pages of lines. */
export function fakePayouts(): FakePayouts {
  const answer = (what: string) => {
    fake.asked.push(what);
    if (fake.pagesLeft === undefined) return;
    if (fake.pagesLeft === 0) throw new Error('the provider does not answer');
    fake.pagesLeft -= 1;
  };
  const fake: FakePayouts = {
    payouts: [],
    lines: new Map(),
    pageRows: 2,
    pagesLeft: undefined,
    asked: [],
    async *list(since) {
      await Promise.resolve();
      answer('list');
      yield fake.payouts.filter(({ createdAt }) => createdAt >= since).toReversed();
    },
    async *linesOf(payoutRef, afterRef) {
      const lines = fake.lines.get(payoutRef) ?? [];
      for (let at = lines.findIndex(({ lineRef }) => lineRef === afterRef) + 1; ;) {
        await Promise.resolve();
        answer(`${payoutRef} ${at}`);
        yield lines.slice(at, at + fake.pageRows);
        at += fake.pageRows;
        if (at >= lines.length) return;
      }
    },
    pageOf: (payoutRef) => `https://pay.example/payouts/${payoutRef}`,
  };
  return fake;
}

/** A line of a payout. By default its net amount is its gross amount. */
export const payoutLine = (
  changes: Partial<PayoutLine> & Pick<PayoutLine, 'lineRef' | 'kind' | 'grossCents'>,
): PayoutLine => ({
  paymentRef: null,
  causeRef: null,
  orderId: null,
  feeCents: 0,
  currency: 'EUR',
  at: new Date('2026-01-15T12:00:00Z'),
  note: null,
  ...changes,
});

/** A payout whose amount is the net sum of its lines, unless another one is given. */
export function addPayout(
  fake: FakePayouts,
  payoutRef: string,
  lines: readonly PayoutLine[],
  changes: Partial<Payout> = {},
): void {
  fake.lines.set(payoutRef, [...lines]);
  fake.payouts.push({
    payoutRef,
    amountCents: lines.reduce((sum, { grossCents, feeCents }) => sum + grossCents - feeCents, 0),
    currency: 'EUR',
    status: 'paid',
    createdAt: new Date('2026-01-15T13:00:00Z'),
    arrivesAt: new Date('2026-01-16T00:00:00Z'),
    lines: 'ready',
    ...changes,
  });
}
