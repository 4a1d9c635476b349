import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PaymentProvider } from '#/server/ports/payments.ts';
import { STRIPE_API_VERSIONS } from '#/server/platform/config/paymentSettings.ts';
import { stripe } from '#/server/adapters/payments/stripe.ts';
import { type FakeStripe, fakeStripe, STRIPE_KEY } from '../../support/services/fakeStripe.ts';

const SECRET = 'whsec_in_force';
const now = () => new Date('2026-01-15T12:00:00Z');
let service: FakeStripe;
let provider: PaymentProvider;

beforeEach(async () => {
  service = await fakeStripe(now);
  provider = stripe(
    {
      apiVersion: STRIPE_API_VERSIONS[0],
      secretKey: STRIPE_KEY,
      webhookSecrets: [SECRET],
      apiUrl: service.url,
    },
    now,
  );
});
afterEach(() => service.close());

/** Pays from Latvia with a card of a German bank. @returns the payment, and its webhook */
async function paid() {
  const { paymentRef } = await provider.start({
    orderId: 'kQ3vM2xTa0bY9sDfGhJ1Lw',
    attempt: 1,
    totalCents: 23_000,
    currency: 'EUR',
    methodName: 'card',
    title: '2 300 One Coins',
    locale: 'en',
    successUrl: 'https://one.example/donate/success',
    failUrl: 'https://one.example/donate/fail',
    expiresAt: '2026-01-15T13:00:00Z',
  });
  const session = service.pay(paymentRef, { customer_details: { address: { country: 'LV' } } });
  service.cards.set(`pi_${paymentRef}`, 'DE');
  const { raw, headers } = service.webhook('checkout.session.completed', session, SECRET, now());
  return { paymentRef, read: () => provider.readWebhook(Buffer.from(raw), headers) };
}
const BILLING = { kind: 'billing', country: 'LV' };
const CARD = { kind: 'card', country: 'DE' };

test('O25 Stripe tells the countries of the billing address and of the card', async () => {
  const { paymentRef, read } = await paid();
  const event = { kind: 'paid', paymentRef, places: [BILLING, CARD] };
  expect(await read()).toMatchObject([event]);
  expect(await provider.reconcile(paymentRef)).toMatchObject([event]);
});

test('O25 a payment counts although Stripe does not tell the card', async () => {
  const { read } = await paid();
  service.instead.push({ status: 503, body: '<html>' });
  expect(await read()).toMatchObject([{ kind: 'paid', places: [BILLING] }]);
});
