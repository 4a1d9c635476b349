import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OrderReply } from '#/contract/operator/orders.ts';
import { RefundDialog } from '#/operator/orders/RefundDialog.tsx';
import { answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const preview = `${operatorCalls.refundOrder.path}/preview`;

/** An order that was paid 40 €, and once more by another payment. */
const order = {
  id: 'order-of-forty',
  version: 3,
  payments: [
    { paymentRef: 'first-payment', isCurrent: true, refundableCents: 4000 },
    { paymentRef: 'other-payment', isCurrent: false, refundableCents: 4000 },
  ],
} as OrderReply;

test('O11 an order that was paid twice gets its second payment back, unless the operator chooses', async () => {
  const sent = answerCalls({ [preview]: () => ({ before: {}, after: { status: 'granted' } }) });
  showPages({ '/': <RefundDialog order={order} onClose={() => {}} /> }, '/');
  await expect.element(page.getByRole('combobox')).toHaveTextContent('second payment · other-payment');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect
    .poll(() => sent.find(([{ path }]) => path === preview)?.[1])
    .toMatchObject({ body: { cents: 4000, payment: 'other-payment' } });
});
