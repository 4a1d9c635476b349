import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxPayments, sandboxPayments } from '../../support/services/sandboxPayments.ts';
import { onlyKey } from '#/server/platform/config/secretKey.ts';
import { createSibling, createTestApp, type TestApp } from '../../support/app/testApp.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let site: SandboxPayments;
beforeAll(async () => {
  app = await createTestApp();
  site = sandboxPayments(app);
});
afterAll(() => app.close());

const start: SandboxPayments['start'] = (...call) => site.start(...call);
const press: SandboxPayments['press'] = (...call) => site.press(...call);
const webhooks: SandboxPayments['webhooks'] = (...call) => site.webhooks(...call);
const kinds: SandboxPayments['kinds'] = (...call) => site.kinds(...call);

describe('N5 the page of a payment', () => {
  test.each([
    ['ru', 'Тестовая оплата', 'Деньги|деньги', 'Оплатить 230,50 €'],
    ['uk', 'Тестова оплата', 'гроші', 'Сплатити 230,50 €'],
    ['en', 'Test payment', 'no money moves', 'Pay €230.50'],
  ] as const)(
    'in %s says that no money moves, what is bought and for how much',
    async (locale, title, test_, pay) => {
      const { path } = await start({ locale, orderId: `the-order-${locale}` });
      // the language is the order's, not the browser's
      const reply = await app.get(path, { 'accept-language': 'de' });
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      const html = reply.body.replaceAll('\u00A0', ' ');
      expect(html).toContain(`<html lang="${locale}">`);
      expect(html).toContain(`<h1>${title}</h1>`);
      expect(html).toMatch(new RegExp(test_));
      expect(html).toContain(pay);
      expect(html).toContain('2 300 &lt;One&gt; Coins');
      expect(html).toContain('the-order');
      for (const action of ['pay', 'late', 'decline', 'leave']) expect(html).toContain(`value="${action}"`);
      expect(html).not.toMatch(/<script|value="chargeBack"|\{\{|undefined/);
    },
  );

  test('runs nothing, loads nothing foreign, stands in no frame and in no cache', async () => {
    const { path } = await start();
    const { headers, body } = await app.get(path);
    expect(headers['cache-control']).toBe('no-store');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none';style-src 'sha256-[\w+/]+=';font-src 'self';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("img-src 'self'");
    expect(body).toContain('<link rel="icon" href="/brand/');
    expect(body).not.toMatch(/ style="|https?:\/\/(?!one\.example)/);
  });

  test('of a payment that there is not is 404, in the language of the browser', async () => {
    for (const reply of [
      await app.get('/sandbox/pay/unknown', { 'accept-language': 'en' }),
      await press('/sandbox/pay/unknown', 'pay', { 'accept-language': 'en' }),
    ]) {
      expect(reply.statusCode).toBe(404);
      expect(reply.body).toContain('<h1>No such payment</h1>');
    }
  });

  test('has a name that nobody guesses, the same when the order asks twice', async () => {
    const first = await start({ orderId: 'the-same' });
    const again = await start({ orderId: 'the-same', totalCents: 1 });
    expect(again).toEqual(first);
    expect(first.ref).toMatch(/^[\w-]{32}$/);
    expect((await app.get(first.path)).body).toContain('230,50');
    const other = await createSibling(app, { secretKey: onlyKey(Buffer.alloc(32, 1)) });
    const elsewhere = await sandboxPayments(other).start({ orderId: 'the-same' });
    expect(elsewhere.ref).not.toBe(first.ref);
    await other.close();
  });
});

describe('N5 what can be pressed', () => {
  test('Pay: the shop hears of it, the buyer goes back', async () => {
    const { ref, path } = await start();
    const reply = await press(path, 'pay', { 'sec-fetch-site': 'same-origin' });
    expect([reply.statusCode, reply.headers.location]).toEqual([
      303,
      'https://one.example/donate/success?order=a&b=c',
    ]);
    expect(await webhooks(ref)).toEqual([
      {
        eventId: `${ref}:paid`,
        kind: 'paid',
        paymentRef: ref,
        causeRef: ref,
        amountCents: 23_050,
        currency: 'EUR',
        createdAt: '2026-01-15T12:00:00.000Z',
        places: expect.arrayContaining([{ kind: 'billing', country: expect.stringMatching(/^[A-Z]{2}$/) }]),
        inMs: 0,
      },
    ]);
    const { body } = await app.get(path);
    expect(body).toContain('<h1>Уже оплачено</h1>');
    expect(body).toContain('href="https://one.example/donate/success?order=a&amp;b=c"');
    expect(body).not.toContain('value="pay"');
  });

  test('Decline: failed', async () => {
    const { ref, path } = await start();
    expect((await press(path, 'decline')).headers.location).toBe('https://one.example/donate/fail?order=a');
    expect(await kinds(ref)).toEqual(['failed']);
    expect((await app.get(path)).body).toContain('<h1>Оплата отклонена</h1>');
  });

  test('Leave: the shop hears nothing, and it can still be paid', async () => {
    const { ref, path } = await start();
    expect((await press(path, 'leave')).headers.location).toBe('https://one.example/donate/fail?order=a');
    expect(await kinds(ref)).toEqual([]);
    await press(path, 'pay');
    expect(await kinds(ref)).toEqual(['paid']);
  });

  test('Pay late: back at once, and paid 15 seconds later', async () => {
    const { ref, path } = await start();
    expect((await press(path, 'late')).headers.location).toContain('/donate/success');
    expect((await webhooks(ref)).map(({ kind, inMs }) => [kind, inMs])).toEqual([
      ['pending', 0],
      ['paid', 15_000],
    ]);
    expect((await site.provider.reconcile(ref)).map(({ kind }) => kind)).toEqual(['pending']);
    app.advanceMs(15_000);
    expect((await site.provider.reconcile(ref)).map(({ kind }) => kind)).toEqual(['pending', 'paid']);
  });

  test('too late: it has run out, whatever is pressed', async () => {
    const { ref, path } = await start();
    app.advanceMs(60 * MINUTE_MS);
    const reply = await press(path, 'pay');
    expect([reply.statusCode, reply.headers.location]).toEqual([303, path]);
    expect((await app.get(path)).body).toContain('<h1>Время вышло</h1>');
    expect((await site.provider.reconcile(ref)).map(({ kind }) => kind)).toEqual(['expired']);
  });

  test('200 times at once, in two tabs: the first one counts and is reported once', async () => {
    const { ref, path } = await start();
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, at) => press(path, at % 2 ? 'decline' : 'pay')),
    );
    const targets = new Set(replies.map(({ headers }) => headers.location));
    expect(targets.size).toBe(1);
    expect(await kinds(ref)).toEqual([[...targets][0]!.includes('success') ? 'paid' : 'failed']);
  });

  test.each([
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('nothing from another site: %j', async (headers) => {
    const { ref, path } = await start();
    expect((await press(path, 'pay', headers as Record<string, string>)).statusCode).toBe(403);
    expect(await kinds(ref)).toEqual([]);
  });

  test.each([
    ['steal', undefined, 400],
    ['', undefined, 400],
    ['pay', 'application/json', 415],
    ['pay', 'text/plain', 415],
    ['pay'.repeat(400), undefined, 413],
  ])('nothing else: %.8s as %s', async (action, type, status) => {
    const { ref, path } = await start();
    expect((await press(path, action, type ? { 'content-type': type } : {})).statusCode).toBe(status);
    expect(await kinds(ref)).toEqual([]);
  });
});

describe('N5 money that goes back', () => {
  const paid = async () => {
    const payment = await start();
    await press(payment.path, 'pay');
    return payment;
  };
  const bookOf = async (ref: string) =>
    (await app.pool.query('SELECT refunded_cents FROM sandbox_payments WHERE ref = $1', [ref])).rows[0]
      ?.refunded_cents as number;

  test('one key gives it back once, also when it is asked for 50 times at once', async () => {
    const { ref } = await paid();
    await Promise.all(Array.from({ length: 50 }, () => site.provider.refund(ref, 3000, 'one')));
    await site.provider.refund(ref, 20_050, 'two');
    expect(
      (await webhooks(ref)).map(({ kind, causeRef, amountCents }) => [kind, causeRef, amountCents]),
    ).toEqual([
      ['paid', ref, 23_050],
      ['refunded', 'one', 3000],
      ['refunded', 'two', 20_050],
    ]);
    expect(await bookOf(ref)).toBe(23_050);
    await site.provider.refund(ref, 3000, 'one');
    expect(await bookOf(ref)).toBe(23_050);
  });

  test('never more than is left, nothing of what was not paid', async () => {
    const { ref } = await paid();
    for (const cents of [23_051, 0, -5])
      await expect(site.provider.refund(ref, cents, 'greedy')).rejects.toThrow('left');
    await expect(site.provider.refund((await start()).ref, 1, 'one')).rejects.toThrow('paid');
    await expect(site.provider.refund('unknown', 1, 'one')).rejects.toThrow('paid');
    expect([await kinds(ref), await bookOf(ref)]).toEqual([['paid'], 0]);
  });

  test('the bank takes back what is left and has to return it: from this machine only', async () => {
    const { ref, path } = await paid();
    await site.provider.refund(ref, 3000, 'one');
    const far = { remoteAddress: '203.0.113.7' };
    expect((await app.inject({ method: 'GET', url: path, ...far })).body).not.toContain('chargeBack');
    for (const action of ['chargeBack', 'win'])
      expect((await press(path, action, {}, far.remoteAddress)).statusCode).toBe(404);
    expect((await press(path, 'chargeBack', { 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(404);
    expect(await kinds(ref)).toEqual(['paid', 'refunded']);

    expect((await app.get(path)).body).toContain('value="chargeBack"');
    for (let times = 0; times < 2; times++)
      expect((await press(path, 'chargeBack')).headers.location).toBe(path);
    expect((await webhooks(ref)).at(-1)).toMatchObject({ kind: 'chargedBack', amountCents: 20_050 });
    expect(await bookOf(ref)).toBe(23_050);
    expect((await app.get(path)).body).toContain('value="win"');
    for (let times = 0; times < 2; times++) await press(path, 'win');
    expect(await kinds(ref)).toEqual(['paid', 'refunded', 'chargedBack', 'disputeWon']);
    expect((await webhooks(ref)).at(-1)).toMatchObject({ causeRef: `dispute-${ref}`, amountCents: 20_050 });
    expect(await bookOf(ref)).toBe(3000);
    expect((await app.get(path)).body).not.toMatch(/value="(win|chargeBack)"/);
  });
});

/** A shop that answers what it is told to. */
