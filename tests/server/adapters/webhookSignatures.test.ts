import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sandboxSecret } from '#/server/adapters/payments/sandbox.ts';
import { signBody, signWithTime } from '#/server/adapters/payments/signature.ts';
import { BTCPAY_STORE } from '../../support/services/fakeBtcpay.ts';
import {
  BTCPAY_SECRET,
  createPaymentsApp,
  hmacHex,
  OLD_SECRET,
  type PaymentsApp,
  STRIPE_SECRET,
  stripeBody,
} from '../../support/services/paymentsApp.ts';

let site: PaymentsApp;
beforeAll(async () => {
  site = await createPaymentsApp();
});
afterEach(() => site.forget());
afterAll(() => site.close());

const post: PaymentsApp['post'] = (...call) => site.post(...call);
const stored: PaymentsApp['stored'] = (...call) => site.stored(...call);
const unixNow = () => site.unixNow();
const stripeHeaders: PaymentsApp['stripeHeaders'] = (...call) => site.stripeHeaders(...call);
const v1 = (text: string, secret = STRIPE_SECRET) => hmacHex(text, secret);

describe('N4 who sent it', () => {
  const RAW = stripeBody('cs_forged');
  const at = (changes: (time: number) => string) => () => ({ 'stripe-signature': changes(unixNow()) });
  const signed = (time: number) => v1(`${time}.${RAW}`);
  const forgeries: [string, headers: () => Record<string, string>, body?: string | Buffer][] = [
    ['no signature', () => ({})],
    ['an empty signature', at(() => '')],
    ['nonsense', at(() => 'nonsense')],
    ['only a time', at((time) => `t=${time}`)],
    ['no time', at((time) => `v1=${signed(time)}`)],
    ['two times', at((time) => `t=${time},t=${time - 1},v1=${signed(time)}`)],
    ['a time in words', at((time) => `t=now,v1=${signed(time)}`)],
    ['a time below zero', at((time) => `t=-${time},v1=${v1(`-${time}.${RAW}`)}`)],
    ['a time in hex', at((time) => `t=0x${time.toString(16)},v1=${signed(time)}`)],
    ['another time than the signed one', at((time) => `t=${time - 1},v1=${signed(time)}`)],
    ['301 seconds ago', () => stripeHeaders(RAW, STRIPE_SECRET, unixNow() - 301)],
    ['301 seconds ahead', () => stripeHeaders(RAW, STRIPE_SECRET, unixNow() + 301)],
    ['a year ago, with the old secret', () => stripeHeaders(RAW, OLD_SECRET, unixNow() - 31_536_000)],
    ['another secret', () => stripeHeaders(RAW, 'whsec_other')],
    ['both secrets in one', () => stripeHeaders(RAW, `${STRIPE_SECRET},${OLD_SECRET}`)],
    ['the secret of another provider', () => stripeHeaders(RAW, BTCPAY_SECRET)],
    ['no secret', () => stripeHeaders(RAW, '')],
    ['the scheme v0', at((time) => `t=${time},v0=${signed(time)}`)],
    ['a truncated signature', at((time) => `t=${time},v1=${signed(time).slice(0, 62)}`)],
    ['a longer signature', at((time) => `t=${time},v1=${signed(time)}00`)],
    [
      'one digit changed',
      at((time) => `t=${time},v1=${signed(time).replace(/./, (d) => (d === '0' ? '1' : '0'))}`),
    ],
    ['base64', at((time) => `t=${time},v1=${Buffer.from(signed(time), 'hex').toString('base64')}`)],
    ['the body without its time', at((time) => `t=${time},v1=${v1(RAW)}`)],
    ['a header of 5 kB', at((time) => `t=${time},v1=${signed(time)},x=${'x'.repeat(5000)}`)],
    ['the header of another provider', () => ({ 'btcpay-sig': signBody(RAW, STRIPE_SECRET) })],
    [
      'the header of the sandbox',
      () => ({ 'sandbox-signature': signWithTime(RAW, STRIPE_SECRET, unixNow()) }),
    ],
    ['re-serialised', () => stripeHeaders(RAW), JSON.stringify(JSON.parse(RAW))],
    ['a line break at the end', () => stripeHeaders(RAW), `${RAW}\n`],
    ['the end cut off', () => stripeHeaders(RAW), RAW.slice(0, -1)],
    ['a mark of the byte order', () => stripeHeaders(RAW), `\uFEFF${RAW}`],
    ['another sum', () => stripeHeaders(RAW), RAW.replace('1000', '9000')],
    ['no body', () => stripeHeaders(RAW), ''],
    ['signed, but no JSON', () => stripeHeaders('paid!'), 'paid!'],
    ['signed, but no event', () => stripeHeaders('[]'), '[]'],
  ];
  test.each(forgeries)('Stripe: %s is refused and not stored', async (_, headers, body = RAW) => {
    const reply = await post('stripe', body, headers());
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'badRequest']);
    expect(await stored()).toEqual([]);
  });

  test.each([
    ['now', at((time) => `t=${time},v1=${signed(time)}`)],
    ['five minutes ago', () => stripeHeaders(RAW, STRIPE_SECRET, unixNow() - 300)],
    ['five minutes ahead', () => stripeHeaders(RAW, STRIPE_SECRET, unixNow() + 300)],
    ['with the secret that is being replaced', () => stripeHeaders(RAW, OLD_SECRET)],
    [
      'with both secrets',
      at((time) => `t=${time},v1=${v1(`${time}.${RAW}`, OLD_SECRET)},v1=${signed(time)}`),
    ],
    [
      'with one of a secret long gone',
      at((time) => `t=${time},v1=${v1(`${time}.${RAW}`, 'gone')},v1=${signed(time)}`),
    ],
    ['as something else than JSON', () => ({ ...stripeHeaders(RAW), 'content-type': 'text/html' })],
  ])('Stripe: signed %s it is stored', async (_, headers) => {
    const reply = await post('stripe', RAW, headers());
    expect(reply.statusCode).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  const INVOICE = JSON.stringify(
    { type: 'InvoiceSettled', storeId: BTCPAY_STORE, invoiceId: 'Invoice1' },
    null,
    2,
  );
  const digest = (raw = INVOICE) => signBody(raw, BTCPAY_SECRET);
  const btcpayForgeries: [string, signature: string | undefined, body?: string][] = [
    ['no signature', undefined],
    ['an empty signature', ''],
    ['another secret', signBody(INVOICE, 'other')],
    ['the secret of Stripe', signBody(INVOICE, STRIPE_SECRET)],
    ['without the name of the algorithm', digest().slice('sha256='.length)],
    ['another algorithm', digest().replace('sha256', 'sha1')],
    ['a truncated signature', digest().slice(0, -2)],
    ['a longer signature', `${digest()}00`],
    ['two signatures', `${signBody(INVOICE, 'other')},${digest()}`],
    ['the scheme of Stripe', signWithTime(INVOICE, BTCPAY_SECRET, 1_768_478_400)],
    ['re-serialised', digest(), JSON.stringify(JSON.parse(INVOICE))],
    ['a blank at the end', digest(), `${INVOICE} `],
    ['another invoice', digest(), INVOICE.replace('Invoice1', 'Invoice2')],
  ];
  test.each(btcpayForgeries)(
    'BTCPay Server: %s is refused, and nobody is asked',
    async (_, signature, body = INVOICE) => {
      const before = site.btcpay.asked.length;
      const reply = await post('btcpay', body, signature === undefined ? {} : { 'btcpay-sig': signature });
      expect(reply.statusCode).toBe(400);
      expect(await stored()).toEqual([]);
      expect(site.btcpay.asked).toHaveLength(before);
    },
  );

  test('the sandbox has a secret of its own', async () => {
    const raw = JSON.stringify({
      eventId: 'x',
      kind: 'paid',
      paymentRef: 'x',
      causeRef: 'x',
      amountCents: 1,
      currency: 'EUR',
    });
    for (const secret of ['', STRIPE_SECRET, site.app.deps.secretKey.current.toString('hex')]) {
      const headers = { 'sandbox-signature': signWithTime(raw, secret, unixNow()) };
      expect((await post('sandbox', raw, headers)).statusCode).toBe(400);
    }
    expect(await stored()).toEqual([]);
    const headers = { 'sandbox-signature': signWithTime(raw, sandboxSecret(site.app.deps), unixNow()) };
    expect((await post('sandbox', raw, headers)).statusCode).toBe(200);
    expect(await stored()).toHaveLength(1);
  });
});
