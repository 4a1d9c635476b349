import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { UnrevealedPrizes } from '#/client/areas/cases/results/UnrevealedPrizes.tsx';
import { inventoryQuery } from '#/client/domain/queries/casesQueries.ts';
import type { DrawnCoupon } from '#/contract/cases.ts';
import cases from '../../../../../locales/en/cases.json';

const prize: DrawnCoupon = {
  id: 7,
  name: 'Backpack',
  imageName: 'backpack',
  color: 'rare',
  isSwapAvailable: true,
  premiumCoinsPrice: 40,
  draw: { epochId: 'e-1', nonce: 7 },
};

test('R7 a prize that the page has just shown is not offered while the next case opens', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  // the server does not know yet that the prize was seen
  client.setQueryData(inventoryQuery.queryKey, {
    userCases: [],
    unrevealed: [prize],
    unrevealedCount: 1,
  });
  const notice = page.getByRole('heading', { name: '1 prize is waiting for you to see it' });
  const Shown = (state: { except?: DrawnCoupon[]; isFrozen: boolean }) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <UnrevealedPrizes {...state} />
        <p>{state.isFrozen ? 'spinning' : 'result'}</p>
      </MemoryRouter>
    </QueryClientProvider>
  );
  const screen = await render(<Shown except={[prize]} isFrozen={false} />);
  await expect.element(page.getByText('result')).toBeVisible();
  await screen.rerender(<Shown isFrozen />);
  await expect.element(page.getByText('spinning')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  await screen.rerender(<Shown isFrozen={false} />);
  await expect.element(notice).toBeVisible();
  await expect.element(page.getByText(cases.unrevealed.textOfOne)).toBeVisible();
});
