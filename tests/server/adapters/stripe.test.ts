import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { STRIPE_API_VERSIONS, type StripeSettings } from '#/server/platform/config/paymentSettings.ts';
import { ForgedWebhook, type PaymentProvider, type PaymentRequest } from '#/server/ports/payments.ts';
import { stripe } from '#/server/adapters/payments/stripe.ts';
import { type FakeStripe, fakeStripe, STRIPE_KEY } from '../../support/services/fakeStripe.ts';

const SECRET = 'whsec_in_force';
const OLD_SECRET = 'whsec_being_replaced';

let nowMs: number;
const now = () => new Date(nowMs);
let service: FakeStripe;
let settings: StripeSettings;
let provider: PaymentProvider;

beforeEach(async () => {
  nowMs = Date.UTC(2026, 0, 15, 12);
  service = await fakeStripe(now);
  settings = {
    apiVersion: STRIPE_API_VERSIONS[0],
    secretKey: STRIPE_KEY,
    webhookSecrets: [SECRET, OLD_SECRET],
    apiUrl: service.url,
  };
  provider = stripe(settings, now);
});
afterEach(() => service.close());

const request = (changes: Partial<PaymentRequest> = {}): PaymentRequest => ({
  orderId: 'kQ3vM2xTa0bY9sDfGhJ1Lw',
  attempt: 1,
  totalCents: 23_000,
  currency: 'EUR',
  methodName: 'card_and_more',
  title: '2 300 One Coins',
  locale: 'ru',
  successUrl: 'https://one.example/donate/success?order=1',
  failUrl: 'https://one.example/donate/fail?order=1',
  expiresAt: new Date(Date.UTC(2026, 0, 15, 13)).toISOString(),
  ...changes,
});
const start = async (changes?: Partial<PaymentRequest>) =>
  (await provider.start(request(changes))).paymentRef;
const read = (type: string, object: object, secret = SECRET) => {
  const { raw, headers } = service.webhook(type, object, secret, now());
  return provider.readWebhook(Buffer.from(raw), headers);
};
const paid = (paymentRef: string) => ({
  kind: 'paid',
  paymentRef,
  causeRef: paymentRef,
  amountCents: 23_000,
  currency: 'EUR',
});

