import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { request } from '#/client/platform/api/api.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OperatorRole } from '#/contract/operator/people/permissions.ts';
import { Frame } from '#/operator/frame/Frame.tsx';
import { noteSessionLost } from '#/operator/platform/sessionLost.ts';

let operator: { id: number; name: string; email: string; role: OperatorRole; provenUntil: string } | null;
const calls: string[] = [];
const searches: unknown[] = [];

beforeEach(() => {
  calls.length = 0;
  searches.length = 0;
  operator = { id: 1, name: 'Olena', email: 'olena@example.org', role: 'owner', provenUntil: '' };
  vi.mocked(request).mockImplementation(async ({ path }: { path: string }, input: unknown) => {
    calls.push(path);
    if (path.includes('search')) {
      searches.push(input);
      return { hits: [{ kind: 'player', id: '7', words: `ivan@north`, player: null }] };
    }
    return path === operatorCalls.session.path ? { csrfToken: 'x', operator } : { switches: [] };
  });
});

function show(address = '/') {
  const router = createMemoryRouter(
    [
      {
        Component: Frame,
        children: [
          { index: true, element: <input aria-label="Note" /> },
          { path: 'staff', element: <p>All people</p> },
        ],
      },
    ],
    { initialEntries: [address] },
  );
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

test('O30 the end of a session asks to sign in again over the page, and what was typed stays', async () => {
  const view = await show();
  await view.getByLabelText('Note').fill('half a sentence');
  operator = null;
  noteSessionLost();
  await expect.element(view.getByText('Your session has ended')).toBeVisible();
  await expect.element(view.getByLabelText('E-mail')).toHaveValue('olena@example.org');
  operator = { id: 1, name: 'Olena', email: 'olena@example.org', role: 'owner', provenUntil: '' };
  await view.getByLabelText('Password').first().fill('quiet-harbour-19');
  await view.getByLabelText('Confirmation code').fill('123456');
  await view.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(view.getByText('Your session has ended')).not.toBeInTheDocument();
  expect(calls).toContain(operatorCalls.signIn.path);
  await expect.element(view.getByLabelText('Note')).toHaveValue('half a sentence');
});

test('O30 a lost connection is reported while it lasts', async () => {
  const view = await show();
  await view.getByLabelText('Note').fill('half a sentence');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  await expect.element(view.getByText(/^No connection/)).toBeVisible();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await expect.element(view.getByText(/^No connection/)).not.toBeInTheDocument();
  await expect.element(view.getByLabelText('Note')).toHaveValue('half a sentence');
});

test('O4 the rail shows only pages that the role may see', async () => {
  await page.viewport(1440, 900);
  operator = { id: 2, name: 'Viktor', email: 'viktor@example.org', role: 'viewer', provenUntil: '' };
  const view = await show();
  await expect.element(view.getByRole('link', { name: 'Audit log' })).toBeVisible();
  await expect.element(view.getByRole('link', { name: 'Staff' })).not.toBeInTheDocument();
});

test('O4 a page by its address is not drawn for a role that may not see it', async () => {
  operator = { id: 2, name: 'Viktor', email: 'viktor@example.org', role: 'viewer', provenUntil: '' };
  const view = await show('/staff');
  await expect.element(view.getByText('Your role may not see this')).toBeVisible();
  await expect.element(view.getByText('All people')).not.toBeInTheDocument();
});

test('O29 the question mark shows the keys, but not in a field', async () => {
  const view = await show();
  await view.getByLabelText('Note').fill('why');
  await userEvent.keyboard('?');
  await expect.element(view.getByLabelText('Note')).toHaveValue('why?');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('?');
  await expect.element(view.getByText('Next row')).toBeVisible();
});

test('O10 an e-mail is looked for at Enter, and no part of it goes into an address before', async () => {
  const view = await show();
  const box = view.getByRole('combobox', { name: 'Search by anything a player may quote' });
  await box.fill('ivan@example.org');
  await expect.element(view.getByText(/^Press Enter/)).toBeVisible();
  expect(searches).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(view.getByRole('option', { name: /ivan@north/ })).toBeVisible();
  expect(searches).toEqual([{ body: { email: 'ivan@example.org' } }]);
});

test('O10 a login with its server is looked for by the login; a viewer’s search never sends an e-mail', async () => {
  operator = { id: 2, name: 'Viktor', email: 'viktor@example.org', role: 'viewer', provenUntil: '' };
  const view = await show();
  const box = view.getByRole('combobox', { name: 'Search by anything a player may quote' });
  await box.fill('ivan@example.org');
  await expect.element(view.getByRole('option', { name: /ivan@north/ })).toBeVisible();
  expect(searches).toEqual([{ query: { q: 'ivan' } }]);
});
