import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { btcpay } from '#/server/adapters/payments/btcpay.ts';
import { refundName } from '#/server/adapters/payments/btcpayEvents.ts';
import { ForgedWebhook, type PaymentProvider, type PaymentRequest } from '#/server/ports/payments.ts';
import { BTCPAY_KEY, BTCPAY_STORE, type FakeBtcpay, fakeBtcpay } from '../../support/services/fakeBtcpay.ts';

const SECRET = 'webhook-secret-in-force';
const OLD_SECRET = 'webhook-secret-being-replaced';
const now = () => new Date(Date.UTC(2026, 0, 15, 12));

let service: FakeBtcpay;
let provider: PaymentProvider;

beforeEach(async () => {
  service = await fakeBtcpay();
  const keys = { storeId: BTCPAY_STORE, apiKey: BTCPAY_KEY, webhookSecrets: [SECRET, OLD_SECRET] };
  provider = btcpay({ url: service.url, ...keys }, now);
});
afterEach(() => service.close());

const request = (changes: Partial<PaymentRequest> = {}): PaymentRequest => ({
  orderId: 'kQ3vM2xTa0bY9sDfGhJ1Lw',
  attempt: 1,
  totalCents: 23_005,
  currency: 'EUR',
  methodName: 'bitcoin',
  title: '2 300 One Coins',
  locale: 'uk',
  successUrl: 'https://one.example/donate/success?order=1',
  failUrl: 'https://one.example/donate/fail?order=1',
  expiresAt: new Date(Date.UTC(2026, 0, 15, 13)).toISOString(),
  ...changes,
});
const start = async (changes?: Partial<PaymentRequest>) =>
  (await provider.start(request(changes))).paymentRef;
const read = (message: object, secret = SECRET) => {
  const { raw, headers } = service.webhook(message, secret);
  return provider.readWebhook(Buffer.from(raw), headers);
};
const event = (paymentRef: string, kind: string, amountCents = 23_005) => {
  const causeRef = amountCents === 23_005 ? paymentRef : `${paymentRef}:${amountCents}`;
  return { eventId: `${causeRef}:${kind}`, kind, paymentRef, causeRef, amountCents, currency: 'EUR' };
};

describe('N4 start', () => {
  test('asks for an invoice over the sum in euro, and sends the buyer there', async () => {
    expect(await provider.start(request())).toEqual({
      paymentRef: 'Invoice1',
      url: 'https://btcpay.example/i/Invoice1',
    });
    const asked = service.asked.find(({ method }) => method === 'POST');
    expect(asked?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      amount: '230.05',
      currency: 'EUR',
      metadata: {
        orderId: 'kQ3vM2xTa0bY9sDfGhJ1Lw',
        oneRpOrder: 'kQ3vM2xTa0bY9sDfGhJ1Lw',
        itemDesc: '2 300 One Coins',
      },
      checkout: {
        expirationMinutes: 60,
        redirectURL: 'https://one.example/donate/success?order=1',
        redirectAutomatically: true,
        defaultLanguage: 'uk-UA',
        defaultPaymentMethod: 'BTC-CHAIN',
      },
    });
  });

  test.each([
    [50, '0.50'],
    [500, '5.00'],
    [2_300_010, '23000.10'],
  ])('%i cents are %s euro', async (totalCents, amount) => {
    await start({ totalCents });
    expect(service.invoices.get('Invoice1')?.amount).toBe(amount);
  });

  test.each<[string, object]>([
    ['over another sum', { amount: '0.01' }],
    ['in another currency', { currency: 'USD' }],
    ['that this site did not make', { metadata: { orderId: request().orderId } }],
    ['of another order', { metadata: { orderId: request().orderId, oneRpOrder: 'somebody-else' } }],
  ])('SE13 an invoice with the order’s id %s is not taken for its payment', async (_, changes) => {
    await start();
    Object.assign(service.invoices.get('Invoice1')!, changes);
    expect(await start()).toBe('Invoice2');
  });

  test('asked twice for an order, also after an answer that was lost, makes one payment', async () => {
    service.instead.push({ status: 200, body: '[]' }, 'cut');
    await expect(start()).rejects.toThrow();
    expect([await start(), await start()]).toEqual(['Invoice1', 'Invoice1']);
    expect(service.invoices.size).toBe(1);
    expect(await start({ orderId: 'another' })).toBe('Invoice2');
  });

  test.each([
    ['an error', { status: 500, body: '{}' }],
    ['nonsense', { status: 200, body: '<html>' }],
    ['no answer', 'cut'],
  ] as const)('throws on %s, and no key is in the message', async (_, answer) => {
    service.instead.push(answer);
    const error = await start().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).not.toContain(BTCPAY_KEY);
  });
});

