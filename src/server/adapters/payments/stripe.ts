import { Stripe } from 'stripe';
import * as z from 'zod/mini';
import type { Locale } from '#/contract/kernel/locale.ts';
import {
  isStripeTest,
  type StripeApiVersion,
  type StripeSettings,
} from '#/server/platform/config/paymentSettings.ts';
import { PROVIDER_TIMEOUT_MS } from './callProvider.ts';
import { ForgedWebhook, type PaymentProvider, type PaymentRequest } from '#/server/ports/payments.ts';
import { jsonOf, verifyWithTime } from './signature.ts';
import { stripePayouts } from './stripePayouts.ts';
import { withPlaces } from './stripePlaces.ts';
import { eventsOfDispute, eventsOfRefunds, eventsOfSession } from './stripeEvents.ts';

const SIGNATURE_HEADER = 'stripe-signature';
/** An event carries one object. Ours have one line of metadata and a few kilobytes. */
const WEBHOOK_MAX_BYTES = 64 * 1024;
/** Length of an unexpected answer in an error message. */
const SHOWN_CHARACTERS = 300;
/** Stripe requires at least 30 minutes; one more covers the transmission. */
const MIN_LIFETIME_MS = 31 * 60 * 1000;
/** Checkout has no Ukrainian, so it follows the browser. */
const LOCALES: Record<Locale, Stripe.Checkout.SessionCreateParams.Locale> = {
  ru: 'ru',
  uk: 'auto',
  en: 'en',
};

/** Name of the list of allowed methods; neither version knows the other's. */
const LIST_OF_METHODS: Record<StripeApiVersion, string> = {
  '2025-03-31.basil': 'payment_method_types',
  '2026-10-28.endive': 'allowed_payment_method_types',
};

const session = z.object({ id: z.string(), url: z.string() });
const refusal = z.object({ error: z.object({}) });
const message = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.unknown() }),
});

/** Stripe Checkout: Stripe's own page, where cards are entered, and its webhooks. */
export function stripe(settings: StripeSettings, now: () => Date): PaymentProvider {
  const client = clientOf(settings);
  const { sessions } = client.checkout;
  const dashboard = `https://dashboard.stripe.com/${isStripeTest(settings) ? 'test/' : ''}`;
  return {
    name: 'stripe',
    webhook: { signatureHeader: SIGNATURE_HEADER, maxBytes: WEBHOOK_MAX_BYTES },
    start: async (request) => {
      const { orderId, methodName, attempt } = request;
      // each version has parameters of its own, and a key stands for the same parameters
      const idempotencyKey = [orderId, methodName, attempt, settings.apiVersion].join(':');
      const make = (expiresMs: number) =>
        sessions.create(sessionOf(request, settings, expiresMs), { idempotencyKey });
      const [expiresMs, otherMs] = expiriesOf(request, now());
      const made = await make(expiresMs).catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
        // an earlier start, whose answer was lost, sent the other time: Stripe answers with the session of that start
        return make(otherMs);
      });
      const { id, url } = z.parse(session, made);
      return { paymentRef: id, url };
    },
    tellsPlace: () => true,
    pageOf: (paymentRef) => `${dashboard}search?query=${encodeURIComponent(paymentRef)}`,
    // Does not use the library's own check, because it accepts messages from the future, and bodies with an unsigned
    // byte order mark.
    readWebhook: async (raw, headers) => {
      verifyWithTime(raw, headers[SIGNATURE_HEADER], settings.webhookSecrets, now());
      const { data: sent } = z.safeParse(message, jsonOf(raw));
      if (!sent) throw new ForgedWebhook('not an event of Stripe');
      const { object } = sent.data;
      if (sent.type.startsWith('checkout.session.'))
        return withPlaces(client, object, eventsOfSession(object, sent));
      if (/^(charge\.refunded|(charge\.)?refund\.(created|updated|failed))$/.test(sent.type))
        return eventsOfRefunds(client, object);
      if (/^charge\.dispute\.(created|updated|funds_withdrawn|funds_reinstated|closed)$/.test(sent.type))
        return eventsOfDispute(client, object);
      return [];
    },
    reconcile: async (paymentRef) => {
      const object = await sessions.retrieve(paymentRef);
      const { payment_intent: intent } = z.parse(z.object({ payment_intent: z.nullish(z.string()) }), object);
      const ofSession = await withPlaces(client, object, eventsOfSession(object));
      if (!intent) return ofSession;
      const refunds = await eventsOfRefunds(client, { payment_intent: intent });
      const { data: disputes } = await client.disputes.list({ payment_intent: intent, limit: 100 });
      const disputed = await Promise.all(disputes.map((dispute) => eventsOfDispute(client, dispute)));
      return [...ofSession, ...refunds, ...disputed.flat()];
    },
    cancel: async (paymentRef) => {
      await sessions.expire(paymentRef, {}, { idempotencyKey: `expire:${paymentRef}` });
    },
    refund: async (paymentRef, amountCents, key) => {
      const object = await sessions.retrieve(paymentRef);
      const { payment_intent: intent } = z.parse(z.object({ payment_intent: z.string() }), object);
      await client.refunds.create({ payment_intent: intent, amount: amountCents }, { idempotencyKey: key });
    },
    payouts: stripePayouts(client, dashboard),
  };
}

