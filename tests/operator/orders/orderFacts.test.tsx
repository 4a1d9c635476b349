import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { OrderReply } from '#/contract/operator/orders.ts';
import { OrderFacts } from '#/operator/orders/OrderFacts.tsx';
import { answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const inAll = (en: string) => ({ ru: `ru ${en}`, uk: `uk ${en}`, en });
const payment = { provider: 'stripe', page: null, isCurrent: true, refundableCents: 0, underWayCents: 0 };

/** An order with cases, paid by a method of the catalogue, and before by one that nobody knows any more. */
const order = {
  id: 'order-with-cases',
  quote: { type: 'casesItem', titles: inAll('Five cases'), quantity: 1, currency: 'EUR', totalCents: 900 },
  player: { id: 1, login: 'ivan', server: 'everest', status: 'active' },
  buyer: null,
  places: [],
  payments: [
    { ...payment, paymentRef: 'first', method: 'card', methodTitles: inAll('Bank card') },
    { ...payment, paymentRef: 'other', method: 'old_wallet', methodTitles: null, isCurrent: false },
  ],
  given: {
    cases: [
      { caseId: 1, titles: inAll('Standard'), given: 5, opened: 2, left: 3 },
      { caseId: 9, titles: null, given: 1, opened: 0, left: 1 },
    ],
    deliveries: [],
  },
} as unknown as OrderReply;

test('O10 payment methods and cases are named; one without a name is shown by its key', async () => {
  answerCalls({});
  showPages({ '/': <OrderFacts order={order} /> }, '/');
  await expect.element(page.getByText('Stripe · Bank card', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Stripe · old_wallet', { exact: false })).toBeVisible();
  await expect.element(page.getByText('Standard', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Case no. 9', { exact: true })).toBeVisible();
});

test('O10 what has not come of an accepted payment is named', async () => {
  answerCalls({});
  const accepted = { ...order, missingCents: 123 };
  showPages({ '/': <OrderFacts order={accepted} /> }, '/');
  await expect.element(page.getByRole('definition').filter({ hasText: '1.23' })).toBeVisible();
  await expect.element(page.getByText('Not received', { exact: true })).toBeVisible();
});
