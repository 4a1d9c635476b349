import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { render } from 'vitest-browser-react';
import { landingDataQuery, serversStatisticQuery } from '#/client/areas/landing/state/queries.ts';
import { POINT_ICONS, type LandingData, type ServersStatistic } from '#/contract/landing.ts';

export const statistic: ServersStatistic = {
  servers: [
    { key: 'alpha', name: 'Alpha', online: 1200, slots: 2000, isOnline: true },
    { key: 'beta', name: 'Beta', online: 34, slots: null, isOnline: true },
    { key: 'gamma', name: 'Gamma', online: 0, slots: null, isOnline: false },
  ],
  record: { online: 7306, at: '2026-05-01T20:00:00.000Z' },
};

const server = (name: string): LandingData['servers'][number] => ({
  key: name.toLowerCase(),
  name,
  address: name === 'Gamma' ? null : `${name.toLowerCase()}.example:22005`,
  district: `${name} district`,
  facts: 'x1',
  points: POINT_ICONS.map((icon) => ({ icon, title: `${name} ${icon}`, text: 'Text' })),
});

export const landingData = (promo: LandingData['promo'] = null): LandingData => ({
  promo,
  servers: ['Alpha', 'Beta', 'Gamma'].map(server),
  news: [],
});

/** Renders a part of the landing page with the server's data. */
export async function renderLanding(part: ReactNode, data = landingData(), counts = statistic) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  client.setQueryData(landingDataQuery.queryKey, data);
  client.setQueryData(serversStatisticQuery.queryKey, counts);
  const screen = await render(
    <QueryClientProvider client={client}>
      <MemoryRouter>{part}</MemoryRouter>
    </QueryClientProvider>,
  );
  return { screen, client };
}
