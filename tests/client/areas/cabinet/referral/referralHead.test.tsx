import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Referral } from '#/client/areas/cabinet/referral/Referral.tsx';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { referralQuery } from '#/client/domain/queries/cabinetQueries.ts';
import { call } from '#/client/platform/api/api.ts';
import cabinet from '../../../../../locales/en/cabinet.json';

const STATISTIC = {
  systemAccountStatistic: { totalReferral: 0, activeReferral: 0 },
  statuses: [],
  milestones: [],
  lastStatus: null,
  isLeader: false,
  isMediaPartner: false,
};

test('C7 the page waits for the code of the player, so that nothing below it moves', async () => {
  vi.mocked(call).mockImplementation(() => new Promise(() => {}));
  const client = new QueryClient();
  client.setQueryData(referralQuery.queryKey, STATISTIC as never);
  const screen = await render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Referral />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText(cabinet.referral.loading)).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: cabinet.referral.title }).query()).toBeNull();
  client.setQueryData(playerQuery.queryKey, { user: { userPromoCode: 'ROADSIDE' } } as never);
  await expect.element(screen.getByText('ROADSIDE')).toBeVisible();
  expect(screen.getByRole('heading', { name: cabinet.referral.title }).query()).not.toBeNull();
});
