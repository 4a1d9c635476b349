import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { leaveFor } from '#/client/areas/shop/payment/leaveFor.ts';
import { PayOtherWay } from '#/client/areas/shop/payment/PayOtherWay.tsx';
import { shopCalls } from '#/contract/calls/shop.ts';
import errors from '../../../../../locales/en/errors.json';

const PAGE = 'https://pay.example.org/2';
const shopData = {
  servers: [],
  products: [],
  payment_groups: [
    { key: 'main', title: 'Cards', methods: [{ name: 'card', title: 'Card', badges: [] }] },
    {
      key: 'crypto',
      title: 'Crypto',
      methods: [
        { name: 'bitcoin', title: 'Bitcoin', badges: [] },
        { name: 'litecoin', title: 'Litecoin', badges: [], asks_country: true },
      ],
    },
  ],
};

beforeEach(() => {
  vi.mocked(leaveFor).mockResolvedValue();
});

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PayOtherWay order={{ id: 'A'.repeat(22), payment_method_name: 'card', product: 'One Coins' }} />
    </QueryClientProvider>,
  );
const serve = (change: () => Promise<unknown>) =>
  vi
    .mocked(call)
    .mockImplementation(async (endpoint) => (endpoint === shopCalls.donateData ? shopData : change()));

test('S17 another payment method is chosen among the others, and leads to its page', async () => {
  serve(() => Promise.resolve({ order: 'A'.repeat(22), url: PAGE }));
  const screen = await show();
  await screen.getByRole('button', { name: 'Change the method' }).click();
  await expect.element(screen.getByRole('radio', { name: 'Bitcoin' })).toBeVisible();
  expect(screen.getByRole('radio').elements()).toHaveLength(2);
  await expect.element(screen.getByRole('button', { name: 'Go to payment' })).toBeDisabled();
  await screen.getByRole('radio', { name: 'Bitcoin' }).click();
  await screen.getByRole('button', { name: 'Go to payment' }).click();
  await expect.poll(() => vi.mocked(leaveFor).mock.calls).toEqual([[PAGE]]);
  expect(vi.mocked(call)).toHaveBeenCalledWith(
    shopCalls.changePayment,
    { params: { id: 'A'.repeat(22) }, body: { payment_method_name: 'bitcoin' } },
    { idempotencyKey: expect.stringMatching(/^[\w-]{8,64}$/) },
  );
});

test('S11 a payment method that does not tell the country asks for it', async () => {
  serve(() => Promise.resolve({ order: 'A'.repeat(22), url: PAGE }));
  const screen = await show();
  await screen.getByRole('button', { name: 'Change the method' }).click();
  await screen.getByRole('radio', { name: 'Litecoin' }).click();
  await screen.getByRole('button', { name: 'Go to payment' }).click();
  await expect.element(screen.getByText(errors.countryRequired)).toBeVisible();
  expect(leaveFor).not.toHaveBeenCalled();
  await screen.getByRole('combobox').click();
  await screen.getByRole('option', { name: 'Ukraine' }).click();
  await screen.getByRole('button', { name: 'Go to payment' }).click();
  await expect.poll(() => vi.mocked(leaveFor).mock.calls).toEqual([[PAGE]]);
  expect(vi.mocked(call)).toHaveBeenCalledWith(
    shopCalls.changePayment,
    { params: { id: 'A'.repeat(22) }, body: { payment_method_name: 'litecoin', country: 'UA' } },
    { idempotencyKey: expect.stringMatching(/^[\w-]{8,64}$/) },
  );
});

test('S17 a payment that is on its way already is told in words, and nobody is led away', async () => {
  serve(() => Promise.reject(new ApiError('paymentUnderWay', 409)));
  const screen = await show();
  await screen.getByRole('button', { name: 'Change the method' }).click();
  await screen.getByRole('radio', { name: 'Bitcoin' }).click();
  await screen.getByRole('button', { name: 'Go to payment' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent(errors.paymentUnderWay);
  expect(leaveFor).not.toHaveBeenCalled();
});
