import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { call } from '#/client/platform/api/api.ts';
import { ReceiptDialog } from '#/client/areas/shop/orders/ReceiptDialog.tsx';
import type { Delivery } from '#/contract/deliveries.ts';
import type { Order } from '#/contract/orders.ts';
import { waitingDelivery } from '../../../../support/components/sampleDelivery.ts';

const waiting: Delivery = { ...waitingDelivery, order: 'o' };

const order: Order = {
  id: 'A'.repeat(22),
  number: 'ONE-4F2K7C',
  state: 'granted',
  product_type: 'Services',
  goods_id: 4006,
  case_id: null,
  account: 'd•••o',
  server: 'everest',
  server_name: 'Everest',
  product: 'Garage slot',
  image: 'items/garage',
  product_qty: 1,
  amount: 0,
  bonus_qty: 0,
  currency_code: 'EUR',
  price_cents: 490,
  discount_cents: 0,
  total_cents: 490,
  total_coins: 0,
  discount_code: null,
  payment_method_name: null,
  payment_system: 'Card',
  date: '2026-11-21T18:00:00.000Z',
  paid_at: '2026-11-21T18:00:00.000Z',
  pay_url: null,
  expires_at: null,
  refunded_cents: 0,
  purpose: null,
  deliveries: [waiting],
};

const dialog = (open: boolean, shown = order) => (
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>
      <ReceiptDialog order={shown} open={open} onClose={() => {}} />
    </MemoryRouter>
  </QueryClientProvider>
);

test('D18 beside the receipt stands what the game hands over, and it changes by itself', async () => {
  let answer = (_reply: unknown) => {};
  vi.mocked(call).mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const screen = await render(dialog(false));
  expect(call).not.toHaveBeenCalled();
  await screen.rerender(dialog(true));
  await expect.element(screen.getByText('Waiting for you in the game')).toBeVisible();
  const handed = { ...waiting, stage: 'handed', isOpen: false, character: 'John Doe' };
  answer({ order: { ...order, deliveries: [handed] } });
  await expect.element(screen.getByText('John Doe has it on Everest.')).toBeVisible();
});

test.each([
  [1440, 900],
  [390, 664],
])(
  'D18 a long receipt opens at its head, with its buttons in sight, at %s x %s px',
  async (width, height) => {
    await page.viewport(width, height);
    vi.mocked(call).mockReturnValue(new Promise(() => {}));
    const deliveries = [waiting, { ...waiting, id: 42 }, { ...waiting, id: 43 }];
    const screen = await render(dialog(true, { ...order, deliveries }));
    const title = screen.getByRole('heading', { name: 'Garage slot' }).first();
    await expect.element(title).toHaveFocus();
    await expect.element(title).toBeInViewport({ ratio: 0.9 });
    await expect.element(screen.getByRole('button', { name: 'Print' })).toBeInViewport({ ratio: 0.9 });
  },
);
