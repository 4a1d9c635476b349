import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { TakeAll } from '#/client/areas/cases/inventory/TakeAll.tsx';
import { CouponCard } from '#/client/areas/cases/inventory/CouponCard.tsx';
import { couponsQuery } from '#/client/areas/cases/state/queries.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import type { UserReply } from '#/contract/session.ts';
import type { CouponPage } from '#/contract/cases.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import cases from '../../../../../locales/en/cases.json';
import errors from '../../../../../locales/en/errors.json';

const FILTER = { state: 'owned', color: undefined } as const;
const COUPON = {
  name: 'Jerrycan',
  imageName: 'jerrycan',
  color: 'simple',
  isSwapAvailable: true,
  premiumCoinsPrice: 15,
  state: 'owned',
  gives: 'game',
} as const satisfies Partial<CouponPage['coupons'][number]>;
let couponId = 0;
let answers: (() => Promise<unknown>)[] = [];

function List() {
  const { data } = useInfiniteQuery(couponsQuery(FILTER, 'visit'));
  const coupons = data?.pages.flatMap((one) => one.coupons) ?? [];
  return coupons.map((coupon) => <CouponCard key={coupon.id} coupon={coupon} onSwap={() => {}} />);
}

async function shownCoupon(changes: Partial<CouponPage['coupons'][number]> = {}) {
  couponId += 1;
  const client = new QueryClient();
  const coupon = { ...COUPON, id: couponId, draw: { epochId: 'e-1', nonce: couponId }, ...changes };
  client.setQueryData(couponsQuery(FILTER, 'visit').queryKey, {
    pages: [{ coupons: [coupon], pageInfo: { currentPage: 1, lastPage: 1, nextBefore: null } }],
    pageParams: [{ page: 1, before: null }],
  });
  client.setQueryData(playerQuery.queryKey, {
    user: { serverName: 'Everest' },
    couponCount: 1,
    caseCount: 0,
  } as UserReply);
  vi.mocked(call).mockImplementation((endpoint) =>
    endpoint === endpoints.takeCoupons ? answers.shift()!() : new Promise<never>(() => {}),
  );
  const screen = await render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <List />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { screen, take: screen.getByRole('button', { name: 'Take to the game: “Jerrycan”' }) };
}

const sent = () => vi.mocked(call).mock.calls.filter(([endpoint]) => endpoint === endpoints.takeCoupons);

beforeEach(() => {
  answers = [() => Promise.resolve({ taken: [couponId] })];
});

test('D14 a prize is taken after a question, once however often it is clicked', async () => {
  const { screen, take } = await shownCoupon();
  await take.click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toHaveTextContent('hands the prize over on Everest');
  expect(sent()).toHaveLength(0);
  await dialog.getByRole('button', { name: 'Take it' }).dblClick();
  await expect.element(screen.getByText('On its way to the game')).toBeVisible();
  expect(sent()).toHaveLength(1);
  expect(sent()[0]?.[1]).toEqual({ body: { ids: [couponId] } });
});

test('D14 E5 after the question the focus is on the button, or on the state that stands in its place', async () => {
  const { screen, take } = await shownCoupon();
  await take.click();
  await screen.getByRole('dialog').getByRole('button', { name: cases.coupons.take.no }).click();
  await expect.element(take).toHaveFocus();
  await take.click();
  await screen.getByRole('dialog').getByRole('button', { name: cases.coupons.take.yes }).click();
  await expect.element(screen.getByText(cases.coupons.claimed)).toHaveFocus();
});

test('D14 the question can be closed, and nothing is sent', async () => {
  const { screen, take } = await shownCoupon();
  await take.click();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent()).toHaveLength(0);
});

test('D14 after a lost answer the next try has the same key', async () => {
  answers.unshift(() => Promise.reject(new ApiError('offline', 0)));
  const { screen, take } = await shownCoupon();
  await take.click();
  const yes = screen.getByRole('button', { name: 'Take it' });
  await yes.click();
  await expect.element(screen.getByText(cases.coupons.take.unanswered)).toBeVisible();
  await yes.click();
  await expect.element(screen.getByText('On its way to the game')).toBeVisible();
  expect(new Set(sent().map(([, , options]) => options?.idempotencyKey)).size).toBe(1);
});

test('D14 a refusal shows a sentence, and the coupon stays', async () => {
  answers = [() => Promise.reject(new ApiError('couponSpent', 409))];
  const { screen, take } = await shownCoupon();
  await take.click();
  await screen.getByRole('button', { name: 'Take it' }).click();
  await expect.element(screen.getByText(errors.couponSpent)).toBeVisible();
});

