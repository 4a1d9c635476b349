import type { ToastManager } from '@base-ui/react/toast';
import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { CouponCard } from '#/client/areas/cases/inventory/CouponCard.tsx';
import { couponsQuery } from '#/client/areas/cases/state/queries.ts';
import { useUndoableSwaps } from '#/client/areas/cases/results/undoableSwaps.ts';
import { useCouponSwap } from '#/client/areas/cases/results/useCouponSwap.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { showNoticesIn } from '#/client/ui/feedback/notify.ts';
import type { UserReply } from '#/contract/session.ts';
import type { CouponPage } from '#/contract/cases.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import cases from '../../../../../locales/en/cases.json';
import errors from '../../../../../locales/en/errors.json';

const FILTER = { state: 'owned', color: undefined } as const;
const page = (id: number): CouponPage => ({
  coupons: [
    {
      id,
      name: 'Jerrycan',
      imageName: 'jerrycan',
      color: 'simple',
      isSwapAvailable: true,
      premiumCoinsPrice: 15,
      state: 'owned',
      gives: null,
      draw: { epochId: 'e-1', nonce: id },
    },
  ],
  pageInfo: { currentPage: 1, lastPage: 1, nextBefore: null },
});

function List() {
  const { data } = useInfiniteQuery(couponsQuery(FILTER, 'visit'));
  const { swap } = useCouponSwap();
  const coupons = data?.pages.flatMap((one) => one.coupons) ?? [];
  return coupons.map((coupon) => (
    <CouponCard key={coupon.id} coupon={coupon} onSwap={(one) => swap([one])} />
  ));
}

/** Keys under which the swap was sent. */
const keys = () =>
  vi
    .mocked(call)
    .mock.calls.filter(([endpoint]) => endpoint === endpoints.convertCoupon)
    .map(([, , options]) => options?.idempotencyKey);
let notices: unknown[] = [];
let couponId = 0;

/** A coupon on the page of a player with 100 OC; `answer` answers the swap. */
async function shownCoupon(answer: () => Promise<unknown>) {
  couponId += 1;
  const client = new QueryClient();
  client.setQueryData(couponsQuery(FILTER, 'visit').queryKey, {
    pages: [page(couponId)],
    pageParams: [{ page: 1, before: null }],
  });
  client.setQueryData(playerQuery.queryKey, {
    user: { premiumCoins: 100 },
    couponCount: 1,
    caseCount: 0,
  } as UserReply);
  vi.mocked(call).mockImplementation((endpoint) =>
    endpoint === endpoints.convertCoupon ? answer() : new Promise<never>(() => {}),
  );
  const screen = await render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <List />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const player = () => client.getQueryData(playerQuery.queryKey);
  return { screen, button: screen.getByRole('button', { name: /^Exchange “Jerrycan” for 15/ }), player };
}

beforeEach(() => {
  notices = [];
  showNoticesIn({
    add: (notice: object) => {
      notices.push(notice);
      return '';
    },
  } as ToastManager);
});

test('C5 a swap is shown before it is answered, and sent once however often it is clicked', async () => {
  const { screen, button, player } = await shownCoupon(() => new Promise(() => {}));
  await button.dblClick();
  await expect.element(screen.getByText('Exchanged')).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
  expect(player()).toMatchObject({ user: { premiumCoins: 115 }, couponCount: 0 });
  expect(keys()).toHaveLength(1);
});

test('C5 the focus stays on a coupon that is swapped, and returns to its button if the swap fails', async () => {
  let refuse = () => {};
  const refused = new Promise((_, reject) => (refuse = () => reject(new ApiError('offline', 0))));
  const { screen, button } = await shownCoupon(() => refused);
  await button.click();
  await expect.element(screen.getByText('Exchanged')).toHaveFocus();
  refuse();
  await expect.element(button).toHaveFocus();
});

test('C5 E5 the focus goes to the state of a coupon when the time to undo its exchange is over', async () => {
  const { screen, button } = await shownCoupon(() => Promise.resolve({ converted: [couponId], paid: 15 }));
  await button.click();
  const undo = screen.getByRole('button', { name: cases.coupons.undo });
  await expect.element(undo).toBeVisible();
  (undo.element() as HTMLElement).focus();
  useUndoableSwaps.setState(({ swaps }) => ({ swaps: swaps.map((swap) => ({ ...swap, untilMs: 0 })) }));
  await expect.element(undo).not.toBeInTheDocument();
  await expect.element(screen.getByText('Exchanged')).toHaveFocus();
});

test('C5 a lost answer reverts the swap with a notice; the next try has the same key', async () => {
  const answers = [
    () => Promise.reject(new ApiError('offline', 0)),
    () => Promise.resolve({ converted: [couponId], paid: 15, premiumCoins: 115 }),
  ];
  const { screen, button, player } = await shownCoupon(() => answers.shift()!());
  await button.click();
  await vi.waitFor(() => expect(notices).toMatchObject([{ type: 'error' }]));
  await expect.element(button).toBeEnabled();
  expect(player()).toMatchObject({ user: { premiumCoins: 100 }, couponCount: 1 });
  await button.click();
  await expect.element(screen.getByText('Exchanged')).toBeVisible();
  expect(keys()).toHaveLength(2);
  expect(new Set(keys()).size).toBe(1);
});

test('C5 a coupon that was handed out in the game meanwhile has a sentence', async () => {
  const { screen, button, player } = await shownCoupon(() =>
    Promise.reject(new ApiError('couponSpent', 409)),
  );
  await button.click();
  await expect.element(screen.getByText('Delivered in the game')).toBeVisible();
  await vi.waitFor(() => expect(notices).toMatchObject([{ description: errors.couponSpent }]));
  expect(player()).toMatchObject({ user: { premiumCoins: 100 } });
});

test('C5 a swap that another tab made before pays nothing twice and shows a notice', async () => {
  const { screen, button, player } = await shownCoupon(() =>
    Promise.resolve({ converted: [couponId], paid: 0, premiumCoins: 100 }),
  );
  await button.click();
  await expect.element(screen.getByText('Exchanged')).toBeVisible();
  await vi.waitFor(() => expect(notices).toMatchObject([{ title: cases.coupons.swappedBefore }]));
  expect(player()).toMatchObject({ user: { premiumCoins: 100 } });
});
