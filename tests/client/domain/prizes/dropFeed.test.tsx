import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { DropFeed } from '#/client/domain/prizes/DropFeed.tsx';
import { useLive, useLiveIsOpen } from '#/client/platform/api/live.ts';
import { type Drop, DROPS_SHOWN } from '#/contract/cases.ts';

const MINUTE_MS = 60_000;

const drop = (id: number, changes: Partial<Drop> = {}): Drop => ({
  id,
  player: 'm•••t',
  serverName: 'Everest',
  item: { name: `Prize ${id}`, imageName: 'watch', color: 'legendary' },
  case: { id: 1, name: 'Heist' },
  at: new Date(Date.now() - 5 * MINUTE_MS).toISOString(),
  ...changes,
});
const newest = (...drops: Drop[]) => ({ period: 'newest', drops });
const week = (...drops: Drop[]) => ({ period: 'week', drops });

/**
 * Shows the feed with the server's answers.
 * @returns a function that tells it of a drop, as the stream does
 */
async function feed(answer: () => Promise<unknown>, caseId?: number) {
  vi.mocked(call).mockImplementation(answer);
  vi.mocked(useLiveIsOpen).mockReturnValue(true);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const screen = await render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <DropFeed {...(caseId !== undefined && { caseId })} />
        <button>Elsewhere</button>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  // a pointer that an earlier test has left over the feed would stop it
  await userEvent.hover(screen.getByRole('button', { name: 'Elsewhere' }));
  const tell = (one: Drop) => {
    const [, handler] = vi.mocked(useLive).mock.lastCall!;
    act(() => handler(one as never));
  };
  return { screen, tell };
}

const names = () => [...document.querySelectorAll('li b')].map((name) => name.textContent);
const heightOf = (screen: { container: Element }) =>
  screen.container.querySelector('section')!.getBoundingClientRect().height;

test('FA8 the feed shows the newest first, each drop once, and never more than it holds', async () => {
  const { screen, tell } = await feed(async () => newest(drop(2), drop(1)));
  await expect.element(screen.getByText('Prize 2')).toBeVisible();
  expect(names()).toEqual(['Prize 2', 'Prize 1']);
  tell(drop(3));
  tell(drop(3));
  await expect.poll(names).toEqual(['Prize 3', 'Prize 2', 'Prize 1']);
  for (let id = 4; id < 40; id++) tell(drop(id));
  await expect.poll(() => names().length).toBe(DROPS_SHOWN);
  expect(names()[0]).toBe('Prize 39');
});

test('FA8 a prize has its picture, rarity, case, winner and age; the case is a link', async () => {
  const { screen } = await feed(async () =>
    newest(drop(1), drop(2, { at: new Date(Date.now() + MINUTE_MS).toISOString() })),
  );
  const card = screen.getByRole('listitem').first();
  await expect
    .element(card)
    .toHaveTextContent('Prize 1LegendaryFrom the case Heistm•••t · Everest5 min. ago');
  await expect
    .element(card.getByRole('link', { name: 'From the case Heist' }))
    .toHaveAttribute('href', '/en/donate/case/1');
  const picture = card.element().querySelector('img')!;
  expect([picture.loading, picture.width, picture.height]).toEqual(['lazy', 80, 80]);
  // the clock of this browser is slow
  await expect.element(screen.getByRole('listitem').nth(1)).toHaveTextContent('now');
});

test('FA8 the feed stands still while it has the focus, and goes on afterwards', async () => {
  const { screen, tell } = await feed(async () => newest(drop(1)));
  await expect.element(screen.getByText('Prize 1')).toBeVisible();
  await userEvent.tab();
  await expect.element(screen.getByText('Paused')).toBeVisible();
  tell(drop(2));
  expect(names()).toEqual(['Prize 1']);
  await userEvent.tab();
  await expect.element(screen.getByText('Live')).toBeVisible();
  await expect.poll(names).toEqual(['Prize 2', 'Prize 1']);
});