describe('N4 start', () => {
  test('asks for a Checkout Session over the sum, and sends the buyer there', async () => {
    const started = await provider.start(request());
    expect(started).toEqual({ paymentRef: 'cs_test_1', url: 'https://checkout.stripe.com/c/pay/cs_test_1' });
    const [asked] = service.asked;
    expect(asked?.headers).toMatchObject({
      'idempotency-key': 'kQ3vM2xTa0bY9sDfGhJ1Lw:card_and_more:1:2025-03-31.basil',
      'stripe-version': '2025-03-31.basil',
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
      mode: 'payment',
      client_reference_id: 'kQ3vM2xTa0bY9sDfGhJ1Lw',
      'metadata[order]': 'kQ3vM2xTa0bY9sDfGhJ1Lw',
      'payment_intent_data[metadata][order]': 'kQ3vM2xTa0bY9sDfGhJ1Lw',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][unit_amount]': '23000',
      'line_items[0][price_data][product_data][name]': '2 300 One Coins',
      success_url: 'https://one.example/donate/success?order=1',
      cancel_url: 'https://one.example/donate/fail?order=1',
      expires_at: String(Date.UTC(2026, 0, 15, 13) / 1000),
      locale: 'ru',
      'adaptive_pricing[enabled]': 'false',
    });
  });

  test.each([
    ['ru', 'ru'],
    ['uk', 'auto'],
    ['en', 'en'],
  ] as const)('speaks %s as %s', async (locale, spoken) => {
    await start({ locale });
    expect(new URLSearchParams(service.asked[0]?.body).get('locale')).toBe(spoken);
  });

  test.each([
    ['2025-03-31.basil', 'payment_method_types[0]'],
    ['2026-10-28.endive', 'allowed_payment_method_types[0]'],
  ] as const)('"card only" offers cards only, as version %s says it', async (apiVersion, name) => {
    provider = stripe({ ...settings, apiVersion }, now);
    await start({ methodName: 'card' });
    expect(service.asked[0]?.headers['stripe-version']).toBe(apiVersion);
    expect(new URLSearchParams(service.asked[0]?.body).get(name)).toBe('card');
    await start();
    expect(service.sessions.size).toBe(2);
  });

  test('asked twice for an order, also after an answer that was lost, makes one payment', async () => {
    service.instead.push('cut');
    await expect(start()).rejects.toThrow();
    nowMs += 60_000;
    expect([await start(), await start()]).toEqual(['cs_test_1', 'cs_test_1']);
    expect(service.sessions.size).toBe(1);
  });

  test('another payment method, and another attempt, is another session', async () => {
    const first = await start();
    expect(await start({ methodName: 'card' })).not.toBe(first);
    const again = await start({ attempt: 2 });
    expect(again).not.toBe(first);
    expect(await start({ attempt: 2 })).toBe(again);
  });

  test('a session that is replaced is closed, one that was paid cannot be', async () => {
    const ref = await start();
    await provider.cancel(ref);
    expect(service.sessions.get(ref)?.['status']).toBe('expired');
    const paidRef = await start({ attempt: 2 });
    service.pay(paidRef);
    await expect(provider.cancel(paidRef)).rejects.toThrow(
      'Only Checkout Sessions with a status in ["open"]',
    );
    expect(service.sessions.get(paidRef)?.['status']).toBe('complete');
  });

  test('is never payable for less than Stripe wants', async () => {
    await start({ expiresAt: new Date(nowMs + 5 * 60_000).toISOString() });
    expect(service.sessions.size).toBe(1);
  });

  test.each([
    ['an error', { status: 500, body: '{"error":{"message":"oh"}}' }],
    ['an error of a proxy', { status: 503, body: '{"id":"cs_1","url":"https://one.example"}' }],
    ['a page of a proxy', { status: 502, body: '<html>' }],
    ['nonsense', { status: 200, body: '<html>' }],
    ['something else', { status: 200, body: '{"id":"cs_1"}' }],
    ['no answer', 'cut'],
  ] as const)('throws on %s, and no key is in the message', async (_, answer) => {
    service.instead.push(answer);
    const error = await start().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).not.toContain(STRIPE_KEY);
  });
});

