import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { InTheGame } from '#/client/areas/cabinet/game/InTheGame.tsx';
import { refreshDeliveries } from '#/client/domain/game/deliveryQueries.ts';
import { call } from '#/client/platform/api/api.ts';
import { deliveryCalls } from '#/contract/calls/deliveries.ts';
import type { Delivery } from '#/contract/deliveries.ts';
import { waitingDelivery as waiting } from '../../../../support/components/sampleDelivery.ts';

test('D18 what moved on and what came is told apart from the list, which hides behind a dialog', async () => {
  let deliveries = [waiting];
  vi.mocked(call).mockImplementation(async (endpoint): Promise<never> =>
    (endpoint as unknown) === deliveryCalls.deliveries
      ? ({ deliveries, nextBefore: null } as never)
      : new Promise(() => {}),
  );
  const client = new QueryClient();
  const answer = (...next: Delivery[]) => {
    deliveries = next;
    refreshDeliveries(client);
  };
  const screen = await render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <InTheGame />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await expect.element(screen.getByRole('heading', { name: 'Garage slot' })).toBeVisible();
  const told = screen.getByRole('status');
  await expect.element(told).toBeEmptyDOMElement();
  expect(document.querySelector('[aria-live]')).toBeNull();

  const handed: Delivery = { ...waiting, stage: 'handed', character: 'John Doe' };
  answer(handed);
  await expect.element(told).toHaveTextContent('Garage slot: John Doe has it on Everest.');
  const bought: Delivery = { ...waiting, id: 42, title: 'Name change' };
  answer(bought, handed);
  await expect.element(told).toHaveTextContent(/^Name change: /);
  // an older one comes with the next page, which the player asked for
  answer(bought, handed, { ...waiting, id: 7, title: 'Taxi' });
  await expect.element(screen.getByRole('heading', { name: 'Taxi' })).toBeVisible();
  await expect.element(told).not.toHaveTextContent('Taxi');
});
