import type { IncomingHttpHeaders } from 'node:http';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { PayoutReports } from './payouts.ts';

export const PROVIDERS = ['sandbox', 'stripe', 'btcpay'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/**
 * pending: the payment has started and its outcome is open. refunded, chargedBack: their amount is the returned
 * money. refundFailed, disputeWon: the refund or the charge-back with the same `causeRef` failed.
 */
export type PaymentEventKind =
  | 'pending'
  | 'paid'
  | 'failed'
  | 'expired'
  | 'refunded'
  | 'refundFailed'
  | 'chargedBack'
  | 'disputeWon';

/** A payment to be created by a provider. */
export interface PaymentRequest {
  /** Public id of the order. */
  orderId: string;
  /** Counts from 1. A repeated request for the same order, attempt and method creates no second payment. */
  attempt: number;
  totalCents: number;
  currency: 'EUR';
  /** `payment_method_name` of the catalogue. */
  methodName: string;
  /** The purchase in the buyer's language. */
  title: string;
  locale: Locale;
  /** Addresses to which the provider sends the buyer afterwards. Neither proves anything about the payment. */
  successUrl: string;
  failUrl: string;
  /** ISO 8601. After this time the payment may be closed. */
  expiresAt: string;
}

/**
 * Pieces of evidence of the country that a buyer lives in. billing, card: their address and their bank, as the provider
 * reports them; network: where their connection comes from; declared: their own words.
 */
export const PLACE_KINDS = ['billing', 'card', 'network', 'declared'] as const;
export interface Place {
  kind: (typeof PLACE_KINDS)[number];
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** A verified report of a provider about one of its payments. */
export interface PaymentEvent {
  /** The provider's id of this message; a repeated message has the same id. */
  eventId: string;
  kind: PaymentEventKind;
  /** The provider's id of the payment, as `start` returned it. */
  paymentRef: string;
  /** Id of the reported fact: `paymentRef`, or the id of the refund or the dispute. */
  causeRef: string;
  amountCents: number;
  /** ISO 4217, upper case. */
  currency: string;
  /** What the payment tells about the buyer's country. */
  places?: readonly Place[] | undefined;
}

/** A message without a valid signature, or with one that is too old. */
export class ForgedWebhook extends Error {
  override readonly name = 'ForgedWebhook';
}

/** A payment provider. Network errors are thrown: the caller answers `paymentUnavailable` or retries. */
export interface PaymentProvider {
  name: ProviderName;
  /** Whether its reports of paid payments by a method name the buyer's country. */
  tellsPlace: (methodName: string) => boolean;
  /** Creates the payment. @returns its id, and the address of the hosted page for the buyer */
  start(request: PaymentRequest): Promise<{ paymentRef: string; url: string }>;
  /** Format of its webhooks: the header with the signature, and the largest body. */
  webhook: { signatureHeader: string; maxBytes: number };
  /**
   * Reads a webhook from the raw bytes of its body.
   * @returns its events; empty if it is about something else
   * @throws ForgedWebhook
   */
  readWebhook(raw: Buffer, headers: IncomingHttpHeaders): Promise<PaymentEvent[]>;
  /** Page of the payment at the provider, for the shop's operators. */
  pageOf(paymentRef: string): string;
  /** Asks the provider for everything about a payment, as events with stable ids. */
  reconcile(paymentRef: string): Promise<PaymentEvent[]>;
  /** Closes an unpaid payment if the provider supports that. If the buyer still pays, the usual webhook follows. */
  cancel(paymentRef: string): Promise<void>;
  /** Refunds money. A repeated call with the same `key` refunds once. The order moves when the webhook arrives. */
  refund(paymentRef: string, amountCents: number, key: string): Promise<void>;
  /** Its payouts. Null if it tells none. */
  payouts: PayoutReports | null;
}

/** The configured providers, and the provider of each payment method. */
export interface Payments {
  providers: ReadonlyMap<ProviderName, PaymentProvider>;
  /** Returns undefined for a method that is not offered. */
  providerOf: (methodName: string) => PaymentProvider | undefined;
}