describe('N4 the contents of a webhook', () => {
  const settled = (value: string) => [{ value, status: 'Settled' as const }];

  test.each([
    ['InvoiceCreated', { status: 'New' }, undefined, []],
    ['InvoiceProcessing', { status: 'Processing' }, undefined, ['pending', 23_005]],
    ['InvoiceSettled', { status: 'Settled' }, undefined, ['paid', 23_005]],
    ['InvoiceSettled', { status: 'Settled', additionalStatus: 'Marked' }, undefined, ['paid', 23_005]],
    ['InvoiceInvalid', { status: 'Invalid' }, undefined, ['failed', 23_005]],
    ['InvoiceExpired', { status: 'Expired' }, undefined, ['expired', 23_005]],
    // too much, by the server's own reckoning and by ours
    [
      'InvoiceSettled',
      { status: 'Settled', additionalStatus: 'PaidOver', paidAmount: '250.5' },
      undefined,
      ['paid', 25_050],
    ],
    [
      'InvoiceSettled',
      { status: 'Settled', additionalStatus: 'PaidOver' },
      settled('0.005'),
      ['paid', 30_000],
    ],
    // too little: what came in is there, and the order must not be
    [
      'InvoiceExpired',
      { status: 'Expired', additionalStatus: 'PaidPartial' },
      settled('0.001'),
      ['paid', 6000],
    ],
    [
      'InvoiceExpired',
      { status: 'Expired', additionalStatus: 'PaidPartial' },
      [{ value: '0.001', status: 'Processing' }],
      ['pending', 23_005],
    ],
    // after it ran out, in full
    [
      'InvoicePaymentSettled',
      { status: 'Expired', additionalStatus: 'PaidLate', paidAmount: '230.05' },
      settled('0.00383417'),
      ['paid', 23_005],
    ],
    [
      'InvoicePaymentSettled',
      { status: 'Expired', additionalStatus: 'PaidLate' },
      settled('0.00383417'),
      ['paid', 23_005],
    ],
    ['InvoiceExpired', { status: 'Expired' }, [{ value: '0.001', status: 'Invalid' }], ['expired', 23_005]],
  ] as const)('%s of %j with %j is %j', async (type, state, payments, [kind, amountCents]) => {
    const ref = await start();
    service.become(ref, state, payments && [...payments]);
    const events = await read({ type, invoiceId: ref });
    expect(events).toEqual(kind ? [event(ref, kind, amountCents)] : []);
    expect(await provider.reconcile(ref)).toEqual(events);
  });

  test('the state counts that the server tells when it is asked, not the one in the message', async () => {
    const ref = await start();
    expect(await read({ type: 'InvoiceSettled', invoiceId: ref })).toEqual([]);
    service.become(ref, { status: 'Settled' });
    expect(await read({ type: 'InvoiceExpired', invoiceId: ref })).toEqual([event(ref, 'paid')]);
  });

  test('an invoice of another store that the key opens says nothing, nor does an unknown state', async () => {
    const ref = await start();
    service.become(ref, { status: 'Settled' });
    Object.assign(service.invoices.get(ref)!, { storeId: 'another' });
    expect(await read({ type: 'InvoiceSettled', invoiceId: ref })).toEqual([]);
    Object.assign(service.invoices.get(ref)!, { storeId: BTCPAY_STORE, status: 'SettledSomehow' });
    await expect(read({ type: 'InvoiceSettled', invoiceId: ref })).rejects.toThrow();
  });

  test('what is of no order of this site says nothing', async () => {
    const ref = await start();
    service.become(ref, { status: 'Settled' });
    service.invoices.get(ref)!.metadata = { orderId: 'a-point-of-sale' };
    expect(await read({ type: 'InvoiceSettled', invoiceId: ref })).toEqual([]);
    expect(await read({ type: 'InvoiceSettled', invoiceId: ref, storeId: 'AnotherStore' })).toEqual([]);
    expect(await read({ type: 'PaymentRequestCreated' })).toEqual([]);
  });

  test('is thrown when the server cannot be asked, so that it says it again', async () => {
    const ref = await start();
    service.instead.push({ status: 503, body: '{}' });
    await expect(read({ type: 'InvoiceSettled', invoiceId: ref })).rejects.toThrow('answered 503');
  });

  test('is believed with either secret while one is replaced, and with no other', async () => {
    const ref = await start();
    service.become(ref, { status: 'Settled' });
    for (const secret of [SECRET, OLD_SECRET])
      expect(await read({ type: 'InvoiceSettled', invoiceId: ref }, secret)).toHaveLength(1);
    await expect(read({ type: 'InvoiceSettled', invoiceId: ref }, 'other')).rejects.toThrow(ForgedWebhook);
  });
});

