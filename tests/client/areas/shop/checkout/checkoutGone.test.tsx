import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { CheckoutPage } from '#/client/areas/shop/checkout/CheckoutPage.tsx';
import { forgetProduct, storeProduct } from '#/client/areas/shop/cart/storedProduct.ts';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import errors from '../../../../../locales/en/errors.json';
import { premiumCart } from './premiumCart.ts';

afterEach(forgetProduct);

async function refused(code: ErrorCode) {
  vi.mocked(call).mockRejectedValue(new ApiError(code, 409));
  const screen = await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/donate/verification-payment']}>
        <Routes>
          <Route path="/donate/verification-payment" element={<CheckoutPage />} />
          <Route path="/en/donate" element={<p>led to the shop</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen;
}
const wayOn = { name: 'Back to the store' };

test.each(['goodSoldOut', 'goodNotFound', 'cartExpired'] as const)(
  'S11 %s: what it was is named, and the way on leads to where it is sold',
  async (code) => {
    storeProduct(premiumCart);
    const screen = await refused(code);
    await expect.element(screen.getByText(`Premium · 30 days. ${errors[code]}`)).toBeVisible();
    await expect
      .element(screen.getByRole('link', wayOn))
      .toHaveAttribute('href', expect.stringMatching(/\/donate#Premium$/));
  },
);

test('S11 a browser that kept nothing of the purchase is led to the shop', async () => {
  const screen = await refused('cartExpired');
  await expect.element(screen.getByText(errors.cartExpired, { exact: true })).toBeVisible();
  await expect
    .element(screen.getByRole('link', wayOn))
    .toHaveAttribute('href', expect.stringMatching(/\/donate$/));
});

test('RT5 without a cart the page leads back to the shop', async () => {
  const screen = await refused('cartNotFound');
  await expect.element(screen.getByText('led to the shop')).toBeVisible();
});
