import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { call } from '#/client/platform/api/api.ts';
import { CasePrice } from '#/client/areas/cases/opening/CasePrice.tsx';
import { shopCalls } from '#/contract/calls/shop.ts';
import type { DonateData, ShopCase } from '#/contract/shop.ts';

const box = (id: number, fromCoins: number | null): ShopCase => ({
  id,
  name: `Case ${id}`,
  imageName: 'heist',
  plate: 'HEIST',
  fromCoins,
});
const coins: DonateData['products'][number] = {
  id: 1,
  type: 'one_coin',
  title: 'Top up',
  image: 'items/coins1',
  tab_title: 'One Coins',
  is_coming_soon: false,
  base_price: 0.2,
};

async function priceOf(id: number) {
  vi.mocked(call).mockImplementation(async (endpoint) => {
    if (endpoint === shopCalls.shopCases) return { cases: [box(1, 270), box(2, null)] };
    return { servers: [], products: [coins], payment_groups: [] };
  });
  const screen = await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <CasePrice id={id} />
      <p>the rest</p>
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('the rest')).toBeVisible();
  return screen;
}

const plain = (text: string | null) => text?.replaceAll(/\s/g, ' ');

test('C6 the case shows the price of one more, in coins and in euro at the price of a coin', async () => {
  const { container } = await priceOf(1);
  await expect.poll(() => plain(container.textContent)).toContain('270 OC ≈ €54.00');
});

test('C6 a case that the shop does not sell has no price', async () => {
  const { container } = await priceOf(2);
  await expect.poll(() => container.querySelectorAll('p')).toHaveLength(1);
  expect(container.textContent).toBe('the rest');
});