describe('N4 a refund', () => {
  test('is a pull payment of the sum, made once for a key', async () => {
    const ref = await start();
    service.become(ref, { status: 'Settled' });
    const [one, two] = [1, 2].map((count) => `refund-${request().orderId}-${count}`) as [string, string];
    await provider.refund(ref, 1205, one);
    await provider.refund(ref, 1205, one);
    await provider.refund(ref, 500, two);
    expect(service.pullPayments).toMatchObject([
      { name: expect.stringContaining(`${ref} `), amount: '12.05', currency: 'EUR' },
      { name: expect.stringContaining(`${ref} `), amount: '5.00', currency: 'EUR' },
    ]);
  });

  test('has a name of at most 50 characters, whatever the key is, and one of before is not made again', async () => {
    const invoiceId = 'W'.repeat(22);
    const names = ['one', 'two', 'refund-kQ3vM2xTa0bY9sDfGhJ1Lw-17'].map((key) => refundName(invoiceId, key));
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(50);
    const ref = await start();
    service.pullPayments.push({
      id: 'Pull1',
      name: `${ref} one`,
      currency: 'EUR',
      amount: '1',
      archived: false,
    });
    await provider.refund(ref, 100, 'one');
    expect(service.pullPayments).toHaveLength(1);
  });

  test('and all else works with a server that knows an invoice only in its store', async () => {
    service.isOld = true;
    const ref = await start();
    service.become(ref, { status: 'Settled' });
    expect(await read({ type: 'InvoiceSettled', invoiceId: ref })).toEqual([event(ref, 'paid')]);
    await provider.refund(ref, 1205, 'one');
    expect(service.pullPayments).toHaveLength(1);
  });

  test('is told as what was paid out of it, once it was', async () => {
    const ref = await start();
    service.become(ref, { status: 'Settled' });
    await provider.refund(ref, 1205, 'one');
    const payout = {
      id: 'Payout1',
      pullPaymentId: 'Pull1',
      originalAmount: '12.05',
      originalCurrency: 'EUR',
    };
    service.payouts.push({ ...payout, state: 'AwaitingApproval' });
    const message = { type: 'PayoutUpdated', payoutId: 'Payout1', pullPaymentId: 'Pull1' };
    expect(await read(message)).toEqual([]);
    service.payouts[0]!.state = 'Completed';
    const refunded = {
      eventId: 'Payout1:refunded',
      kind: 'refunded',
      paymentRef: ref,
      causeRef: 'Payout1',
      amountCents: 1205,
      currency: 'EUR',
    };
    expect(await read(message)).toEqual([refunded]);
    expect(await provider.reconcile(ref)).toEqual([event(ref, 'paid'), refunded]);
    service.payouts[0]!.state = 'Cancelled';
    const failed = { ...refunded, eventId: 'Payout1:refundFailed', kind: 'refundFailed' };
    expect(await read(message)).toEqual([failed]);
    expect(await provider.reconcile(ref)).toEqual([event(ref, 'paid'), failed]);
  });

  test('an invoice whose place another payment took still tells what came to it', async () => {
    const ref = await start();
    await provider.cancel(ref);
    // the same coin again: the invoice is open, and it takes all of them
    expect(await start({ attempt: 3, methodName: 'litecoin' })).toBe(ref);
    service.become(ref, { status: 'Expired', additionalStatus: 'PaidLate', paidAmount: '230.05' });
    expect(await read({ type: 'InvoicePaymentSettled', invoiceId: ref })).toEqual([event(ref, 'paid')]);
  });
});
