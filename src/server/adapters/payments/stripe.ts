import * as z from 'zod/mini';
import type { Locale } from '#/contract/locale.ts';
import type { StripeSettings } from '#/server/platform/config/paymentSettings.ts';
import { callProvider } from './callProvider.ts';
import { ForgedWebhook, type PaymentProvider, type PaymentRequest } from '#/server/ports/payments.ts';
import { jsonOf, verifyWithTime } from './signature.ts';
import { eventsOfDispute, eventsOfRefunds, eventsOfSession, type StripeApi } from './stripeEvents.ts';

const SIGNATURE_HEADER = 'stripe-signature';
/** An event carries one object. Ours have one line of metadata and a few kilobytes. */
const WEBHOOK_MAX_BYTES = 64 * 1024;
/** Fixes the form of the answers, whatever version the Stripe account uses. */
const API_VERSION = '2025-03-31.basil';
/** Stripe requires at least 30 minutes; one more for the way there. */
const MIN_LIFETIME_MS = 31 * 60 * 1000;
/** Checkout has no Ukrainian, so it follows the browser. */
const LOCALES: Record<Locale, string> = { ru: 'ru', uk: 'auto', en: 'en' };

const session = z.object({ id: z.string(), url: z.string() });
const message = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.unknown() }),
});

/** Stripe Checkout: Stripe's own page, where cards are entered, and its webhooks. */
export function stripe(settings: StripeSettings, now: () => Date): PaymentProvider {
  const api = apiOf(settings);
  return {
    name: 'stripe',
    webhook: { signatureHeader: SIGNATURE_HEADER, maxBytes: WEBHOOK_MAX_BYTES },
    start: async (request) => {
      const key = [request.orderId, request.methodName, request.attempt].join(':');
      const made = await api.post('checkout/sessions', sessionForm(request, now()), key);
      const { id, url } = z.parse(session, made);
      return { paymentRef: id, url };
    },
    readWebhook: async (raw, headers) => {
      verifyWithTime(raw, headers[SIGNATURE_HEADER], settings.webhookSecrets, now());
      const { data: sent } = z.safeParse(message, jsonOf(raw));
      if (!sent) throw new ForgedWebhook('not an event of Stripe');
      const { object } = sent.data;
      if (sent.type.startsWith('checkout.session.')) return eventsOfSession(object, sent);
      if (/^(charge\.refunded|(charge\.)?refund\.(created|updated|failed))$/.test(sent.type))
        return eventsOfRefunds(api, object);
      if (/^charge\.dispute\.(created|funds_withdrawn|closed)$/.test(sent.type))
        return eventsOfDispute(api, object);
      return [];
    },
    reconcile: async (paymentRef) => {
      const object = await api.get(`checkout/sessions/${encodeURIComponent(paymentRef)}`);
      const { payment_intent: intent } = z.parse(z.object({ payment_intent: z.nullish(z.string()) }), object);
      if (!intent) return eventsOfSession(object);
      const refunds = await eventsOfRefunds(api, { payment_intent: intent });
      const { data: disputes } = z.parse(
        z.object({ data: z.array(z.unknown()) }),
        await api.get('disputes', { payment_intent: intent, limit: '100' }),
      );
      const disputed = await Promise.all(disputes.map((dispute) => eventsOfDispute(api, dispute)));
      return [...eventsOfSession(object), ...refunds, ...disputed.flat()];
    },
    cancel: async (paymentRef) => {
      await api.post(
        `checkout/sessions/${encodeURIComponent(paymentRef)}/expire`,
        {},
        `expire:${paymentRef}`,
      );
    },
    refund: async (paymentRef, amountCents, key) => {
      const object = await api.get(`checkout/sessions/${encodeURIComponent(paymentRef)}`);
      const { payment_intent: intent } = z.parse(z.object({ payment_intent: z.string() }), object);
      await api.post('refunds', { payment_intent: intent, amount: String(amountCents) }, key);
    },
  };
}

function apiOf({ apiUrl, secretKey }: StripeSettings): StripeApi {
  const headers = { authorization: `Bearer ${secretKey}`, 'stripe-version': API_VERSION };
  return {
    get: (path, query = {}) =>
      callProvider(new URL(`${apiUrl}/v1/${path}?${new URLSearchParams(query).toString()}`), {
        method: 'GET',
        headers,
      }),
    post: (path, form, idempotencyKey) =>
      callProvider(new URL(`${apiUrl}/v1/${path}`), {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': idempotencyKey },
        body: new URLSearchParams(form),
      }),
  };
}

/**
 * Parameters of a Checkout Session. Under one idempotency key Stripe requires the same parameters, so nothing here may
 * depend on the current time.
 */
function sessionForm(request: PaymentRequest, now: Date): Record<string, string> {
  const { orderId, totalCents, currency, methodName, title, locale, successUrl, failUrl, expiresAt } =
    request;
  const expiresMs = Date.parse(expiresAt);
  const isTooSoon = expiresMs - now.getTime() < MIN_LIFETIME_MS;
  return {
    mode: 'payment',
    client_reference_id: orderId,
    'metadata[order]': orderId,
    'payment_intent_data[metadata][order]': orderId,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': String(totalCents),
    'line_items[0][price_data][product_data][name]': title,
    success_url: successUrl,
    cancel_url: failUrl,
    expires_at: String(Math.floor((isTooSoon ? expiresMs + MIN_LIFETIME_MS : expiresMs) / 1000)),
    locale: LOCALES[locale],
    // the buyer pays exactly the sum that was shown
    'adaptive_pricing[enabled]': 'false',
    // without a list Stripe offers the methods of its dashboard
    ...(methodName === 'card' && { 'payment_method_types[0]': 'card' }),
  };
}
