import { afterEach, beforeEach, expect, test } from 'vitest';
import { stripe } from '#/server/adapters/payments/stripe.ts';
import { STRIPE_API_VERSIONS } from '#/server/platform/config/paymentSettings.ts';
import type { PaymentProvider } from '#/server/ports/payments.ts';
import { type FakeStripe, fakeStripe, STRIPE_KEY } from '../../support/services/fakeStripe.ts';

const MINUTE_MS = 60_000;
const BEGIN_MS = Date.UTC(2026, 0, 15, 12);

let nowMs: number;
let service: FakeStripe;
let provider: PaymentProvider;
beforeEach(async () => {
  const now = () => new Date(nowMs);
  service = await fakeStripe(now);
  const settings = { apiVersion: STRIPE_API_VERSIONS[0], secretKey: STRIPE_KEY, webhookSecrets: ['whsec_x'] };
  provider = stripe({ ...settings, apiUrl: service.url }, now);
});
afterEach(() => service.close());

/** Starts the payment of an order that expires an hour after its begin. */
async function start(minutes: number): Promise<string> {
  nowMs = BEGIN_MS + minutes * MINUTE_MS;
  const { paymentRef } = await provider.start({
    orderId: 'kQ3vM2xTa0bY9sDfGhJ1Lw',
    attempt: 1,
    totalCents: 23_000,
    currency: 'EUR',
    methodName: 'card_and_more',
    title: '2 300 One Coins',
    locale: 'ru',
    successUrl: 'https://one.example/donate/success',
    failUrl: 'https://one.example/donate/fail',
    expiresAt: new Date(BEGIN_MS + 60 * MINUTE_MS).toISOString(),
  });
  return paymentRef;
}

test.each([
  ['later', 10, 40],
  ['by a server whose clock is behind', 30, 28],
])(
  'N4 a start that is repeated %s makes one payment, also less than 31 minutes before the end',
  async (_, first, second) => {
    service.instead.push('cut');
    await expect(start(first)).rejects.toThrow();
    expect([await start(second), await start(second)]).toEqual(['cs_test_1', 'cs_test_1']);
    expect(service.sessions.size).toBe(1);
  },
);
