import type { IncomingHttpHeaders } from 'node:http';
import type { Locale } from '#/contract/locale.ts';

export const PROVIDERS = ['sandbox', 'stripe', 'btcpay'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/**
 * pending: on its way, nothing is certain; refunded and chargedBack name what went back in their amount; refundFailed
 * and disputeWon: the refund or the charge-back of the same `causeRef` came to nothing.
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

/** What a provider is asked to collect. */
export interface PaymentRequest {
  /** Public id. */
  orderId: string;
  /** From 1; asked twice for the same order, attempt and method, a provider makes one payment. */
  attempt: number;
  totalCents: number;
  currency: 'EUR';
  /** `payment_method_name` of the catalogue. */
  methodName: string;
  /** What is bought, in the buyer's language. */
  title: string;
  locale: Locale;
  /** Where the buyer comes back to; neither says anything about the payment. */
  successUrl: string;
  failUrl: string;
  /** ISO 8601: after that it need not be payable any more. */
  expiresAt: string;
}

/** Something a provider said about one of its payments, verified. */
export interface PaymentEvent {
  /** The provider's id of this message; the same message sent again has the same. */
  eventId: string;
  kind: PaymentEventKind;
  /** The provider's id of the payment, as `start` gave it. */
  paymentRef: string;
  /** The one thing it reports: `paymentRef`, or the id of the refund or the dispute. */
  causeRef: string;
  amountCents: number;
  /** ISO 4217, upper case. */
  currency: string;
}

/** A message that the provider did not sign, or signed too long ago. */
export class ForgedWebhook extends Error {
  override readonly name = 'ForgedWebhook';
}

/** A payment provider. Every network failure is thrown: the caller says `paymentUnavailable` or tries again. */
export interface PaymentProvider {
  name: ProviderName;
  /** Makes the payment and the hosted page to send the buyer to. */
  start(request: PaymentRequest): Promise<{ paymentRef: string; url: string }>;
  /**
   * Reads a webhook from the raw bytes of its body.
   * @returns what it reports; empty where it is about nothing that matters here
   * @throws ForgedWebhook
   */
  readWebhook(raw: Buffer, headers: IncomingHttpHeaders): Promise<PaymentEvent[]>;
  /** Everything the provider holds true of a payment now, as events with stable ids: for reconciling. */
  reconcile(paymentRef: string): Promise<PaymentEvent[]>;
  /** Closes a payment that nobody has made, where that can be done; what is paid all the same is reported as ever. */
  cancel(paymentRef: string): Promise<void>;
  /** Gives money back; the same `key` gives it back once. The webhook that follows is what moves the order. */
  refund(paymentRef: string, amountCents: number, key: string): Promise<void>;
}

/** The providers that are set up, and which of them serves a method. */
export interface Payments {
  providers: ReadonlyMap<ProviderName, PaymentProvider>;
  /** Undefined: the method is not offered. */
  providerOf: (methodName: string) => PaymentProvider | undefined;
}
