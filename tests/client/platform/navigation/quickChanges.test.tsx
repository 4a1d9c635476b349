import type { ReactNode } from 'react';
import { createMemoryRouter, type LoaderFunction, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { rollBack } from '#/client/platform/navigation/rollBack.ts';
import { useSearchChoice } from '#/client/platform/navigation/useSearchChoice.ts';

/** A site of pages that load something, with the rule of the real one for what fails to load. */
function showSite(loader: LoaderFunction, home: ReactNode = <h1>Home</h1>) {
  const router = createMemoryRouter(
    [
      { path: '/', element: home, loader },
      { path: '/first', element: <h1>First</h1>, loader },
      { path: '/second', element: <h1>Second</h1>, loader: () => null },
    ],
    { dataStrategy: (args) => rollBack(() => router)(args) },
  );
  void render(<RouterProvider router={router} />);
  return router;
}

function Filters(): ReactNode {
  const [, setState] = useSearchChoice('state', ['owned', 'claimed']);
  const [, setColor] = useSearchChoice('color', ['any', 'epic']);
  return (
    <>
      <button onClick={() => setState('claimed')}>claimed</button>
      <button onClick={() => setColor('epic')}>epic</button>
    </>
  );
}

test('E3 a page that another one replaces before it is there has not failed', async () => {
  const tell = vi.spyOn(console, 'error');
  const router = showSite(({ url }) => (url.pathname === '/first' ? new Promise(() => {}) : null));
  await expect.element(page.getByRole('heading', { name: 'Home' })).toBeVisible();
  void router.navigate('/first');
  await expect.poll(() => router.state.navigation.location?.pathname).toBe('/first');
  void router.navigate('/second');
  await expect.element(page.getByRole('heading', { name: 'Second' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/second');
  expect(tell).not.toHaveBeenCalled();
});

test('C5 two filters that are chosen while the page still loads are both kept', async () => {
  let load = () => {};
  let isSlow = false;
  const router = showSite(
    () => isSlow && new Promise<null>((done) => (load = () => done(null))),
    <Filters />,
  );
  await expect.element(page.getByRole('button', { name: 'claimed' })).toBeVisible();
  isSlow = true;
  await page.getByRole('button', { name: 'claimed' }).click();
  await expect.poll(() => router.state.navigation.state).toBe('loading');
  await page.getByRole('button', { name: 'epic' }).click();
  await expect.poll(() => router.state.navigation.location?.search).toBe('?state=claimed&color=epic');
  load();
  await expect.poll(() => router.state.location.search).toBe('?state=claimed&color=epic');
});
