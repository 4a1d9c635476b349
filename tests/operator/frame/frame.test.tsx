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

const HIT = { kind: 'player', id: '7', words: `ivan@north`, player: null };
let operator: { id: number; name: string; email: string; role: OperatorRole; provenUntil: string } | null;
const calls: string[] = [];
const searches: unknown[] = [];
/** Answers a search for a text. */
let find: (text: string) => unknown;

beforeEach(() => {
  calls.length = 0;
  searches.length = 0;
  find = () => ({ hits: [HIT] });
  operator = { id: 1, name: 'Olena', email: 'olena@example.org', role: 'owner', provenUntil: '' };
  vi.mocked(request).mockImplementation(async ({ path }: { path: string }, input: unknown) => {
    calls.push(path);
    if (path.includes('search')) {
      searches.push(input);
      return find((input as { query?: { q: string } }).query?.q ?? '');
    }
    return path === operatorCalls.session.path ? { csrfToken: 'x', operator } : { switches: [] };
  });
});

let shown: ReturnType<typeof createMemoryRouter>;
function show(address = '/') {
  const router = createMemoryRouter(
    [
      {
        Component: Frame,
        children: [
          { index: true, element: <input aria-label="Note" /> },
          { path: 'staff', element: <p>All people</p> },
          { path: 'players/:id', element: <p>One player</p> },
        ],
      },
    ],
    { initialEntries: [address] },
  );
  shown = router;
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
  await expect.element(view.getByLabelText('Email')).toHaveValue('olena@example.org');
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

test('O10 Enter opens what was typed last, and not a hit of an earlier text', async () => {
  let answerLater = () => {};
  find = (text) =>
    text === 'ivan'
      ? { hits: [HIT] }
      : new Promise((resolve) => {
          answerLater = () => resolve({ hits: [{ ...HIT, id: '8', words: 'oleh@north' }] });
        });
  const view = await show();
  const box = view.getByRole('combobox', { name: 'Search by anything a player may quote' });
  await box.fill('ivan');
  await expect.element(view.getByRole('option', { name: /ivan@north/ })).toBeVisible();
  await box.fill('oleh');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => searches).toEqual([{ query: { q: 'ivan' } }, { query: { q: 'oleh' } }]);
  await userEvent.keyboard('{Enter}');
  await expect.element(view.getByText('Loading')).toBeVisible();
  await expect.element(view.getByRole('option')).not.toBeInTheDocument();
  expect(shown.state.location.pathname).toBe('/');
  answerLater();
  // the key was pressed before the answer, and is not lost
  await expect.poll(() => shown.state.location.pathname).toBe('/players/8');
});

test('O10 an Enter that was pressed too early opens nothing once the operator has left the search', async () => {
  let answer = () => {};
  find = () =>
    new Promise((resolve) => {
      answer = () => resolve({ hits: [HIT] });
    });
  const view = await show();
  const box = view.getByRole('combobox', { name: 'Search by anything a player may quote' });
  await box.fill('ivan');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => searches).toHaveLength(1);
  await view.getByLabelText('Note').click();
  answer();
  await box.click();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(view.getByRole('option', { name: /ivan@north/ })).toBeVisible();
  expect(shown.state.location.pathname).toBe('/');
});
