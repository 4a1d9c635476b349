import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useRef } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { call } from '#/client/platform/api/api.ts';
import { SeveralResults } from '#/client/areas/cases/results/SeveralResults.tsx';
import { tuning } from '#/client/platform/theme/tuning.ts';
import type { DrawnCoupon, Rarity } from '#/contract/cases.ts';
import cases from '../../../../../locales/en/cases.json';

const coupon = (id: number, color: Rarity, isSwapAvailable = true): DrawnCoupon => ({
  id,
  name: `Prize ${id}`,
  imageName: 'jerrycan',
  color,
  isSwapAvailable,
  premiumCoinsPrice: 15,
  draw: { epochId: 'e-42', nonce: id },
});
const prizes = [
  coupon(1, 'simple'),
  coupon(2, 'epic', false),
  coupon(3, 'simple'),
  coupon(4, 'rare'),
  coupon(5, 'simple', false),
];

const { turnRarityMs, turnCardsMs, secondLookMs } = tuning.dom;
afterEach(() => void Object.assign(tuning.dom, { turnRarityMs, turnCardsMs, secondLookMs }));

const onAllSeen = vi.fn();
const onDone = vi.fn();

function Results({ shown = prizes, isFaceUp }: { shown?: readonly DrawnCoupon[]; isFaceUp?: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <SeveralResults
          prizes={shown}
          isFaceUp={isFaceUp ?? false}
          onAllSeen={onAllSeen}
          onDone={onDone}
          finalFocus={button}
        />
      </MemoryRouter>
    </QueryClientProvider>
  );
}

/** Names of the prizes that lie face up, in their order. */
const faceUp = () =>
  [...document.querySelectorAll('article')]
    .filter((card) => card.checkVisibility({ visibilityProperty: true }))
    .map((card) => card.textContent?.match(/Prize \d/)?.[0]);

test('R5 the prizes turn over by rarity, the rarest last; it lies in front', async () => {
  await render(<Results />);
  const seen: string[] = [];
  await vi.waitUntil(
    () => {
      const state = faceUp().join();
      if (state && state !== seen.at(-1)) seen.push(state);
      return seen.at(-1) === 'Prize 2,Prize 4,Prize 1,Prize 3,Prize 5';
    },
    { timeout: 20_000, interval: 10 },
  );
  const order = [
    'Prize 1,Prize 3,Prize 5',
    'Prize 4,Prize 1,Prize 3,Prize 5',
    'Prize 2,Prize 4,Prize 1,Prize 3,Prize 5',
  ];
  // a busy machine may show two steps as one; their order never changes
  expect(seen).toEqual(order.filter((state) => seen.includes(state)));
  await vi.waitFor(() => expect(onAllSeen).toHaveBeenCalledExactlyOnceWith(prizes));
});

test('R5 after the last card of many a phone shows the title and the rarest again', async () => {
  await page.viewport(390, 600);
  const many = (['simple', 'common', 'rare', 'epic'] as const).flatMap((color, at) =>
    [1, 2, 3, 4].map((n) => coupon(at * 4 + n, color)),
  );
  const screen = await render(<Results shown={many} />);
  await vi.waitFor(() => expect(onAllSeen).toHaveBeenCalled(), { timeout: 20_000 });
  await expect.element(screen.getByRole('heading', { name: 'You found 16 prizes' })).toBeInViewport();
  await page.viewport(1280, 720);
});

