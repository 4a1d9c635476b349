import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { DropFeed } from '#/client/domain/prizes/DropFeed.tsx';
import { useLive, useLiveIsOpen } from '#/client/platform/api/live.ts';
import { type Drop, DROPS_SHOWN } from '#/contract/cases.ts';

const drop = (id: number): Drop => ({
  id,
  player: 'm•••t',
  serverName: 'Everest',
  item: { name: `Prize ${id}`, imageName: 'watch', color: 'legendary' },
  case: { id: 1, name: 'Heist' },
  at: '2026-11-20T10:00:00.000Z',
});

/**
 * Shows the feed with the server's first answer.
 * @returns a function that tells it of a drop, as the stream does
 */
async function feed(first: () => Promise<unknown>) {
  vi.mocked(call).mockImplementation(first);
  vi.mocked(useLiveIsOpen).mockReturnValue(true);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const screen = await render(
    <QueryClientProvider client={client}>
      <DropFeed />
      <button>Elsewhere</button>
    </QueryClientProvider>,
  );
  // a pointer that an earlier test has left over the feed would stop it
  await userEvent.hover(screen.getByRole('button', { name: 'Elsewhere' }));
  const tell = (one: Drop) => {
    const [, handler] = vi.mocked(useLive).mock.lastCall!;
    act(() => handler(one as never));
  };
  return { screen, tell };
}

const names = () => [...document.querySelectorAll('li b')].map((name) => name.textContent);

test('FA8 the feed shows the newest first, each drop once, and never more than it holds', async () => {
  const { screen, tell } = await feed(async () => ({ drops: [drop(2), drop(1)] }));
  await expect.element(screen.getByText('Prize 2')).toBeVisible();
  expect(names()).toEqual(['Prize 2', 'Prize 1']);
  await expect.element(screen.getByText('m•••t · Everest').first()).toBeVisible();
  await expect.element(screen.getByText('Legendary').first()).toBeVisible();
  tell(drop(3));
  tell(drop(3));
  await expect.poll(names).toEqual(['Prize 3', 'Prize 2', 'Prize 1']);
  for (let id = 4; id < 40; id++) tell(drop(id));
  await expect.poll(() => names().length).toBe(DROPS_SHOWN);
  expect(names()[0]).toBe('Prize 39');
});

test('FA8 the feed stands still while it has the focus, and goes on afterwards', async () => {
  const { screen, tell } = await feed(async () => ({ drops: [drop(1)] }));
  await expect.element(screen.getByText('Prize 1')).toBeVisible();
  await userEvent.tab();
  await expect.element(screen.getByText('Paused')).toBeVisible();
  tell(drop(2));
  expect(names()).toEqual(['Prize 1']);
  await userEvent.tab();
  await expect.element(screen.getByText('Live')).toBeVisible();
  await expect.poll(names).toEqual(['Prize 2', 'Prize 1']);
});

test('FA8 only what came after the page did moves in; it is not read aloud', async () => {
  const { screen, tell } = await feed(async () => ({ drops: [drop(5)] }));
  await expect.element(screen.getByText('Prize 5')).toBeVisible();
  tell(drop(6));
  await expect.element(screen.getByText('Prize 6')).toBeVisible();
  expect([...document.querySelectorAll('li[data-new] b')].map((one) => one.textContent)).toEqual(['Prize 6']);
  await expect.element(screen.getByRole('list')).toHaveAttribute('aria-live', 'off');
});

test('FA8 an empty feed shows a quiet sentence; a failed one is hidden', async () => {
  const { screen } = await feed(async () => ({ drops: [] }));
  await expect.element(screen.getByText(/^Quiet so far/)).toBeVisible();
  await screen.unmount();
  const broken = await feed(() => Promise.reject(new ApiError('offline', 0)));
  await expect.element(broken.screen.getByText('Rare prizes')).not.toBeInTheDocument();
});

test('FA8 a new drop enters in sight when the strip stands at its start', async () => {
  const drops = Array.from({ length: DROPS_SHOWN }, (_, at) => drop(DROPS_SHOWN - at));
  const { screen, tell } = await feed(async () => ({ drops }));
  const strip = screen.getByRole('list');
  await expect.element(strip).toBeVisible();
  expect(strip.element().scrollWidth).toBeGreaterThan(strip.element().clientWidth + 300);
  tell(drop(DROPS_SHOWN + 1));
  await expect.element(screen.getByText(`Prize ${DROPS_SHOWN + 1}`, { exact: true })).toBeVisible();
  const [first] = strip.element().children;
  await Promise.all(first!.getAnimations().map(({ finished }) => finished));
  expect(strip.element().scrollLeft).toBe(0);
});
