import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { SharePrize } from '#/client/areas/cases/results/SharePrize.tsx';
import { endpoints } from '#/contract/calls/endpoints.ts';
import errors from '../../../../../locales/en/errors.json';
import prize from '../../../../../locales/en/prize.json';

const COUPON = {
  id: 7,
  name: 'Jerrycan',
  imageName: 'jerrycan',
  color: 'simple',
  isSwapAvailable: true,
  premiumCoinsPrice: 15,
} as const;
const CODE = 'abcdefghijklmnop';

beforeEach(() => {
  vi.mocked(call).mockImplementation(async (endpoint) =>
    endpoint === endpoints.sharePrize ? { code: CODE } : { withdrawn: true },
  );
});

async function opened(sharedCode?: string) {
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <SharePrize coupon={{ ...COUPON, sharedCode }} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.getByRole('button', { name: 'Share “Jerrycan”' }).click();
  return screen;
}
const sent = () => vi.mocked(call).mock.calls.map(([endpoint, input]) => [endpoint.path, input]);

test('C14 a prize is shared by the button that says what its page shows, and not before', async () => {
  const screen = await opened();
  await expect.element(screen.getByText(prize.share.shows)).toBeVisible();
  expect(sent()).toEqual([]);
  await screen.getByRole('button', { name: prize.share.make }).click();
  const link = screen.getByRole('link', { name: `/prize/${CODE}` });
  await expect.element(link).toHaveAttribute('href', `/en/prize/${CODE}`);
  expect(sent()).toEqual([[endpoints.sharePrize.path, { body: { id: 7 } }]]);
  const telegram = screen.getByRole('link', { name: 'Telegram' });
  await expect
    .element(telegram)
    .toHaveAttribute('href', expect.stringContaining(encodeURIComponent(`/en/prize/${CODE}`)));
});

test('C14 a double click makes the page and does not withdraw it', async () => {
  const screen = await opened();
  const button = screen.getByRole('button', { name: prize.share.make }).element() as HTMLButtonElement;
  button.click();
  await expect.poll(() => button.textContent).toBe(prize.share.withdraw);
  button.click();
  await expect.element(screen.getByRole('link', { name: `/prize/${CODE}` })).toBeVisible();
  expect(sent()).toEqual([[endpoints.sharePrize.path, { body: { id: 7 } }]]);
});

test('C14 the page of a shared prize can be closed where it was opened', async () => {
  const screen = await opened(CODE);
  await screen.getByRole('button', { name: prize.share.withdraw }).click();
  await expect.element(screen.getByText(prize.share.withdrawn)).toBeVisible();
  expect(sent()).toEqual([[endpoints.withdrawPrize.path, { body: { id: 7 } }]]);
  expect(screen.getByRole('link', { name: 'Telegram' }).elements()).toHaveLength(0);
});

test('C14 a failure is told, and the prize stays as it was', async () => {
  vi.mocked(call).mockRejectedValue(new ApiError('busy', 503));
  const screen = await opened();
  await screen.getByRole('button', { name: prize.share.make }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent(errors.busy);
  await expect.element(screen.getByRole('button', { name: prize.share.make })).toBeVisible();
});