test('FA8 a new drop moves by transform and opacity alone, and is not read aloud', async () => {
  const { screen, tell } = await feed(async () => newest(drop(5)));
  await expect.element(screen.getByText('Prize 5')).toBeVisible();
  await expect.element(screen.getByRole('list')).toHaveAttribute('aria-live', 'off');
  expect(movesOfCards()).toEqual(['none']);
  tell(drop(6));
  await expect.poll(names).toEqual(['Prize 6', 'Prize 5']);
  const first = movesOfCards();
  tell(drop(7));
  await expect.poll(names).toEqual(['Prize 7', 'Prize 6', 'Prize 5']);
  // an animation of the same name would not begin again
  expect(movesOfCards()[1]).not.toBe(first[1]);
  const all = [...first, ...movesOfCards()];
  expect(all).not.toContain('none');
  expect(new Set(all.flatMap(propertiesOf))).toEqual(new Set(['transform', 'opacity']));
});

const movesOfCards = () =>
  [...document.querySelectorAll('li')].map((one) => getComputedStyle(one).animationName);
/** Properties that the keyframes of a name change. */
function propertiesOf(name: string): string[] {
  const found: string[] = [];
  for (const { cssRules } of document.styleSheets)
    for (const rule of cssRules)
      if (rule instanceof CSSKeyframesRule && rule.name === name)
        for (const frame of rule.cssRules) found.push(...(frame as CSSKeyframeRule).style);
  return found;
}

test('FA8 in quiet times the feed says that it is the best of the week; a new drop asks again', async () => {
  const answers = [week(drop(3), drop(9)), newest(drop(10), drop(9))];
  const { screen, tell } = await feed(async () => answers.shift());
  await expect.element(screen.getByRole('heading', { name: 'Best of the week' })).toBeVisible();
  await expect.element(screen.getByText(/^Quiet right now/)).toBeVisible();
  await expect.element(screen.getByText('Live')).not.toBeInTheDocument();
  expect(names()).toEqual(['Prize 3', 'Prize 9']);
  tell(drop(10));
  await expect.element(screen.getByRole('heading', { name: 'Rare prizes' })).toBeVisible();
  expect(names()).toEqual(['Prize 10', 'Prize 9']);
});

test('FA8 the feed of a case takes only its prizes, and has no links', async () => {
  const { screen, tell } = await feed(async () => newest(drop(1)), 1);
  await expect.element(screen.getByRole('heading', { name: 'Rare prizes from this case' })).toBeVisible();
  expect(vi.mocked(call).mock.lastCall?.[1]).toEqual({ query: { case: '1' } });
  tell(drop(2, { case: { id: 2, name: 'Port' } }));
  tell(drop(3));
  await expect.poll(names).toEqual(['Prize 3', 'Prize 1']);
  expect(screen.container.querySelector('li a')).toBeNull();
});

test('FA8 loading, empty, failed and full have the same height', async () => {
  let answer: (value: unknown) => void = () => {};
  const loading = await feed(() => new Promise((resolve) => (answer = resolve)));
  const heightPx = heightOf(loading.screen);
  answer(newest(drop(1)));
  await expect.element(loading.screen.getByText('Prize 1')).toBeVisible();
  expect(heightOf(loading.screen)).toBe(heightPx);
  await loading.screen.unmount();

  const empty = await feed(async () => week());
  await expect.element(empty.screen.getByText(/^Nobody has won a rare prize this week/)).toBeVisible();
  expect(heightOf(empty.screen)).toBe(heightPx);
  await empty.screen.unmount();

  const answers = [Promise.reject(new ApiError('offline', 0)), Promise.resolve(newest(drop(4)))];
  const broken = await feed(() => answers.shift()!);
  await expect.element(broken.screen.getByText('The feed of prizes did not load.')).toBeVisible();
  expect(heightOf(broken.screen)).toBe(heightPx);
  await broken.screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(broken.screen.getByText('Prize 4')).toBeVisible();
});

test('FA8 a new drop enters in sight when the strip stands at its start', async () => {
  const drops = Array.from({ length: DROPS_SHOWN }, (_, at) => drop(DROPS_SHOWN - at));
  const { screen, tell } = await feed(async () => newest(...drops));
  const strip = screen.getByRole('list');
  await expect.element(strip).toBeVisible();
  expect(strip.element().scrollWidth).toBeGreaterThan(strip.element().clientWidth + 300);
  tell(drop(DROPS_SHOWN + 1));
  await expect.element(screen.getByText(`Prize ${DROPS_SHOWN + 1}`, { exact: true })).toBeVisible();
  const [first] = strip.element().children;
  await Promise.all(first!.getAnimations().map(({ finished }) => finished));
  expect(strip.element().scrollLeft).toBe(0);
});