test('D14 Premium says that it begins at once; a prize that only pays coins has no such button', async () => {
  const { screen, take } = await shownCoupon({ gives: 'premium' });
  await take.click();
  await expect.element(screen.getByRole('dialog')).toHaveTextContent('The Premium days begin at once');
  await screen.unmount();
  const other = await shownCoupon({ gives: null });
  await expect.element(other.take).not.toBeInTheDocument();
});

test.each([
  ['game', cases.coupons.inGame],
  ['premium', cases.coupons.startsPremium],
  [null, cases.coupons.notSwappable],
] as const)('D14 a prize without a price that gives %s says what it is for', async (gives, words) => {
  const { screen } = await shownCoupon({ isSwapAvailable: false, gives });
  await expect.element(screen.getByText(words, { exact: true })).toBeVisible();
});

function ListWithAll() {
  const query = useInfiniteQuery(couponsQuery(FILTER, 'visit'));
  const list = useRef<HTMLElement>(null);
  return (
    <>
      <TakeAll query={query} list={list} />
      <section ref={list} tabIndex={-1} aria-label="Prizes">
        {query.data?.pages.flatMap(({ coupons }) =>
          coupons.map(({ id, state }) => <p key={id}>{`${id} ${state}`}</p>),
        )}
      </section>
    </>
  );
}

/** A list of two pages with these coupons each; the first page is loaded. */
async function shownList(...given: Partial<CouponPage['coupons'][number]>[]) {
  const page = () =>
    given.map((changes) => {
      couponId += 1;
      const own = { id: couponId, draw: { epochId: 'e-1', nonce: couponId } };
      return Object.assign({}, COUPON, own, changes);
    });
  const [first, second] = [page(), page()];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(couponsQuery(FILTER, 'visit').queryKey, {
    pages: [{ coupons: first, pageInfo: { currentPage: 1, lastPage: 2, nextBefore: 1 } }],
    pageParams: [{ page: 1, before: null }],
  });
  vi.mocked(call).mockImplementation((endpoint) => {
    if (endpoint === endpoints.takeCoupons) return answers.shift()!();
    if (endpoint !== endpoints.coupons) return new Promise<never>(() => {});
    return Promise.resolve({
      coupons: second,
      pageInfo: { currentPage: 2, lastPage: 2, nextBefore: null },
    } as never);
  });
  const screen = await render(
    <QueryClientProvider client={client}>
      <ListWithAll />
    </QueryClientProvider>,
  );
  return { screen, all: screen.getByRole('button', { name: cases.coupons.take.all }), first, second };
}

test('D14 all prizes of a list are taken at once, also those of pages that are not shown yet', async () => {
  const { screen, all, first, second } = await shownList({}, { gives: 'premium' }, { gives: null });
  await all.click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toHaveTextContent('Take 4 prizes to the game?');
  await expect.element(dialog).toHaveTextContent('Jerrycan × 4');
  const yes = dialog.getByRole('button', { name: 'Take it' }).element() as HTMLButtonElement;
  // twice before anything is drawn
  yes.click();
  yes.click();
  await expect.element(screen.getByText(`${first[0]!.id} claimed`)).toBeVisible();
  await expect.element(screen.getByText(`${first[1]!.id} delivered`)).toBeVisible();
  await expect.element(screen.getByText(`${first[2]!.id} owned`)).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Prizes' })).toHaveFocus();
  expect(sent()).toHaveLength(1);
  expect(sent()[0]?.[1]).toEqual({
    body: { ids: [first[0]!.id, first[1]!.id, second[0]!.id, second[1]!.id] },
  });
});

test('D14 if one of many was spent elsewhere, none is taken, and the list is read again', async () => {
  answers = [() => Promise.reject(new ApiError('couponSpent', 409))];
  const { screen, all } = await shownList({}, {});
  await all.click();
  await screen.getByRole('button', { name: 'Take it' }).click();
  await expect.element(screen.getByText(errors.couponSpent)).toBeVisible();
  const pages = () => vi.mocked(call).mock.calls.filter(([endpoint]) => endpoint === endpoints.coupons);
  // the second page for the question, then the list again
  await expect.poll(() => pages().length).toBe(2);
});

test('D14 a single prize has no button for all', async () => {
  const { all } = await shownList({ gives: null }, { state: 'converted' });
  await expect.element(all).not.toBeInTheDocument();
});
