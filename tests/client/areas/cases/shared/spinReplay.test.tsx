import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { SpinReplay } from '#/client/areas/cases/shared/SpinReplay.tsx';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { fairnessCalls } from '#/contract/calls/fairness.ts';
import type { SharedPrize } from '#/contract/sharedPrizes.ts';
import prize from '../../../../../locales/en/prize.json';

const PRIZE = {
  oddsHash: 'ab'.repeat(32),
  draw: { epochId: 'e-1', nonce: 3 },
  item: { id: 103, name: 'Backpack' },
  case: { name: 'Taxi' },
} as SharedPrize;
const asked = () => vi.mocked(call).mock.calls.filter(([one]) => one === fairnessCalls.fairOdds).length;

test('C14 a spin whose odds did not load is asked for again by the next press', async () => {
  vi.mocked(call).mockRejectedValueOnce(new ApiError('busy', 503));
  vi.mocked(call).mockReturnValue(new Promise<never>(() => {}));
  await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SpinReplay prize={PRIZE} />
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: prize.page.replay }).click();
  await expect.element(page.getByText(prize.page.replayFailed)).toBeVisible();
  await page.getByRole('button', { name: prize.page.replayed }).click();
  await expect.poll(asked).toBe(2);
});
