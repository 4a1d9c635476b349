import i18next from 'i18next';
import { MemoryRouter } from 'react-router-dom';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Order, OrderMonth } from '#/contract/orders.ts';
import { OrderMonths } from '#/client/areas/shop/orders/OrderMonths.tsx';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { demoMonth, demoOrder } from '../../../../support/components/demoOrder.ts';
import { loadTextsOf } from '../../../../support/components/texts.ts';

const orderOn = (date: string, id: string): Order => ({
  ...demoOrder('granted'),
  date,
  id: id.padEnd(22, '0'),
});

const show = (orders: Order[], months: OrderMonth[]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <OrderMonths orders={orders} months={months} />
      </MemoryRouter>
    </QueryClientProvider>,
  );

const headings = (container: Element) =>
  [...container.querySelectorAll('h3')].map((heading) =>
    heading.parentElement!.textContent.replaceAll('\u00A0', ' '),
  );

test('S24 orders stand under their month, with what was paid in it and what came back', async () => {
  const orders = [
    orderOn('2026-12-01T00:00:00.000Z', 'december'),
    orderOn('2026-11-30T23:59:59.999Z', 'november-2'),
    orderOn('2026-11-01T00:00:00.000Z', 'november-1'),
    orderOn('2026-10-31T23:59:59.999Z', 'october'),
    orderOn('2026-09-10T00:00:00.000Z', 'september'),
  ];
  const november = demoMonth('2026-11', { refunded_cents: 20_700 });
  const { container } = await show(orders, [
    demoMonth('2026-12', { paid_coins: 3000 }),
    // both pages tell the month that they share
    november,
    november,
    demoMonth('2026-10', { paid_cents: 0, paid_coins: 60 }),
    demoMonth('2026-09', { paid_cents: 0 }),
  ]);
  expect(headings(container)).toEqual([
    'December 2026Paid €414.00 and 3,000 OC',
    'November 2026Paid €414.00€207.00 of it came back',
    'October 2026Paid 60 OC',
    'September 2026Nothing paid',
  ]);
  const counts = [...container.querySelectorAll('section')].map(
    (month) => month.querySelectorAll('li').length,
  );
  expect(counts).toEqual([1, 2, 1, 1]);
});

test.each([
  ['ru', 'Ноябрь 2026Оплачено 414,00 € и 3 000 OCиз них вернулось 207,00 €'],
  ['uk', 'Листопад 2026Сплачено 414,00 € і 3 000 OCз них повернулося 207,00 €'],
] as const)('S24 the month in %s', async (locale, heading) => {
  await loadTextsOf(locale);
  await i18next.changeLanguage(locale);
  const ownLocale = pageConfig.locale;
  pageConfig.locale = locale;
  onTestFinished(() => void (pageConfig.locale = ownLocale));
  const { container } = await show(
    [orderOn('2026-11-01T00:00:00.000Z', 'november')],
    [demoMonth('2026-11', { paid_coins: 3000, refunded_cents: 20_700 })],
  );
  expect(headings(container)).toEqual([heading]);
});

test('S24 an order of coins says how many they are and how many of them are a bonus, also for a screen reader', async () => {
  const plain: Order = { ...orderOn('2026-11-02T00:00:00.000Z', 'plain'), amount: 500, bonus_qty: 0 };
  const screen = await show([orderOn('2026-11-01T00:00:00.000Z', 'bonus'), plain], [demoMonth('2026-11')]);
  const titles = screen.getByRole('heading', { level: 4 });
  await expect.element(titles.first()).toHaveTextContent(/^2,300\sOC \+ 460 bonus$/);
  await expect.element(titles.last()).toHaveTextContent(/^500\sOC$/);
  await expect.element(screen.getByRole('button', { name: /^Receipt: 500\sOC$/ })).toBeVisible();
});