function clientOf({ apiUrl, apiVersion, secretKey }: StripeSettings): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl);
  return new Stripe(secretKey, {
    // fixes the form of the answers, whatever version the account uses; the library's types are of the newest one
    apiVersion: apiVersion as typeof Stripe.API_VERSION,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port !== '' && { port }),
    timeout: PROVIDER_TIMEOUT_MS,
    // the buyer is waiting, and background questions are repeated by their job
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(fetchChecked),
  });
}

/**
 * Fetches and checks the status. The library takes every answer without an `error` for a success, so a proxy's 503
 * would count as a refund. Such an answer becomes an error that names its status.
 */
async function fetchChecked(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: 'error' });
  if (answer.ok) return answer;
  const text = await answer.clone().text();
  if (z.safeParse(refusal, parsedJson(text)).success) return answer;
  const error = {
    type: 'api_error',
    message: `answered ${answer.status}: ${text.slice(0, SHOWN_CHARACTERS)}`,
  };
  return Response.json({ error }, { status: answer.status });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The two times at which a session of an order may expire, the fitting one first: with the order, or later where less
 * time is left than Stripe requires.
 */
function expiriesOf({ expiresAt }: PaymentRequest, now: Date): [number, number] {
  const withOrder = Date.parse(expiresAt);
  const later = withOrder + MIN_LIFETIME_MS;
  return withOrder - now.getTime() < MIN_LIFETIME_MS ? [later, withOrder] : [withOrder, later];
}

/**
 * Parameters of a Checkout Session. Under one idempotency key Stripe requires the same parameters, so nothing here may
 * depend on the current time.
 */
function sessionOf(
  request: PaymentRequest,
  { apiVersion }: StripeSettings,
  expiresMs: number,
): Stripe.Checkout.SessionCreateParams {
  const { orderId, totalCents, currency, methodName, title, locale, successUrl, failUrl } = request;
  return {
    mode: 'payment',
    client_reference_id: orderId,
    metadata: { order: orderId },
    payment_intent_data: { metadata: { order: orderId } },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: totalCents,
          product_data: { name: title },
        },
      },
    ],
    success_url: successUrl,
    cancel_url: failUrl,
    expires_at: Math.floor(expiresMs / 1000),
    locale: LOCALES[locale],
    // the buyer pays exactly the sum that was shown
    adaptive_pricing: { enabled: false },
    // without a list Stripe offers the methods of its dashboard
    ...(methodName === 'card' && { [LIST_OF_METHODS[apiVersion]]: ['card'] }),
  };
}
