import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { CaseOpener } from '#/client/areas/cases/opening/CaseOpener.tsx';
import { Inventory } from '#/client/areas/cases/inventory/Inventory.tsx';
import { play, unlockSoundByGesture } from '#/client/platform/media/sound.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import type { Coupon } from '#/contract/cases.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { details, opening, reply } from './openingCase.ts';
import { taxiCase } from './taxiCase.ts';

const legendary: Coupon = {
  id: 7,
  name: 'Backpack',
  imageName: 'backpack',
  color: 'legendary',
  isSwapAvailable: true,
  premiumCoinsPrice: 900,
};
let prize = legendary;

beforeEach(() => {
  prize = legendary;
  // a roulette without a canvas that stops soon, and a server that gives the prize
  const canvas = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const ask = matchMedia.bind(window);
  const media = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => ask(query.includes('reduced-motion') ? 'all' : query));
  onTestFinished(() => {
    canvas.mockRestore();
    media.mockRestore();
  });
  vi.mocked(play).mockImplementation(() => {});
  vi.mocked(call).mockImplementation(async (endpoint): Promise<never> => {
    const replies = new Map<unknown, unknown>([
      [endpoints.openCase, { caseItemId: 104, coupons: [prize], fair: { epochId: 'e-1', nonce: 3 } }],
      [endpoints.revealPrizes, { revealed: 1 }],
      [endpoints.userCases, { userCases: [], unrevealed: [], unrevealedCount: 0 }],
    ]);
    if (!replies.has(endpoint)) throw new ApiError('internal', 500);
    return replies.get(endpoint) as never;
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
/** The played sounds without those of the hovering mouse. */
const sounded = () => vi.mocked(play).mock.calls.flatMap(([name]) => (name === 'hover' ? [] : name));
const openButton = () => page.getByRole('button', { name: 'Open', exact: true });
/** Moves a pointer onto the button. Its effects have happened when this returns. */
const near = (pointerType: string) =>
  openButton()
    .element()
    .dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }));
/** A busy machine may need long for a spin, and the first one loads the roulette. */
const PATIENCE = { timeout: 40_000 };
const TEST_TIMEOUT_MS = 100_000;

test(
  'R3 an opening is heard from the click to the prize, and each stop of the roulette once',
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    await show(<CaseOpener details={taxiCase} isWholeAtOnce />);
    await openButton().click();
    const keep = page.getByRole('button', { name: 'Collect' });
    await expect.element(keep, PATIENCE).toBeVisible();
    await expect.poll(sounded, PATIENCE).toEqual(['open', 'spin', 'land', 'legendary']);
    await page.getByRole('button', { name: 'Open another' }).click();
    await expect.poll(() => sounded().length, PATIENCE).toBe(8);
    expect(sounded().slice(4)).toEqual(['open', 'spin', 'land', 'legendary']);
    await keep.click();
    expect(sounded().slice(8)).toEqual(['click']);
  },
);

test(
  'R3 a sting that rises longer than the prize shines begins in the middle, so that it falls with the result',
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    const { roulette, sound } = tuning;
    prize = { ...legendary, color: 'epic' };
    await show(<CaseOpener details={taxiCase} isWholeAtOnce />);
    await openButton().click();
    await expect.poll(sounded, PATIENCE).toContain('epic');
    const skippedMs = sound.riseMs.epic - roulette.stillSpin.finalMs;
    expect(skippedMs).toBeGreaterThan(0);
    expect(play).toHaveBeenCalledWith('epic', skippedMs);
  },
);

test('R3 a skip while the prize shines brings its sound with the result, once', async () => {
  const { store } = opening(() => Promise.resolve(reply(13)));
  const { click, enterPhase, skip } = store.getState();
  await click(details);
  vi.useFakeTimers();
  enterPhase('final');
  expect(sounded()).toEqual(['open', 'spin', 'land']);
  skip();
  vi.advanceTimersByTime(tuning.roulette.skip.finalMs - 1);
  skip();
  vi.advanceTimersByTime(1);
  expect(sounded()).toEqual(['open', 'spin', 'land', 'rare']);
  vi.advanceTimersByTime(tuning.roulette.spin.finalMs);
  expect(sounded()).toHaveLength(4);
});

test(
  'R3 R4 a failed opening ends with the sound of a fault, not of a prize',
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    vi.mocked(call).mockRejectedValue(new ApiError('internal', 429));
    await show(<CaseOpener details={taxiCase} isWholeAtOnce />);
    await openButton().click();
    await expect.element(page.getByRole('alert'), PATIENCE).toHaveTextContent('Too fast');
    expect(sounded()).toEqual(['open', 'spin', 'land', 'error']);
  },
);

test('R3 the button answers a mouse that comes near, not a finger', async () => {
  await show(<CaseOpener details={taxiCase} isWholeAtOnce />);
  // the hand of an earlier test may lie where the button appeared
  vi.mocked(play).mockClear();
  near('touch');
  expect(play).not.toHaveBeenCalled();
  near('mouse');
  expect(vi.mocked(play).mock.calls).toEqual([['hover']]);
});

test('R3 the button is silent while there is nothing to open', async () => {
  await show(<CaseOpener details={{ ...taxiCase, count: 0 }} isWholeAtOnce />);
  near('mouse');
  expect(play).not.toHaveBeenCalled();
});

test.each([
  ['a case', <CaseOpener key="case" details={taxiCase} isWholeAtOnce />],
  ['the inventory', <Inventory key="inventory" />],
])('R3 %s listens for the first gesture, and no longer than it is shown', async (_, content) => {
  const removed = vi.fn();
  vi.mocked(unlockSoundByGesture).mockReturnValue(removed);
  const { unmount } = await show(content);
  expect(unlockSoundByGesture).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('a');
  expect(removed).not.toHaveBeenCalled();
  await unmount();
  expect(removed).toHaveBeenCalledTimes(1);
});
