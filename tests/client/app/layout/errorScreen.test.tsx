import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ErrorScreen } from '#/client/app/layout/ErrorScreen.tsx';
import common from '../../../../locales/en/common.json';

const { errorScreen } = common;
const CHUNK = 'https://one.example/assets/CabinetPage-0a1b2c3d.js';
const NAMED = `Failed to fetch dynamically imported module: ${CHUNK}`;
const UNNAMED = 'Importing a module script failed.';

afterEach(() => {
  vi.mocked(fetch).mockRestore();
  // the router says that the page failed
  vi.mocked(console.error).mockClear();
});

const replyOf = (status: number) => async () => new Response(null, { status });

/** Shows the screen of a page that failed with a message, on a site that answers so. */
async function show(message: string, answer: () => Promise<Response>) {
  vi.mocked(console.error).mockImplementation(() => {});
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
  const loader = () => {
    throw new Error(message);
  };
  const routes = [{ path: '/', loader, element: null, ErrorBoundary: ErrorScreen }];
  const screen = await render(<RouterProvider router={createMemoryRouter(routes)} />);
  return { asked, heading: screen.getByRole('heading', { level: 1 }), screen };
}

test('E3 a part that is gone from the server means a new version', async () => {
  const { asked, heading, screen } = await show(NAMED, replyOf(404));
  await expect.element(heading).toHaveTextContent(errorScreen.chunkTitle);
  await expect.element(screen.getByText(errorScreen.chunkCode, { exact: true })).toBeVisible();
  expect(asked.mock.calls.map(([address]) => address)).toEqual([CHUNK]);
});

test.each<[string, string, () => Promise<Response>]>([
  ['is there', NAMED, replyOf(200)],
  ['is refused to an address with many visitors', NAMED, replyOf(429)],
  ['is refused, in a browser that does not name it', UNNAMED, replyOf(429)],
  ['cannot be asked for', NAMED, async () => Promise.reject(new TypeError('Failed to fetch'))],
])('E3 a part that did not load and %s means no new version, and can be tried again', async (...given) => {
  const [, message, answer] = given;
  const { asked, heading, screen } = await show(message, answer);
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  await expect.element(heading).toHaveTextContent(errorScreen.loadTitle);
  await expect.element(screen.getByText(errorScreen.loadCode, { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: errorScreen.tryAgain })).toBeVisible();
});

test('RT14 a dead end names the help page and the support', async () => {
  const { screen } = await show('x is undefined', replyOf(404));
  const help = screen.getByRole('link', { name: common.footer.help, exact: true });
  await expect.element(help).toHaveAttribute('href', '/en/help');
  const support = screen.getByRole('link', { name: 'help@example.org' });
  await expect.element(support).toHaveAttribute('href', 'mailto:help@example.org');
});

test('E3 an error of the page itself asks the server nothing', async () => {
  const { asked, heading, screen } = await show('x is undefined', replyOf(404));
  await expect.element(heading).toHaveTextContent(errorScreen.title);
  await expect.element(screen.getByText(errorScreen.code, { exact: true })).toBeVisible();
  expect(asked).not.toHaveBeenCalled();
});
