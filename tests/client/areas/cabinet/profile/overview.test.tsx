import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { Overview } from '#/client/areas/cabinet/profile/Overview.tsx';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { deliveryCalls } from '#/contract/calls/deliveries.ts';
import type { UserReply } from '#/contract/session.ts';
import type { DeliveryStage } from '#/contract/deliveries.ts';
import cabinet from '../../../../../locales/en/cabinet.json';

const PLAYER = {
  user: { premiumCoins: 0 },
  caseCount: 0,
  premiumUntil: null,
  keptDiscountCode: null,
} as unknown as UserReply;

/** Shows the overview of a player whose deliveries are in these stages, and returns the tile of the game. */
async function tileOf(...stages: DeliveryStage[]) {
  vi.mocked(call).mockImplementation(async (endpoint): Promise<never> => {
    if (endpoint !== deliveryCalls.deliveries) throw new ApiError('internal', 500);
    const deliveries = stages.map((stage, id) => ({ id, stage, isOpen: true }));
    return { deliveries, nextBefore: null } as never;
  });
  const screen = await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Overview player={PLAYER} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.getByRole('link', { name: new RegExp(cabinet.overview.waiting) });
}

test('C13 D18 only what the player gets is counted, and what the game has not given is named apart', async () => {
  await expect
    .element(await tileOf('away', 'handing', 'trouble', 'callingOff', 'takingBack'))
    .toHaveTextContent(/2 deliveries.*1 not handed over/);
});

test('C13 D18 what failed alone is not called ready to collect', async () => {
  const tile = await tileOf('trouble', 'callingOff');
  await expect.element(tile).toHaveTextContent(cabinet.overview.stuckText);
  await expect.element(tile).toHaveTextContent('1 delivery');
  await expect.element(tile).not.toHaveTextContent(cabinet.overview.goodsText);
});

test('C13 D18 what is called off waits for nobody', async () => {
  await expect.element(await tileOf('callingOff')).toHaveTextContent(cabinet.overview.nothing);
});

test.each([390, 1440])(
  'N20 the tiles have their height at %s px before the player is known',
  async (width) => {
    await page.viewport(width, 900);
    vi.mocked(call).mockImplementation(() => new Promise(() => {}));
    const client = new QueryClient();
    const shown = (player: UserReply | undefined) => (
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <Overview player={player} />
        </MemoryRouter>
      </QueryClientProvider>
    );
    const screen = await render(shown(undefined));
    const heightOf = () =>
      screen.getByRole('region', { name: cabinet.overview.title }).element().getBoundingClientRect().height;
    const before = heightOf();
    await screen.rerender(shown({ ...PLAYER, caseCount: 208, premiumUntil: '2031-01-31T00:00:00.000Z' }));
    await expect.element(screen.getByText('208')).toBeVisible();
    expect(Math.abs(heightOf() - before)).toBeLessThan(2);
  },
);

test.each([320, 360, 390, 480, 768, 1440])(
  'C13 a balance of six digits stands clear of its button at %s px',
  async (width) => {
    await page.viewport(width, 900);
    vi.mocked(call).mockImplementation(() => new Promise(() => {}));
    const screen = await render(
      <div className="wrap">
        <QueryClientProvider client={new QueryClient()}>
          <MemoryRouter>
            <Overview player={{ ...PLAYER, user: { ...PLAYER.user, premiumCoins: 123_456 } }} />
          </MemoryRouter>
        </QueryClientProvider>
      </div>,
    );
    await expect.element(screen.getByText(/123,456/)).toBeVisible();
    const words = document.createRange();
    words.selectNodeContents(screen.getByText(/123,456/).element());
    const coins = words.getBoundingClientRect();
    const button = screen
      .getByRole('link', { name: cabinet.overview.topUp })
      .element()
      .getBoundingClientRect();
    expect(coins.right <= button.left || coins.bottom <= button.top).toBe(true);
    expect(button.right).toBeLessThanOrEqual(width);
  },
);
