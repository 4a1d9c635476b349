import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandbox } from '#/server/adapters/payments/sandbox.ts';
import {
  closePayment,
  dispute,
  giveBack,
  openPayment,
  winDispute,
} from '#/server/adapters/payments/sandboxBook.ts';
import type { Payout, PayoutLine } from '#/server/ports/payouts.ts';
import { createTestApp, type TestApp } from '../../support/app/testApp.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const reports = () => sandbox(app.deps, 'https://one.example').payouts!;
async function listed(since = '2026-01-01'): Promise<Payout[]> {
  const all: Payout[] = [];
  for await (const page of reports().list(new Date(since))) all.push(...page);
  return all;
}
async function linesOf(payoutRef: string, after?: string): Promise<PayoutLine[]> {
  const all: PayoutLine[] = [];
  for await (const page of reports().linesOf(payoutRef, after)) all.push(...page);
  return all;
}
const begin = (ref: string, totalCents: number) =>
  openPayment(app.deps, ref, {
    orderId: `order-${ref}`,
    attempt: 1,
    totalCents,
    currency: 'EUR',
    methodName: 'card',
    title: '500 One Coins',
    locale: 'en',
    successUrl: 'https://one.example/success',
    failUrl: 'https://one.example/fail',
    expiresAt: '2026-03-01T00:00:00Z',
  });
async function pay(ref: string, totalCents: number) {
  await begin(ref, totalCents);
  await closePayment(app.deps, ref, 'paid');
}

test('O25 the sandbox pays out every Monday what moved in the week before', async () => {
  // Thursday 15 January 2026
  await pay('one', 5000);
  await pay('two', 10_000);
  await giveBack(app.deps, 'one', 'key', 1200);
  await begin('never-paid', 700);
  expect(await listed()).toEqual([]);
  app.advanceMs(4 * DAY_MS);
  // 100 and 175 cents of fees
  const first = {
    payoutRef: 'week-2026-01-12',
    amountCents: 13_525,
    currency: 'EUR',
    createdAt: new Date('2026-01-19T00:00:00Z'),
    arrivesAt: new Date('2026-01-21T00:00:00Z'),
    lines: 'ready',
  };
  expect(await listed()).toEqual([{ ...first, status: 'inTransit' }]);
  await dispute(app.deps, 'two');
  app.advanceMs(8 * DAY_MS);
  await winDispute(app.deps, 'two');
  expect(await listed()).toMatchObject([
    { payoutRef: 'week-2026-01-19', amountCents: -11_500 },
    { ...first, status: 'paid' },
  ]);
  expect((await listed('2026-01-20')).map(({ payoutRef }) => payoutRef)).toEqual(['week-2026-01-19']);
  const lines = await linesOf('week-2026-01-12');
  expect(lines).toMatchObject([
    { kind: 'charge', paymentRef: 'one', grossCents: 5000, feeCents: 100 },
    { kind: 'charge', paymentRef: 'two', grossCents: 10_000, feeCents: 175 },
    { kind: 'refund', paymentRef: 'one', causeRef: 'key', grossCents: -1200, feeCents: 0 },
  ]);
  expect(await linesOf('week-2026-01-12', lines[0]?.lineRef)).toEqual(lines.slice(1));
});

test('O25 the sandbox tells no payouts while a demonstration writes its history', async () => {
  const before = await listed();
  await app.pool.query(`INSERT INTO demo_history (seed, days, players, ends_at) VALUES (1, 1, 1, now())`);
  expect(await listed()).toEqual([]);
  await app.pool.query('UPDATE demo_history SET finished_at = now()');
  expect(await listed()).toEqual(before);
});
