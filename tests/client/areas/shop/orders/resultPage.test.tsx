import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ResultPage } from '#/client/areas/shop/orders/ResultPage.tsx';
import { KNOWN_SUCCESS } from '#/client/areas/shop/orders/orderLinks.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { shopCalls } from '#/contract/calls/shop.ts';
import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';
import type { Delivery } from '#/contract/deliveries.ts';
import type { Order, OrderState } from '#/contract/orders.ts';
import shop from '../../../../../locales/en/shop.json';
import { demoOrder } from '../../../../support/components/demoOrder.ts';

/** The state that the server knows of. */
let state: OrderState;
let things: Delivery[];
let changes: Partial<Order>;

beforeEach(() => {
  things = [];
  changes = {};
  vi.mocked(call).mockImplementation(async (endpoint): Promise<never> => {
    if (endpoint === shopCalls.orderResult)
      return { order: { ...demoOrder(state), deliveries: things, ...changes } } as never;
    throw new ApiError('internal', 500);
  });
});

const show = (query: string, path = '/donate/success', link?: object) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[{ pathname: `/en${path}`, search: query, state: link }]}>
        <ResultPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const showOrder = (path?: string) => show(`?order=${demoOrder(state).id}`, path);
type Screen = Awaited<ReturnType<typeof show>>;
const headline = (screen: Screen) => screen.getByRole('heading', { level: 1 });
const toStore = { name: shop.result.toStore };
const { views } = shop.result;

test('S12 an old order opened from the history celebrates nothing', async () => {
  state = 'granted';
  changes = { id: demoOrder('pending').id };
  const key = `paid:${changes.id}`;
  const query = `?order=${changes.id}`;
  const history = await show(query, undefined, KNOWN_SUCCESS);
  await expect.element(headline(history)).toHaveTextContent(views.granted.title);
  expect(sessionStorage.getItem(key)).toBeNull();
  await history.unmount();
  const payment = await show(query);
  await expect.element(headline(payment)).toHaveTextContent(views.granted.title);
  await vi.waitFor(() => expect(sessionStorage.getItem(key)).toBe('1'));
});

test('S12 a declined payment: the error screen, and the way to try again', async () => {
  state = 'failed';
  const screen = await showOrder('/donate/fail');
  await expect.element(headline(screen)).toHaveTextContent(views.failed.title);
  await expect.element(screen.getByText(views.failed.text)).toBeVisible();
  await expect
    .element(screen.getByRole('navigation', { name: shop.crumbs.label }))
    .toHaveTextContent(shop.crumbs.failure);
  await expect.element(screen.getByRole('link', toStore)).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: shop.result.again }))
    .toHaveAttribute('href', expect.stringMatching(/\/donate#one_coin$/));
});

test('D18 what was called off: no success, what to do, and the number for the support', async () => {
  state = 'granted';
  things = [
    {
      id: 41,
      stage: 'withdrawn',
      isOpen: false,
      title: 'Garage slot',
      pieces: 1,
      until: null,
      order: demoOrder(state).id,
      isPrize: false,
      canPutBack: false,
      serverName: 'Everest',
      serverAddress: null,
      character: null,
      createdAt: '2026-03-05T12:01:00.000Z',
      movedAt: '2026-03-05T12:09:00.000Z',
      doneAt: null,
    },
  ];
  const screen = await showOrder();
  await expect.element(headline(screen)).toHaveTextContent(views.withheld.title);
  await expect.element(screen.getByText(/order No\.\sONE-4F2K7C\.$/)).toBeVisible();
  expect(document.body.textContent).not.toContain(views.granted.title);
  expect(document.body.textContent).not.toContain(shop.where.coins);
  await expect
    .element(screen.getByRole('link', { name: shop.result.support }))
    .toHaveAttribute('href', expect.stringContaining('ONE-4F2K7C'));
});

test('S12 a bundle without game items does not send its buyer into the game', async () => {
  state = 'granted';
  changes = { product_type: 'goods' };
  document.cookie = `${TOKEN_COOKIE}=1; Path=/`;
  const screen = await showOrder();
  await expect.element(screen.getByText(shop.where.bundleHere)).toBeVisible();
  expect(document.body.textContent).not.toContain(shop.where.bundle);
});

test('RT6 the address alone never says that something was paid', async () => {
  state = 'pending';
  const screen = await showOrder();
  await expect.element(headline(screen)).toHaveTextContent(views.waiting.title);
  expect(document.body.textContent).not.toContain(views.granted.title);
});

test('RT6 a late payment: the page waits, and says aloud how it ended', async () => {
  tuning.dom.orderPoll.firstMs = 50;
  state = 'pending';
  const screen = await showOrder();
  await expect.element(headline(screen)).toHaveTextContent(views.waiting.title);
  const said = headline(screen).element().closest('[aria-live=polite]');
  expect(said?.textContent).toContain(views.waiting.title);
  state = 'granted';
  await expect.poll(() => said?.textContent).toContain(views.granted.title);
});

test('RT6 the page asks while somebody looks, and says when it takes long', async () => {
  const asked = () => vi.mocked(call).mock.calls.length;
  const look = vi.spyOn(document, 'visibilityState', 'get');
  const turn = (visibility: DocumentVisibilityState) => {
    look.mockReturnValue(visibility);
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  };
  state = 'pending';
  // from here on time passes only where the test says so
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  turn('visible');
  const screen = await showOrder();
  await expect.element(headline(screen)).toHaveTextContent(views.waiting.title);
  const atFirst = asked();
  await vi.advanceTimersByTimeAsync(5100);
  const afterFiveSeconds = asked();
  expect(afterFiveSeconds).toBeGreaterThan(atFirst);

  turn('hidden');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked()).toBe(afterFiveSeconds);
  turn('visible');
  await expect.poll(asked).toBeGreaterThan(afterFiveSeconds);

  await vi.advanceTimersByTimeAsync(30_000);
  await expect.element(screen.getByText(shop.result.long)).toBeVisible();
});

test.each(['', '?order=', '?order=nonsense', '?order=AbCdEfGhIjKlMnOpQrStUv'])(
  'RT6 the address "%s" without an order of the site is told in words',
  async (query) => {
    vi.mocked(call).mockRejectedValue(new ApiError('notFound', 404));
    const screen = await show(query);
    await expect.element(headline(screen)).toHaveTextContent(shop.result.unknown.title);
    await expect.element(screen.getByRole('link', toStore)).toBeVisible();
    expect(document.body.textContent).not.toContain(views.granted.title);
  },
);

test.each([
  ['review', 'review', true],
  ['refunded', 'refunded', true],
  ['charged_back', 'chargedBack', true],
  ['expired', 'expired', false],
] as const)(
  'S12 an order that ended as %s, in words, and whom to write to',
  async (ended, view, isWritten) => {
    state = ended;
    const screen = await showOrder();
    await expect.element(headline(screen)).toHaveTextContent(views[view].title);
    expect(screen.getByText('help@example.org').elements()).toHaveLength(isWritten ? 1 : 0);
    const letter = screen.getByRole('link', { name: shop.result.support });
    if (!isWritten) expect(letter.elements()).toHaveLength(0);
    else
      await expect
        .element(letter)
        .toHaveAttribute(
          'href',
          expect.stringMatching(/^mailto:help@example\.org\?subject=.*ONE-\w{6}%20\([\w-]{22}\)$/),
        );
  },
);
