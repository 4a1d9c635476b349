import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stripe } from '#/server/adapters/payments/stripe.ts';
import { STRIPE_API_VERSIONS } from '#/server/platform/config/paymentSettings.ts';
import type { Payout, PayoutLine, PayoutReports } from '#/server/ports/payouts.ts';
import { type FakeStripe, fakeStripe, STRIPE_KEY } from '../../support/services/fakeStripe.ts';

const SINCE = new Date('2026-01-01T00:00:00Z');
const CREATED = Date.parse('2026-01-10T00:00:00Z') / 1000;
const now = () => new Date('2026-01-15T12:00:00Z');

let service: FakeStripe;
let reports: PayoutReports;

beforeEach(async () => {
  service = await fakeStripe(now);
  const settings = {
    apiVersion: STRIPE_API_VERSIONS[0],
    secretKey: STRIPE_KEY,
    webhookSecrets: ['whsec_1'],
    apiUrl: service.url,
  };
  reports = stripe(settings, now).payouts!;
});
afterEach(() => service.close());

const row = (id: string, changes: object = {}) => ({
  id,
  object: 'payout',
  amount: 12_345,
  currency: 'eur',
  status: 'paid',
  created: CREATED,
  arrival_date: CREATED + 86_400,
  reconciliation_status: 'completed',
  ...changes,
});
const transaction = (id: string, category: string, changes: object = {}) => ({
  id,
  object: 'balance_transaction',
  amount: 5000,
  fee: 100,
  currency: 'eur',
  created: CREATED,
  type: category,
  reporting_category: category,
  description: null,
  source: null,
  ...changes,
});
async function listed(): Promise<Payout[]> {
  const all: Payout[] = [];
  for await (const page of reports.list(SINCE)) all.push(...page);
  return all;
}
async function linesOf(payoutRef: string, after?: string): Promise<PayoutLine[]> {
  const all: PayoutLine[] = [];
  for await (const page of reports.linesOf(payoutRef, after)) all.push(...page);
  return all;
}

describe('O25 payouts of Stripe', () => {
  test('are listed page by page, with their state', async () => {
    for (let at = 0; at < 230; at++) service.payouts.push(row(`po_${at}`));
    service.payouts.push(row('po_old', { created: SINCE.getTime() / 1000 - 1 }));
    service.payouts[0] = row('po_0', { status: 'canceled', reconciliation_status: 'not_applicable' });
    service.payouts[1] = row('po_1', { status: 'in_transit', reconciliation_status: 'in_progress' });
    const payouts = await listed();
    expect(payouts.map(({ payoutRef }) => payoutRef)).toEqual(
      Array.from({ length: 230 }, (_, at) => `po_${at}`),
    );
    expect(payouts.slice(0, 3)).toEqual([
      expect.objectContaining({ status: 'cancelled', lines: 'never' }),
      expect.objectContaining({ status: 'inTransit', lines: 'later' }),
      {
        payoutRef: 'po_2',
        amountCents: 12_345,
        currency: 'EUR',
        status: 'paid',
        createdAt: new Date('2026-01-10T00:00:00Z'),
        arrivesAt: new Date('2026-01-11T00:00:00Z'),
        lines: 'ready',
      },
    ]);
  });

  test('have lines with the order of the charge, and with the payment of a refund', async () => {
    const session = { id: 'cs_1', payment_intent: 'pi_1', metadata: { order: 'ORDER' } };
    service.sessions.set('cs_1', session);
    const charge = { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', metadata: { order: 'ORDER' } };
    const refund = { id: 're_1', object: 'refund', payment_intent: 'pi_1', metadata: {} };
    const other = { id: 'ch_2', object: 'charge', payment_intent: 'pi_2', metadata: {} };
    service.transactions.set('po_1', [
      transaction('txn_0', 'payout', { amount: -9000 }),
      transaction('txn_1', 'charge', { source: charge }),
      transaction('txn_2', 'refund', { source: refund, amount: -700, fee: 0 }),
      transaction('txn_3', 'dispute', { source: { ...refund, id: 'dp_1', object: 'dispute' }, fee: 1500 }),
      transaction('txn_4', 'fee', { amount: -200, fee: 0, description: 'Radar (2026-01-09)' }),
      transaction('txn_5', 'risk_reserved_funds', { amount: -300, fee: 0 }),
      transaction('txn_6', 'charge', { source: other }),
    ]);
    const none = { paymentRef: null, orderId: null };
    expect(await linesOf('po_1')).toMatchObject([
      {
        lineRef: 'txn_1',
        kind: 'charge',
        orderId: 'ORDER',
        grossCents: 5000,
        feeCents: 100,
        currency: 'EUR',
      },
      { kind: 'refund', paymentRef: 'cs_1', causeRef: 're_1', grossCents: -700 },
      { kind: 'dispute', paymentRef: 'cs_1', causeRef: 'dp_1', feeCents: 1500 },
      { kind: 'fee', ...none, note: 'Radar (2026-01-09)' },
      { kind: 'adjustment', ...none },
      { kind: 'charge', ...none, causeRef: 'ch_2' },
    ]);
  });

  test('go on after the last known line', async () => {
    const rows = Array.from({ length: 150 }, (_, at) => transaction(`txn_${at}`, 'fee'));
    service.transactions.set('po_1', rows);
    expect((await linesOf('po_1')).length).toBe(150);
    expect((await linesOf('po_1', 'txn_147')).map(({ lineRef }) => lineRef)).toEqual(['txn_148', 'txn_149']);
  });

  test.each([
    ['an error page of a proxy', { status: 503, body: '<html>' }, 'answered 503'],
    ['another form', { status: 200, body: '{"data":[{"id":"po_1"}],"has_more":false}' }, 'Invalid input'],
    [
      'a page without an end',
      { status: 200, body: '{"data":[],"has_more":true}' },
      'Stripe repeats a page of a list',
    ],
  ])('are refused with %s', async (_, answer, reason) => {
    service.instead.push(answer);
    await expect(listed()).rejects.toThrow(reason);
  });

  test('have a page in the dashboard of Stripe', () => {
    expect(reports.pageOf('po_1')).toBe('https://dashboard.stripe.com/test/payouts/po_1');
  });
});
