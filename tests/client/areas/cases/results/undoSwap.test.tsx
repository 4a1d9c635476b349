import type { ToastManager } from '@base-ui/react/toast';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { GroupSwap } from '#/client/areas/cases/results/GroupSwap.tsx';
import { useUndoableSwaps } from '#/client/areas/cases/results/undoableSwaps.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { showNoticesIn } from '#/client/ui/feedback/notify.ts';
import type { UserReply } from '#/contract/session.ts';
import type { Coupon } from '#/contract/cases.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import cases from '../../../../../locales/en/cases.json';
import errors from '../../../../../locales/en/errors.json';

const coupon = (id: number): Coupon => ({
  id,
  name: `Prize ${id}`,
  imageName: 'jerrycan',
  color: 'simple',
  isSwapAvailable: true,
  premiumCoinsPrice: 15,
});
let notices: { title?: unknown; description?: unknown }[] = [];
let ids = 0;
const { secondLookMs } = tuning.dom;

beforeEach(() => {
  notices = [];
  showNoticesIn({
    add: (notice: object) => {
      notices.push(notice);
      return '';
    },
  } as ToastManager);
  Object.assign(tuning.dom, { secondLookMs: 0 });
});
afterEach(() => {
  Object.assign(tuning.dom, { secondLookMs });
  useUndoableSwaps.setState({ swaps: [] });
});

/** Two prizes of 15 OC that a player with 100 OC has just exchanged; `answer` answers the undo. */
async function exchangedTwo(answer: () => Promise<unknown>) {
  ids += 2;
  const client = new QueryClient();
  client.setQueryData(playerQuery.queryKey, {
    user: { premiumCoins: 100 },
    couponCount: 2,
    caseCount: 0,
  } as UserReply);
  vi.mocked(call).mockImplementation((endpoint): Promise<never> => {
    if (endpoint === endpoints.convertCoupons) return Promise.resolve({ paid: 30 } as never);
    if (endpoint === endpoints.undoExchange) return answer() as Promise<never>;
    return new Promise(() => {});
  });
  const screen = await render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <GroupSwap coupons={[coupon(ids), coupon(ids + 1)]} labelOf={({ pieces }) => `Exchange ${pieces}`} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.getByRole('button', { name: 'Exchange 2' }).click();
  const undo = screen.getByRole('button', { name: cases.coupons.undo, exact: true });
  const coins = () => client.getQueryData(playerQuery.queryKey)?.user.premiumCoins;
  return { screen, undo, coins };
}
const undoKeys = () =>
  vi
    .mocked(call)
    .mock.calls.filter(([endpoint]) => endpoint === endpoints.undoExchange)
    .map(([, , options]) => options?.idempotencyKey);

test('C5 an exchange is undone as a whole by the same button, which keeps the focus', async () => {
  const { screen, undo, coins } = await exchangedTwo(() => Promise.resolve({ undone: [], returned: 30 }));
  await expect.element(undo).toHaveFocus();
  expect(coins()).toBe(130);
  await undo.click();
  await expect.element(screen.getByRole('button', { name: 'Exchange 2' })).toHaveFocus();
  expect(coins()).toBe(100);
  expect(vi.mocked(call)).toHaveBeenCalledWith(
    endpoints.undoExchange,
    { body: { ids: [ids, ids + 1] } },
    expect.anything(),
  );
});

test('C5 R6 an exchange is announced once, by the button that was pressed, whose name does not count the seconds', async () => {
  const { screen, undo } = await exchangedTwo(() => Promise.resolve({}));
  await expect.element(undo).toHaveTextContent(/^Undo · \d+ s$/);
  const announced = () => screen.container.querySelector('output')?.textContent;
  expect(announced()).toMatch(
    /^Exchanged: 30\sOC went to your balance\. You can undo this for 10 seconds\.$/,
  );
  (undo.element() as HTMLElement).blur();
  await expect.poll(announced).toBe('');
});

test('C5 the second half of a double click on "exchange" undoes nothing', async () => {
  Object.assign(tuning.dom, { secondLookMs: 60_000 });
  const { undo, coins } = await exchangedTwo(() => Promise.resolve({ undone: [], returned: 30 }));
  await undo.click();
  expect(undoKeys()).toEqual([]);
  expect(coins()).toBe(130);
});

test('C5 a refused undo leaves the exchange as it is, and says why', async () => {
  const { screen, undo, coins } = await exchangedTwo(() =>
    Promise.reject(new ApiError('undoCoinsSpent', 409)),
  );
  await undo.click();
  await expect.element(screen.getByRole('button', { name: /^Exchanged/ })).toBeVisible();
  expect(coins()).toBe(130);
  expect(notices).toMatchObject([{ title: cases.coupons.notUndone, description: errors.undoCoinsSpent }]);
});

test('C5 an undo whose answer is lost is asked for again with the same key', async () => {
  let answers = 0;
  const { undo, coins } = await exchangedTwo(() =>
    (answers += 1) === 1 ? Promise.reject(new ApiError('offline', 0)) : Promise.resolve({ returned: 30 }),
  );
  await undo.click();
  await vi.waitUntil(() => notices.length === 1);
  await undo.click();
  await vi.waitUntil(() => coins() === 100);
  const keys = undoKeys().slice(-2);
  expect(keys[0]).toBe(keys[1]);
});

test('C5 after ten seconds nothing offers to undo', async () => {
  const { screen, undo } = await exchangedTwo(() => Promise.resolve({}));
  await expect.element(undo).toBeVisible();
  useUndoableSwaps.setState(({ swaps }) => ({
    swaps: swaps.map((swap) => ({ ...swap, untilMs: performance.now() + 50 })),
  }));
  await expect.element(screen.getByRole('button', { name: /^Exchanged/ })).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
});
