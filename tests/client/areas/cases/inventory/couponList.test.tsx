import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { call } from '#/client/platform/api/api.ts';
import { Coupons } from '#/client/areas/cases/inventory/Coupons.tsx';
import { forgetLeftCoupons } from '#/client/areas/cases/state/queries.ts';
import type { CouponPage } from '#/contract/cases.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import cases from '../../../../../locales/en/cases.json';

const PAGE: CouponPage = {
  coupons: [
    {
      id: 7,
      name: 'Jerrycan',
      imageName: 'jerrycan',
      color: 'simple',
      isSwapAvailable: false,
      premiumCoinsPrice: 0,
      state: 'owned',
      gives: null,
      draw: { epochId: 'e-1', nonce: 7 },
    },
  ],
  pageInfo: { currentPage: 1, lastPage: 1, nextBefore: null },
};

const asked = () => vi.mocked(call).mock.calls.filter(([endpoint]) => endpoint === endpoints.coupons).length;

/** The filters that the list was asked for, the latest last. */
const filters = () =>
  vi
    .mocked(call)
    .mock.calls.filter(([endpoint]) => endpoint === endpoints.coupons)
    .map(([, input]) => {
      const { color, state } = (input as { query: { color?: string; state?: string } }).query;
      return { color, state };
    });

async function shownList(address = '/inventory') {
  const client = new QueryClient();
  vi.mocked(call).mockImplementation((endpoint) =>
    endpoint === endpoints.coupons ? Promise.resolve(PAGE) : new Promise<never>(() => {}),
  );
  const router = createMemoryRouter(
    [
      { path: '/inventory', element: <Coupons onToCases={() => {}} /> },
      { path: '*', element: <p>Somewhere else</p> },
    ],
    { initialEntries: [address] },
  );
  const screen = await render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('Jerrycan')).toBeInTheDocument();
  return { client, router, screen };
}

test('C5 the way back finds the list as it was left', async () => {
  const { router, screen } = await shownList();
  await router.navigate('/draw');
  await expect.element(screen.getByText('Somewhere else')).toBeVisible();
  const before = asked();
  await router.navigate(-1);
  await expect.element(screen.getByText('Jerrycan')).toBeInTheDocument();
  expect(asked()).toBe(before);
});

test('C5 every other way begins the list anew', async () => {
  const { router, screen } = await shownList();
  await router.navigate('/draw');
  await expect.element(screen.getByText('Somewhere else')).toBeVisible();
  const before = asked();
  await router.navigate('/inventory');
  await expect.element(screen.getByText('Jerrycan')).toBeInTheDocument();
  expect(asked()).toBe(before + 1);
});

test('C5 what was won or swapped meanwhile is in the list after the way back', async () => {
  const { client, router, screen } = await shownList();
  await router.navigate('/draw');
  await expect.element(screen.getByText('Somewhere else')).toBeVisible();
  const before = asked();
  const left = () => client.getQueryCache().findAll({ queryKey: ['coupons'], type: 'inactive' });
  await expect.poll(left).toHaveLength(1);
  forgetLeftCoupons(client);
  await router.navigate(-1);
  await expect.element(screen.getByText('Jerrycan')).toBeInTheDocument();
  expect(asked()).toBe(before + 1);
});

test('C5 a filter that is chosen right after another one keeps it', async () => {
  const { router, screen } = await shownList();
  const press = (name: string) => (screen.getByRole('radio', { name }).element() as HTMLElement).click();
  // before the browser does anything else
  const stop = router.subscribe(() => {
    stop();
    press(cases.coupons.states.converted);
  });
  press(cases.rarity.epic);
  await expect.poll(() => filters().at(-1)).toEqual({ color: 'epic', state: 'converted' });
});

test('C5 the filters are part of the address, and so of the way back', async () => {
  const { router, screen } = await shownList('/inventory?section=donate_inventory#inventory');
  const choice = (name: string) => screen.getByRole('radio', { name });
  await choice(cases.rarity.epic).click();
  await expect.poll(() => router.state.location.search).toBe('?section=donate_inventory&color=epic');
  await choice(cases.coupons.states.converted).click();
  await expect.poll(() => router.state.location.search).toMatch(/color=epic&state=converted$/);
  expect(router.state.location.hash).toBe('#inventory');
  await expect.poll(() => filters().at(-1)).toEqual({ color: 'epic', state: 'converted' });
  await router.navigate(-1);
  await expect.element(choice(cases.coupons.states.owned)).toBeChecked();
  await expect.element(choice(cases.rarity.epic)).toBeChecked();
  const { pathname, search, hash } = router.state.location;

  await router.navigate(-1);
  await expect.element(choice(cases.coupons.anyRarity)).toBeChecked();

  // a reload begins with the address
  await screen.unmount();
  const again = await shownList(`${pathname}${search}${hash}`);
  await expect.element(again.screen.getByRole('radio', { name: cases.rarity.epic })).toBeChecked();
  expect(filters().at(-1)).toEqual({ color: 'epic', state: 'owned' });
});

test('D14 C5 while the prizes of another filter are loading, those on the page cannot be taken', async () => {
  const { screen } = await shownList('/inventory?color=simple');
  const takable = (name: string, id: number) => {
    const [first] = PAGE.coupons;
    return { ...first!, id, name, gives: 'game' as const };
  };
  const answerWith = (...coupons: CouponPage['coupons']) =>
    vi
      .mocked(call)
      .mockImplementation((endpoint) =>
        endpoint === endpoints.coupons
          ? Promise.resolve({ ...PAGE, coupons } as never)
          : new Promise<never>(() => {}),
      );
  const all = screen.getByRole('button', { name: cases.coupons.take.all });
  answerWith(takable('Padlock', 8), takable('Padlock', 9));
  await screen.getByRole('radio', { name: cases.rarity.rare }).click();
  await expect.element(all).toBeVisible();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  vi.mocked(call).mockImplementation((endpoint) =>
    endpoint === endpoints.coupons
      ? held.then(() => ({ ...PAGE, coupons: [takable('Wrench', 10), takable('Wrench', 11)] }) as never)
      : new Promise<never>(() => {}),
  );
  await screen.getByRole('radio', { name: cases.rarity.epic }).click();
  await expect.element(all).not.toBeInTheDocument();
  await expect.element(screen.getByText('Padlock').first()).toBeInTheDocument();
  answer();
  await all.click();
  await expect.element(screen.getByRole('dialog')).toHaveTextContent('Wrench × 2');
});