describe('N4 the contents of a webhook', () => {
  test('completed and paid is paid, with the sum that Stripe took', async () => {
    const ref = await start();
    const session = service.pay(ref);
    expect(await read('checkout.session.completed', session)).toMatchObject([paid(ref)]);
    session['amount_total'] = 500;
    session['currency'] = 'usd';
    const other = { ...paid(ref), amountCents: 500, currency: 'USD' };
    expect(await read('checkout.session.completed', session)).toMatchObject([other]);
  });

  test('a slow payment method is pending, then paid or failed', async () => {
    const ref = await start();
    const session = service.pay(ref, { payment_status: 'unpaid' });
    expect(await read('checkout.session.completed', session)).toMatchObject([{ kind: 'pending' }]);
    expect(await read('checkout.session.async_payment_failed', session)).toMatchObject([{ kind: 'failed' }]);
    service.pay(ref);
    expect(await read('checkout.session.async_payment_succeeded', session)).toMatchObject([paid(ref)]);
  });

  test('a session that ran out is expired', async () => {
    const ref = await start();
    const session = service.pay(ref, { status: 'expired', payment_status: 'unpaid' });
    expect(await read('checkout.session.expired', session)).toMatchObject([
      { kind: 'expired', paymentRef: ref },
    ]);
  });

  test('every event of a refund reports the refund itself, once it went through', async () => {
    const ref = await start();
    service.pay(ref);
    await provider.refund(ref, 3000, 'refund-of-marlo');
    const [refund] = service.refunds;
    const event = {
      eventId: 're_1:refunded',
      kind: 'refunded',
      paymentRef: ref,
      causeRef: 're_1',
      amountCents: 3000,
      currency: 'EUR',
    };
    const charge = { id: 'ch_1', object: 'charge', payment_intent: `pi_${ref}`, amount_refunded: 3000 };
    expect(await read('refund.created', refund!)).toEqual([event]);
    expect(await read('refund.updated', refund!)).toEqual([event]);
    expect(await read('charge.refund.updated', refund!)).toEqual([event]);
    expect(await read('charge.refunded', charge)).toEqual([event]);
    refund!['status'] = 'pending';
    expect(await read('refund.created', refund!)).toEqual([]);
  });

  test.each([
    ['refund.failed', 'failed'],
    ['refund.updated', 'failed'],
    ['charge.refund.updated', 'failed'],
    ['refund.updated', 'canceled'],
  ])('%s with "%s" takes the refund back, also when we ask ourselves', async (type, status) => {
    const ref = await start();
    service.pay(ref);
    await provider.refund(ref, 3000, 'refund-of-marlo');
    await provider.refund(ref, 2000, 'another');
    const [refund] = service.refunds;
    refund!['status'] = status;
    const event = { paymentRef: ref, amountCents: 3000, currency: 'EUR', causeRef: 're_1' };
    const failed = { ...event, eventId: 're_1:refundFailed', kind: 'refundFailed' };
    const other = { kind: 'refunded', causeRef: 're_2', amountCents: 2000 };
    expect(await read(type, refund!)).toMatchObject([failed, other]);
    expect(await provider.reconcile(ref)).toMatchObject([paid(ref), failed, other]);
  });

  test('what is of no order of this site says nothing', async () => {
    expect(await read('customer.created', { id: 'cus_1' })).toEqual([]);
    const foreign = {
      id: 'cs_9',
      status: 'complete',
      payment_status: 'paid',
      amount_total: 5,
      currency: 'eur',
    };
    expect(await read('checkout.session.completed', foreign)).toEqual([]);
    expect(await read('charge.refunded', { id: 'ch_9', payment_intent: 'pi_unknown' })).toEqual([]);
    expect(await read('charge.refunded', { id: 'ch_9', payment_intent: null })).toEqual([]);
  });

  test('is thrown when Stripe cannot be asked, so that it says it again', async () => {
    const ref = await start();
    service.instead.push({ status: 503, body: '{}' });
    await expect(read('charge.refunded', { payment_intent: `pi_${ref}` })).rejects.toThrow('answered 503');
  });

  test('is believed with either secret while one is replaced, and with no other', async () => {
    const session = service.pay(await start());
    for (const secret of [SECRET, OLD_SECRET])
      expect(await read('checkout.session.completed', session, secret)).toHaveLength(1);
    await expect(read('checkout.session.completed', session, 'whsec_other')).rejects.toThrow(ForgedWebhook);
  });
});

describe('N4 asked by ourselves', () => {
  test('tells all that is true of a payment, with ids that stay', async () => {
    const ref = await start();
    expect(await provider.reconcile(ref)).toEqual([]);
    service.pay(ref);
    await provider.refund(ref, 3000, 'one');
    service.disputes.push({
      id: 'dp_1',
      amount: 20_000,
      currency: 'eur',
      status: 'won',
      payment_intent: `pi_${ref}`,
    });
    const events = await provider.reconcile(ref);
    expect(events.map(({ kind, causeRef, amountCents }) => [kind, causeRef, amountCents])).toEqual([
      ['paid', ref, 23_000],
      ['refunded', 're_1', 3000],
      ['chargedBack', 'dp_1', 20_000],
      ['disputeWon', 'dp_1', 20_000],
    ]);
    expect(await provider.reconcile(ref)).toEqual(events);
  });

  test('one key gives money back once, also when the answer was lost', async () => {
    const ref = await start();
    service.pay(ref);
    service.instead.push({ status: 200, body: JSON.stringify(service.sessions.get(ref)) }, 'cut');
    await expect(provider.refund(ref, 3000, 'one')).rejects.toThrow();
    await provider.refund(ref, 3000, 'one');
    await provider.refund(ref, 2000, 'two');
    expect(service.refunds.map(({ amount }) => amount)).toEqual([3000, 2000]);
  });

  test('nothing can be given back of what was not paid', async () => {
    const ref = await start();
    await expect(provider.refund(ref, 3000, 'one')).rejects.toThrow();
    expect(service.refunds).toEqual([]);
  });
});
