import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { call } from '#/client/platform/api/api.ts';
import { useCountryDraft } from '#/client/areas/shop/payment/countryDraft.ts';
import { CheckoutPage } from '#/client/areas/shop/checkout/CheckoutPage.tsx';
import { captchaAhead, withCaptcha } from '#/client/domain/forms/captcha.ts';
import { leaveFor } from '#/client/areas/shop/payment/leaveFor.ts';
import { shopCalls } from '#/contract/calls/shop.ts';
import errors from '../../../../../locales/en/errors.json';
import { premiumCart } from './premiumCart.ts';

const shopData = {
  servers: [],
  products: [],
  payment_groups: [
    {
      key: 'main',
      title: 'All',
      methods: [
        { name: 'card', title: 'Card', badges: [] },
        { name: 'bitcoin', title: 'Bitcoin', badges: [], asks_country: true },
      ],
    },
  ],
};

beforeEach(() => {
  vi.mocked(captchaAhead).mockReturnValue(() => () => {});
  vi.mocked(withCaptcha).mockImplementation((_action, send) => send('solved'));
  vi.mocked(leaveFor).mockResolvedValue();
  vi.mocked(call).mockImplementation(async (endpoint) => {
    if (endpoint === shopCalls.donateData) return shopData;
    return endpoint === shopCalls.cart ? premiumCart : { order: 'A'.repeat(22), url: 'https://pay.example' };
  });
});

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <CheckoutPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
type Screen = Awaited<ReturnType<typeof show>>;
const goOn = async (screen: Screen) =>
  screen.getByRole('region', { name: 'Amount due' }).getByRole('button', { name: 'Order and pay' }).click();
const bodies = () =>
  vi
    .mocked(call)
    .mock.calls.filter(([endpoint]) => endpoint === shopCalls.placeOrder)
    .map(([, input]) => (input as { body: object }).body);

test('S11 the country is asked for only by methods that do not tell it, and sent with the order', async () => {
  const screen = await show();
  // S19
  await expect.element(screen.getByText(/lose the right to return it within 14 days/)).toBeVisible();
  await expect.element(screen.getByRole('radio', { name: 'Card' })).toBeChecked();
  await expect.element(screen.getByRole('combobox')).not.toBeInTheDocument();
  await screen.getByRole('radio', { name: 'Bitcoin' }).click();
  await goOn(screen);
  await expect.element(screen.getByText(errors.countryRequired)).toBeVisible();
  await expect.element(screen.getByText(errors.termsRequired)).toBeVisible();
  await screen.getByRole('combobox').click();
  await screen.getByRole('option', { name: 'Ukraine' }).click();
  await expect.element(screen.getByText(errors.countryRequired)).not.toBeInTheDocument();
  await screen.getByRole('checkbox').click();
  await goOn(screen);
  await expect
    .poll(bodies)
    .toMatchObject([{ payment_method_name: 'bitcoin', country: 'UA', terms: true, at_once: true }]);
});

test('S11 the chosen country is remembered, and not sent with a method that tells it', async () => {
  useCountryDraft.setState({ country: 'UA' });
  const screen = await show();
  await screen.getByRole('radio', { name: 'Bitcoin' }).click();
  await expect.element(screen.getByRole('combobox')).toHaveTextContent('Ukraine');
  await screen.getByRole('radio', { name: 'Card' }).click();
  await screen.getByRole('checkbox').click();
  await goOn(screen);
  await expect.poll(bodies).toHaveLength(1);
  expect(bodies()[0]).not.toHaveProperty('country');
});
