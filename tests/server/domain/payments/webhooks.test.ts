import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { sandboxSecret } from '#/server/adapters/payments/sandbox.ts';
import { signWithTime } from '#/server/adapters/payments/signature.ts';
import { processPaymentEvents, storeEvents } from '#/server/domain/payments/paymentInbox.ts';
import { createPlayer } from '../../../support/app/factories.ts';
import { coinsOf, orderCoins, orderState } from '../../../support/players/orderCoins.ts';
import {
  BTCPAY_SECRET,
  createPaymentsApp,
  type PaymentsApp,
  stripeBody,
} from '../../../support/services/paymentsApp.ts';
import { createSibling, type TestApp } from '../../../support/app/testApp.ts';

const DAY_MS = 24 * 3600_000;

let site: PaymentsApp;
let app: TestApp;

beforeAll(async () => {
  site = await createPaymentsApp();
  app = site.app;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await site.forget();
});
afterAll(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
  await site.close();
});

const post: PaymentsApp['post'] = (...call) => site.post(...call);
const stored: PaymentsApp['stored'] = (...call) => site.stored(...call);
const stripeHeaders: PaymentsApp['stripeHeaders'] = (...call) => site.stripeHeaders(...call);

describe('N4 the inbox', () => {
  test('holds what was said, with what was received, before the answer', async () => {
    const raw = stripeBody('cs_1');
    const reply = await post('stripe', raw, stripeHeaders(raw));
    expect([reply.statusCode, reply.json()]).toEqual([200, { received: true }]);
    expect(await stored()).toEqual([
      {
        provider: 'stripe',
        event_id: 'evt_cs_1',
        kind: 'paid',
        payment_ref: 'cs_1',
        cause_ref: 'cs_1',
        amount_cents: 1000,
        currency: 'EUR',
        raw,
        isProcessed: false,
        attempts: 0,
        last_error: null,
      },
    ]);
  });

  test('200 times the same at once is one row, and 200 times 2xx', async () => {
    const raw = stripeBody('cs_crowd');
    const headers = stripeHeaders(raw);
    const replies = await Promise.all(Array.from({ length: 200 }, () => post('stripe', raw, headers)));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await stored()).toHaveLength(1);
  });

  test('the same payment told by another event is one row', async () => {
    const error = vi.spyOn(app.deps.log, 'error');
    const raw = stripeBody('cs_twice');
    const again = raw.replace('evt_cs_twice', 'evt_other');
    for (const body of [raw, again])
      expect((await post('stripe', body, stripeHeaders(body))).statusCode).toBe(200);
    expect(await stored()).toMatchObject([{ event_id: 'evt_cs_twice' }]);
    expect(error).not.toHaveBeenCalled();
  });

  test.each([
    ['sum', { amount_total: 1 }],
    ['currency', { currency: 'usd' }],
  ])('the same payment with another %s changes nothing and is an error in the log', async (_, changes) => {
    const error = vi.spyOn(app.deps.log, 'error');
    const first = stripeBody('cs_two');
    const other = stripeBody('cs_two', changes).replace('evt_cs_two', 'evt_other');
    for (const body of [first, other])
      expect((await post('stripe', body, stripeHeaders(body))).statusCode).toBe(200);
    expect(await stored()).toMatchObject([{ event_id: 'evt_cs_two', amount_cents: 1000, currency: 'EUR' }]);
    expect(error).toHaveBeenCalledOnce();
  });

  test('while nothing can be stored the answer is no 2xx, and the repetition is stored', async () => {
    const raw = stripeBody('cs_patient');
    await app.pool.query('ALTER TABLE payment_events RENAME TO payment_events_away');
    const refused = await post('stripe', raw, stripeHeaders(raw));
    await app.pool.query('ALTER TABLE payment_events_away RENAME TO payment_events');
    expect(refused.statusCode).toBe(500);
    expect((await post('stripe', raw, stripeHeaders(raw))).statusCode).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  test('while the disk is nearly full the answer is 503 and nothing is stored', async () => {
    const full = await createSibling(app, { isReadOnly: () => true });
    const raw = stripeBody('cs_full');
    expect((await post('stripe', raw, stripeHeaders(raw), full)).statusCode).toBe(503);
    expect(await stored()).toEqual([]);
    await full.close();
  });

  test('while BTCPay Server cannot be asked the answer is no 2xx', async () => {
    const { raw, headers } = site.btcpay.webhook(
      { type: 'InvoiceSettled', invoiceId: 'Unheard' },
      BTCPAY_SECRET,
    );
    expect((await post('btcpay', raw, headers)).statusCode).toBe(500);
    expect(await stored()).toEqual([]);
  });

  test('keeps 16 kB of what was received, without NUL', async () => {
    const event = {
      eventId: 'e',
      kind: 'paid',
      paymentRef: 'p',
      causeRef: 'p',
      amountCents: 1,
      currency: 'EUR',
    } as const;
    expect(await storeEvents(app.deps, 'stripe', [event], `a\0b${'x'.repeat(20_000)}`)).toBe(1);
    expect(await storeEvents(app.deps, 'stripe', [event], '')).toBe(0);
    const [row] = await stored();
    expect(row?.['raw']).toBe(`ab${'x'.repeat(16 * 1024 - 2)}`);
  });

  test('tells the background work of this process', async () => {
    const woken = vi.fn();
    app.deps.wakeUps.on('payments', woken);
    const raw = stripeBody('cs_loud');
    await post('stripe', raw, stripeHeaders(raw));
    await post('stripe', raw, stripeHeaders(raw));
    app.deps.wakeUps.off('payments', woken);
    expect(woken).toHaveBeenCalledOnce();
  });

  test('a burst of a provider counts for no limit, other calls do', async () => {
    const narrow = await createSibling(app, { config: { rateLimitScale: 1 } });
    const raw = stripeBody('cs_burst');
    const headers = stripeHeaders(raw);
    const replies = await Promise.all(
      Array.from({ length: 320 }, () => post('stripe', raw, headers, narrow)),
    );
    expect(replies.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
    const others = await Promise.all(Array.from({ length: 320 }, () => narrow.get('/api/openapi.json')));
    expect(others.filter(({ statusCode }) => statusCode === 429)).not.toEqual([]);
    await narrow.close();
  });

  test.each([
    ['stripe', 64],
    ['btcpay', 16],
    ['sandbox', 4],
  ] as const)('SE15 takes no body of %s above %i KiB, signed or not', async (provider, kibibytes) => {
    const { signatureHeader } = app.deps.payments.providers.get(provider)!.webhook;
    const status = async (bytes: number) =>
      (await post(provider, ' '.repeat(bytes), { [signatureHeader]: 'forged' })).statusCode;
    expect([await status(kibibytes * 1024), await status(kibibytes * 1024 + 1)]).toEqual([400, 413]);
  });

  test.each(['stripe', 'btcpay', 'sandbox'] as const)(
    'SE15 a body without the signature of %s is refused before it is read',
    async (provider) => {
      const read = vi.spyOn(app.deps.payments.providers.get(provider)!, 'readWebhook');
      // too large a body would be a 413 if anybody looked at it
      for (const body of ['{}', ' '.repeat(300_000)])
        expect((await post(provider, body, { 'x-signature': 'forged' })).statusCode).toBe(400);
      expect(read).not.toHaveBeenCalled();
    },
  );

  test('takes no other method, no provider that is not set up', async () => {
    expect((await app.get('/api/payments/stripe/webhook')).statusCode).toBe(405);
    expect((await app.post('/api/payments/paypal/webhook', {})).statusCode).toBe(404);
    const bare = await createSibling(app, { config: { payments: { hasSandbox: false, methods: {} } } });
    for (const provider of ['stripe', 'btcpay', 'sandbox'] as const)
      expect((await post(provider, '{}', {}, bare)).statusCode).toBe(404);
    expect((await bare.get('/sandbox/pay/x')).statusCode).toBe(404);
    await bare.close();
  });
});

describe('N4 what becomes of it', () => {
  const tell = (paymentRef: string, changes: object = {}) => {
    const message = {
      kind: 'paid',
      paymentRef,
      causeRef: paymentRef,
      amountCents: 1000,
      currency: 'EUR',
      ...changes,
    };
    const raw = JSON.stringify({ eventId: JSON.stringify(message), ...message });
    return post('sandbox', raw, {
      'sandbox-signature': signWithTime(raw, sandboxSecret(app.deps), site.unixNow()),
    });
  };
  const ordered = async () => {
    const player = await createPlayer(app.deps);
    const { rows } = await app.pool.query<{ login: string }>('SELECT login FROM accounts WHERE id = $1', [
      player.accountId,
    ]);
    const placed = await orderCoins(app, rows[0]!.login);
    return { ...placed, accountId: player.accountId };
  };

  test('a payment of the right sum grants the order, once, however often it is told', async () => {
    const { order, paymentRef, accountId } = await ordered();
    await Promise.all(Array.from({ length: 20 }, () => tell(paymentRef)));
    await Promise.all(Array.from({ length: 5 }, () => processPaymentEvents(app.deps)));
    expect([await orderState(app, order), await coinsOf(app, accountId)]).toEqual(['granted', 105]);
    expect(await stored(paymentRef)).toMatchObject([{ isProcessed: true, last_error: null }]);
  });

  test.each([
    ['a cent too little', { amountCents: 999 }],
    ['a cent too much', { amountCents: 1001 }],
    ['nothing', { amountCents: 0 }],
    ['another currency', { currency: 'USD' }],
  ])('%s grants nothing and waits for an operator', async (_, changes) => {
    const { order, paymentRef, accountId } = await ordered();
    expect((await tell(paymentRef, changes)).statusCode).toBe(200);
    await processPaymentEvents(app.deps);
    expect([await orderState(app, order), await coinsOf(app, accountId)]).toEqual(['review', 0]);
  });

  test('before the order knows its payment it waits, and is heard when it does', async () => {
    const { order, paymentRef, accountId } = await ordered();
    await app.pool.query('UPDATE orders SET payment_ref = NULL WHERE public_id = $1', [order]);
    await tell(paymentRef);
    expect(await processPaymentEvents(app.deps)).toBe(0);
    expect(await stored(paymentRef)).toMatchObject([
      { isProcessed: false, attempts: 1, last_error: 'no order has this payment' },
    ]);
    await app.pool.query('UPDATE orders SET payment_ref = $2 WHERE public_id = $1', [order, paymentRef]);
    expect(await processPaymentEvents(app.deps)).toBe(0);
    app.advanceMs(1000);
    expect(await processPaymentEvents(app.deps)).toBe(1);
    expect([await orderState(app, order), await coinsOf(app, accountId)]).toEqual(['granted', 105]);
  });

  test('of a payment that nobody knows it is tried for a day and longer, then left with its error', async () => {
    const error = vi.spyOn(app.deps.log, 'error');
    await tell('unknown');
    for (let attempt = 1; attempt <= 9; attempt++) {
      await processPaymentEvents(app.deps);
      expect(await stored('unknown')).toMatchObject([{ attempts: attempt, isProcessed: attempt === 9 }]);
      app.advanceMs(DAY_MS);
    }
    await processPaymentEvents(app.deps);
    expect(await stored('unknown')).toMatchObject([{ attempts: 9, last_error: 'no order has this payment' }]);
    expect(error).toHaveBeenCalledOnce();
  });

  test('a server that dies while it listens leaves it to the others after 30 s', async () => {
    const { order, paymentRef } = await ordered();
    await tell(paymentRef);
    const dying = await createSibling(app);
    const blocker = await app.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM orders WHERE public_id = $1 FOR UPDATE', [order]);
    const listening = processPaymentEvents({ ...dying.deps, now: app.deps.now });
    // awaited from the start: it may be refused while its connections are being ended
    const died = expect(listening).rejects.toThrow();
    const waiting = `FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await app.pool.query(`SELECT ${waiting}`)).rowCount).toBe(1);
    // it has taken the event and waits for the order: its connections are gone
    const ended = dying.pool.end();
    await app.pool.query(`SELECT pg_terminate_backend(pid) ${waiting}`);
    await died;
    await ended;
    await dying.app.close();
    await blocker.query('ROLLBACK');
    blocker.release();
    app.advanceMs(30_000 - 1);
    expect(await processPaymentEvents(app.deps)).toBe(0);
    app.advanceMs(1);
    expect(await processPaymentEvents(app.deps)).toBe(1);
    expect(await orderState(app, order)).toBe('granted');
  });
});
