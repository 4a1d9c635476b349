import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OrderReply } from '#/contract/operator/orders.ts';
import { FailedRefunds } from '#/operator/orders/FailedRefunds.tsx';
import { answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const { closeRefund, refundOrder } = operatorCalls;
const payment = { provider: 'stripe', isCurrent: true, refundableCents: 4000, refundFailedAt: null };
/** An order that was paid twice. The refund of its second payment failed. */
const order = {
  id: 'order-of-forty',
  version: 3,
  payments: [
    { ...payment, paymentRef: 'first-payment' },
    {
      ...payment,
      paymentRef: 'other-payment',
      isCurrent: false,
      refundFailedAt: '2026-01-15T12:00:00.000Z',
    },
    { ...payment, paymentRef: 'third-payment', isCurrent: false },
  ],
} as OrderReply;

test('O22 a failed refund is named with its payment, and closed with a reason', async () => {
  const sent = answerCalls({
    [`${closeRefund.path}/preview`]: () => ({
      before: { refundFailed: true },
      after: { refundFailed: false },
    }),
    [closeRefund.path]: () => ({ version: 3 }),
  });
  showPages({ '/': <FailedRefunds order={order} /> }, '/');
  await expect.element(page.getByRole('region', { name: 'A refund failed' })).toBeVisible();
  await expect.element(page.getByText(/Stripe · other-payment/)).toBeVisible();
  await page.getByRole('button', { name: 'The money went back' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Reason').fill('sent by bank transfer');
  await dialog.getByRole('button', { name: 'The money went back' }).click();
  await expect
    .poll(() => sent.filter(([{ path }]) => path === closeRefund.path).map(([, input]) => input))
    .toEqual([
      {
        params: { id: order.id },
        body: { version: 3, payment: 'other-payment', reason: 'sent by bank transfer' },
      },
    ]);
});

test('O22 another refund of a failed one is of the same payment', async () => {
  const preview = `${refundOrder.path}/preview`;
  const sent = answerCalls({ [preview]: () => ({ before: {}, after: {} }) });
  const failed = order.payments.map((one, at) => ({
    ...one,
    refundFailedAt: at === 2 ? order.payments[1]!.refundFailedAt : null,
  }));
  showPages({ '/': <FailedRefunds order={{ ...order, payments: failed }} /> }, '/');
  await page.getByRole('button', { name: 'Refund again' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect
    .poll(() => sent.find(([{ path }]) => path === preview)?.[1])
    .toMatchObject({ body: { cents: 4000, payment: 'third-payment' } });
});

test('O22 a viewer sees the failed refund, and can do nothing about it', async () => {
  answerCalls({}, 'viewer');
  showPages({ '/': <FailedRefunds order={order} /> }, '/');
  await expect.element(page.getByText(/Stripe · other-payment/)).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});
