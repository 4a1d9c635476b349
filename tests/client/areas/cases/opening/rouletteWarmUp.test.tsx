import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { call } from '#/client/platform/api/api.ts';
import { CaseOpener } from '#/client/areas/cases/opening/CaseOpener.tsx';
import { UserCases } from '#/client/areas/cases/inventory/UserCases.tsx';
import { warmUpRoulette } from '#/client/stage/index.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { taxiCase } from './taxiCase.ts';

const { description: _, items: __, ...box } = taxiCase.case;

/** Everything of the stage that the page has asked for; the browser's own list ends at 250 files. */
const asked: string[] = [];
new PerformanceObserver((list) => {
  asked.push(...list.getEntries().flatMap(({ name }) => (name.includes('/client/stage/') ? [name] : [])));
}).observe({ type: 'resource', buffered: true });
const isAsked = (file: string) => asked.some((name) => name.includes(file));

beforeEach(() => {
  vi.mocked(call).mockImplementation(async (endpoint): Promise<never> => {
    if (endpoint === endpoints.userCases)
      return { userCases: [{ id: 1, count: 3, case: box }], unrevealed: [], unrevealedCount: 0 } as never;
    // nothing else is answered here
    return new Promise<never>(() => {});
  });
});

const show = (content: ReactNode) =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        {content}
      </QueryClientProvider>
    </MemoryRouter>,
  );
const near = (element: Element, pointerType: string) =>
  element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }));
/** A busy machine may need long to load all of it. */
const PATIENCE = { timeout: 40_000 };

test(
  'R1 the roulette is not loaded before a hand comes near, and is when it does',
  { timeout: 100_000 },
  async () => {
    await show(<UserCases />);
    const open = page.getByRole('link', { name: 'Open' });
    await expect.element(open, PATIENCE).toBeVisible();
    vi.mocked(warmUpRoulette).mockClear();
    expect(isAsked('/roulette/PixiReel.tsx')).toBe(false);
    near(open.element(), 'mouse');
    await expect.poll(() => isAsked('/roulette/PixiReel.tsx'), PATIENCE).toBe(true);
    near(open.element(), 'touch');
    expect(warmUpRoulette).toHaveBeenCalledTimes(2);
  },
);

test.each(['mouse', 'touch', 'focus'])('R1 the button of a case warms the roulette up by %s', async (by) => {
  await show(<CaseOpener details={taxiCase} isWholeAtOnce />);
  const button = page.getByRole('button', { name: 'Open', exact: true }).element() as HTMLElement;
  vi.mocked(warmUpRoulette).mockClear();
  if (by === 'focus') button.focus();
  else near(button, by);
  expect(warmUpRoulette).toHaveBeenCalledTimes(1);
});

test(
  'R1 the first click finds the roulette drawn, and loads nothing of it any more',
  { timeout: 100_000 },
  async () => {
    await show(<CaseOpener details={taxiCase} isWholeAtOnce />);
    const reel = page.getByRole('img', { name: /Taxi/ });
    await expect.element(reel.first(), PATIENCE).toHaveAttribute('data-dressed');
    const before = asked.length;
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.element(reel.first(), PATIENCE).toHaveAttribute('data-phase', 'constant');
    expect(asked.slice(before)).toEqual([]);
    expect(reel.first().element().querySelector('canvas')).not.toBeNull();
  },
);
