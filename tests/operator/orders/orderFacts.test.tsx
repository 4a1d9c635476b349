import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
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

const { settleCountry } = operatorCalls;
const paid = {
  ...order,
  paidAt: '2026-01-15T12:00:00.000Z',
  country: 'PL',
  isCountrySettled: true,
} as OrderReply;

test('O25 a settled country is named as such, also without evidence, and is corrected with a reason', async () => {
  const sent = answerCalls({
    [`${settleCountry.path}/preview`]: () => ({
      before: { country: 'PL' },
      after: { country: 'CZ' },
      foreseen: { basisPoints: 2100 },
    }),
    [settleCountry.path]: () => ({ country: 'CZ' }),
  });
  showPages({ '/': <OrderFacts order={paid} /> }, '/');
  await expect
    .element(page.getByRole('definition').filter({ hasText: 'settled by an operator' }))
    .toHaveTextContent('Poland');
  await page.getByRole('button', { name: 'Correct the country' }).click();
  await page.getByRole('dialog').getByRole('combobox').click();
  await page.getByRole('option', { name: 'Czechia' }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.element(page.getByText('The rate on the day of the payment: 21%')).toBeVisible();
  await page.getByLabelText('Reason').fill('a wrong bill');
  await page.getByRole('dialog').getByRole('button', { name: 'Settle' }).click();
  await expect
    .poll(() => sent.filter(([{ path }]) => path === settleCountry.path).map(([, input]) => input))
    .toEqual([
      {
        params: { id: order.id },
        body: { country: 'CZ', seen: { country: 'PL', isSettled: true }, reason: 'a wrong bill' },
      },
    ]);
});

test('O25 the country of an order that is not paid, or was paid with coins, is not settled; a viewer settles none', async () => {
  answerCalls({});
  const unsure = { ...paid, country: null, isCountrySettled: false };
  const { screen } = showPages({ '/': <OrderFacts order={unsure} /> }, '/');
  const view = await screen;
  await expect.element(page.getByRole('button', { name: 'Settle the country' })).toBeVisible();
  await expect.element(page.getByText('no evidence')).toBeVisible();
  await view.unmount();
  const coins = { ...unsure, quote: { ...paid.quote, currency: 'OC' } } as OrderReply;
  for (const one of [{ ...unsure, paidAt: null }, coins]) {
    const shown = await showPages({ '/': <OrderFacts order={one} /> }, '/').screen;
    await expect.element(page.getByText('Standard', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Buyer’s country')).not.toBeInTheDocument();
    await shown.unmount();
  }
  answerCalls({}, 'viewer');
  showPages({ '/': <OrderFacts order={unsure} /> }, '/');
  await expect.element(page.getByText('no evidence')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Settle the country' })).not.toBeInTheDocument();
});