test('R5 many different prizes are dealt and turn over a few in each frame', async () => {
  const many = Array.from({ length: 40 }, (_, at) => coupon(at + 1, 'simple'));
  const count = (selector: string) => document.querySelectorAll(selector).length;
  const steps: { dealt: number; turned: number }[] = [];
  let dealt = 0;
  let turned = 0;
  const look = () => {
    steps.push({ dealt: count('article') - dealt, turned: count('[data-turned]') - turned });
    dealt = count('article');
    turned = count('[data-turned]');
    if (turned < many.length) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  await render(<Results shown={many} />);
  await vi.waitUntil(() => turned === many.length, { timeout: 20_000 });
  expect(Math.max(...steps.map((step) => step.dealt))).toBeLessThan(10);
  expect(Math.max(...steps.map((step) => step.turned))).toBeLessThan(10);
});

test('R5 "show all" turns many different prizes in one frame, so that none turns after the sums', async () => {
  Object.assign(tuning.dom, { turnRarityMs: 60_000 });
  const many = Array.from({ length: 40 }, (_, at) => coupon(at + 1, 'simple'));
  const count = (selector: string) => document.querySelectorAll(selector).length;
  const screen = await render(<Results shown={many} />);
  await vi.waitUntil(() => count('article') === many.length, { timeout: 20_000 });
  const turned = new Set<number>();
  const look = () => {
    turned.add(count('[data-turned]'));
    if (!turned.has(many.length)) requestAnimationFrame(look);
  };
  look();
  await screen.getByRole('button', { name: 'Show all' }).click();
  await vi.waitUntil(() => turned.has(many.length), { timeout: 20_000 });
  expect([...turned]).toEqual([0, many.length]);
});

test.each(['Escape', ' '])('R5 the key "%s" shows all at once, and the next Escape closes', async (key) => {
  const screen = await render(<Results />);
  await expect.element(screen.getByRole('dialog')).toHaveAccessibleDescription(cases.several.kept);
  await userEvent.keyboard(key === ' ' ? '[Space]' : '{Escape}');
  await vi.waitFor(() => expect(faceUp()).toHaveLength(prizes.length));
  expect(onDone).not.toHaveBeenCalled();
  await expect.element(screen.getByRole('button', { name: 'Collect all' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(onAllSeen).toHaveBeenCalledTimes(1);
});

test.each(['Enter', ' '])('R3 the key "%s", held on "show all", collects nothing', async (key) => {
  const screen = await render(<Results />);
  await screen.getByRole('button', { name: 'Show all' }).click();
  const collect = screen.getByRole('button', { name: 'Collect all' });
  await expect.element(collect).toHaveFocus();
  const press = (repeat: boolean) =>
    collect
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true }));
  expect(press(true), 'a key that is held does nothing').toBe(false);
  expect(press(false), 'a key that is pressed anew does').toBe(true);
});

test('R3 Space, pressed before all could be seen and released afterwards, collects nothing', async () => {
  Object.assign(tuning.dom, { turnRarityMs: 60_000 });
  const screen = await render(<Results />);
  await expect.element(screen.getByRole('button', { name: 'Show all' })).toHaveFocus();
  await userEvent.keyboard('{ >}');
  await expect.element(screen.getByRole('button', { name: 'Collect all' })).toHaveFocus();
  await userEvent.keyboard('{/ }');
  expect(onDone).not.toHaveBeenCalled();
  await userEvent.keyboard(' ');
  expect(onDone).toHaveBeenCalledOnce();
});

test('R7 FA8 cards that turn over in a hidden tab are seen when the tab is visible, not before', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const screen = await render(<Results />);
  await screen.getByRole('button', { name: 'Show all' }).click();
  await expect.element(screen.getByRole('button', { name: 'Collect all' })).toBeVisible();
  expect(onAllSeen).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(onAllSeen).toHaveBeenCalledExactlyOnceWith(prizes);
});

test('R5 sums, exchange and announcement come after the last card, not before', async () => {
  Object.assign(tuning.dom, { turnCardsMs: 60_000, secondLookMs: 60_000 });
  const screen = await render(<Results />);
  await vi.waitUntil(() => document.querySelectorAll('[data-turned]').length === prizes.length, {
    timeout: 20_000,
  });
  expect(screen.getByRole('dialog').element().textContent).not.toMatch(/Epic: 1|×\d/);
  expect(screen.getByRole('button', { name: /Exchange/ }).elements()).toEqual([]);
  Object.assign(tuning.dom, { secondLookMs });
  await screen.getByRole('button', { name: 'Show all' }).click();
  await expect.element(screen.getByRole('status').first()).toHaveTextContent('Epic: 1, Rare: 1, Simple: 3');
});

