import type { PayoutLineKind, PayoutStatus } from '#/contract/operator/figures/payouts.ts';

/** Money that a provider sent to the shop's bank. */
export interface Payout {
  /** The provider's id. */
  payoutRef: string;
  /** Negative if the provider takes money from the bank. */
  amountCents: number;
  /** ISO 4217, upper case. */
  currency: string;
  status: PayoutStatus;
  createdAt: Date;
  arrivesAt: Date;
  /**
   * ready: the lines can be read and do not change any more; later: the provider has not finished them; never: the
   * provider does not tell them.
   */
  lines: 'ready' | 'later' | 'never';
}

/** A movement of money that a payout settles. */
export interface PayoutLine {
  /** The provider's id. */
  lineRef: string;
  kind: PayoutLineKind;
  /** The provider's id of the payment, as `start` returned it. */
  paymentRef: string | null;
  /** Id of the refund or dispute, as in its payment events; otherwise what the provider names. */
  causeRef: string | null;
  /** Public id of the order that the provider stored with the payment. */
  orderId: string | null;
  /** Negative for money that leaves. Net is gross minus fee, and the net amounts add up to the payout. */
  grossCents: number;
  feeCents: number;
  currency: string;
  at: Date;
  /** The provider's own words. */
  note: string | null;
}

/** Payouts as a provider tells them, page by page. A missing answer is thrown. */
export interface PayoutReports {
  /** Lists the payouts created since a time. */
  list(since: Date): AsyncIterable<readonly Payout[]>;
  /**
   * Lists the lines of a payout, always in the same order.
   * @param afterRef id of the last known line
   */
  linesOf(payoutRef: string, afterRef: string | undefined): AsyncIterable<readonly PayoutLine[]>;
  /** Page of the payout at the provider. Undefined if there is none. */
  pageOf(payoutRef: string): string | undefined;
}
