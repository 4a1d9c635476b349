import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { render } from 'vitest-browser-react';
import { CasePage } from '#/client/areas/cases/opening/CasePage.tsx';

/** Shows the page of a case at its address. */
export const showCasePage = (id = '1') =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider
        router={createMemoryRouter([{ path: 'case/:id', Component: CasePage }], {
          initialEntries: [`/case/${id}`],
        })}
      />
    </QueryClientProvider>,
  );