test('R5 the rest is exchanged in one step, and rare ones are kept; the button keeps the focus', async () => {
  vi.mocked(call).mockResolvedValue({ converted: [1, 3], paid: 30, premiumCoins: 130 });
  const screen = await render(<Results />);
  await screen.getByRole('button', { name: 'Show all' }).click();
  await screen.getByRole('button', { name: /^Exchange all below rare: 2/ }).click();
  await vi.waitFor(() =>
    expect(call).toHaveBeenLastCalledWith(
      expect.objectContaining({ path: '/api/v1/coupons/convert' }),
      { body: { ids: [1, 3] } },
      expect.anything(),
    ),
  );
  const done = screen.getByRole('button', { name: /^Exchanged/ }).last();
  await expect.element(done).toHaveFocus();
  await expect.element(done).toHaveAttribute('aria-disabled', 'true');
});

test('R5 an Escape while the rarest prizes still turn shows them, and closes nothing', async () => {
  Object.assign(tuning.dom, { turnCardsMs: 60_000, secondLookMs: 60_000 });
  const screen = await render(<Results />);
  await vi.waitUntil(() => document.querySelectorAll('[data-turned]').length === prizes.length, {
    timeout: 20_000,
  });
  await expect.element(screen.getByRole('button', { name: 'Show all' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(faceUp()).toHaveLength(prizes.length));
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Show all' }).click();
  expect(onDone).not.toHaveBeenCalled();
});

test('R5 what can be swapped of a rarity is offered together, at its sum', async () => {
  const screen = await render(<Results />);
  await screen.getByRole('button', { name: 'Show all' }).click();
  const offers = screen.getByRole('button', { name: /^Exchange \d/ });
  await expect.element(offers.first()).toHaveAccessibleName(/1\s·\s15\sOC. Rarity: Rare/);
  await expect.element(offers.last()).toHaveAccessibleName(/2\s·\s30\sOC. Rarity: Simple/);
  expect(offers.elements()).toHaveLength(2);
});

test('R5 cards that lie face up leave the focus to the button below them', async () => {
  const screen = await render(<Results isFaceUp />);
  await expect.element(screen.getByRole('button', { name: 'Collect all' })).toHaveFocus();
});

test('R7 a prize that is alone has the words of one, and its card stands in the middle', async () => {
  const alone = [coupon(1, 'epic')];
  const screen = await render(<Results shown={alone} />);
  await expect.element(screen.getByRole('dialog')).toHaveAccessibleDescription(cases.result.kept);
  await screen.getByRole('button', { name: cases.unrevealed.show }).click();
  await expect.element(screen.getByRole('button', { name: cases.result.keep })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Exchange for 15\sOC$/ })).toBeVisible();
  const middle = (selector: string) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box ? box.left + box.width / 2 : NaN;
  };
  expect(middle('article')).toBeCloseTo(middle('[role=dialog]'), -1);
});

test('R5 what has been swapped lies dimmed, with the sum that it brought', async () => {
  vi.mocked(call).mockResolvedValue({ converted: [1, 3], paid: 30, premiumCoins: 130 });
  const screen = await render(<Results />);
  await screen.getByRole('button', { name: 'Show all' }).click();
  await screen.getByRole('button', { name: /^Exchange .* Simple$/ }).click();
  const brought = () =>
    [...document.querySelectorAll('article')].map(
      (card) => card.textContent?.match(/Exchanged \+15\sOC/)?.[0],
    );
  const sum = expect.stringMatching(/15/);
  await vi.waitFor(() => expect(brought()).toEqual([undefined, undefined, sum, sum, undefined]));
  const opacity = (at: number) => {
    const picture = document.querySelectorAll('article')[at]?.querySelector('img');
    return picture ? Number(getComputedStyle(picture).opacity) : undefined;
  };
  expect(opacity(2)).toBeLessThan(0.5);
  expect(opacity(4)).toBe(1);
});
