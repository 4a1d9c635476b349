import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { OrderHistory } from '#/client/areas/shop/orders/OrderHistory.tsx';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { shopCalls } from '#/contract/calls/shop.ts';
import shop from '../../../../../locales/en/shop.json';
import { demoMonth, demoOrder } from '../../../../support/components/demoOrder.ts';

/** Pages that the server has. */
let lastPage: number;
/** Pages that fail. */
let broken: Set<number>;

beforeEach(() => {
  lastPage = 0;
  broken = new Set();
  vi.mocked(call).mockImplementation(async (endpoint, input): Promise<never> => {
    if (endpoint !== shopCalls.orders) throw new ApiError('internal', 500);
    const currentPage = Number((input as { query: { page: string } }).query.page);
    if (broken.has(currentPage)) throw new ApiError('internal', 500);
    const orders = Array.from({ length: lastPage === 0 ? 0 : 10 }, (_, at) => ({
      ...demoOrder('granted'),
      // a page begins with what the one before it ended with: an order came in between
      id: String((currentPage - 1) * 9 + at).padStart(22, '0'),
    }));
    return { orders, months: [demoMonth('2026-03')], pageInfo: { currentPage, lastPage } } as never;
  });
});

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <OrderHistory />
      </MemoryRouter>
    </QueryClientProvider>,
  );

test('S12 no purchases yet: a way to the shop', async () => {
  const screen = await show();
  await expect.element(screen.getByText(shop.orders.emptyTitle)).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: shop.orders.toStore }))
    .toHaveAttribute('href', expect.stringMatching(/\/donate$/));
});

test('S12 the history loads on as one scrolls, says what went wrong, and ends', async () => {
  lastPage = 2;
  broken = new Set([2]);
  const screen = await show();
  const rows = screen.getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBe(10);
  await expect
    .poll(() => {
      scrollTo(0, document.documentElement.scrollHeight);
      return document.body.textContent;
    })
    .toContain(shop.orders.moreFailed);
  broken.clear();
  await screen.getByRole('button', { name: shop.orders.retry }).click();
  await expect.element(screen.getByText(shop.orders.noMore)).toBeVisible();
  expect(rows.elements()).toHaveLength(19);
});

test('S12 a history that does not load: a sentence and another try', async () => {
  broken = new Set([1]);
  const screen = await show();
  const failed = screen.getByRole('alert').filter({ hasText: shop.orders.failed });
  await expect.element(failed).toBeVisible();
  broken.clear();
  await failed.getByRole('button', { name: shop.orders.retry }).click();
  await expect.element(screen.getByText(shop.orders.emptyTitle)).toBeVisible();
});
