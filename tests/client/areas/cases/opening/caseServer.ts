import { onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { play } from '#/client/platform/media/sound.ts';
import { casesCalls } from '#/contract/calls/cases.ts';
import type { Coupon } from '#/contract/cases.ts';
import { taxiCase } from './taxiCase.ts';

export const prize: Coupon = {
  id: 7,
  name: 'Backpack',
  imageName: 'backpack',
  color: 'rare',
  isSwapAvailable: true,
  premiumCoinsPrice: 40,
};

/** What the server holds and answers. */
export const server = {
  pieces: 0,
  /** Answers an opening of so many pieces, or refuses it. */
  open: async (count: number): Promise<unknown> => {
    server.pieces -= count;
    const coupons = Array.from({ length: count }, (_, at) => ({ ...prize, id: 7 + at }));
    const fair = coupons.map((_, nonce) => ({ epochId: 'e-1', nonce }));
    return count === 1
      ? { caseItemId: 103, coupons, fair: fair[0] }
      : { caseItemIds: coupons.map(() => 103), coupons, fair };
  },
};
export const { open } = server;

/** Three pieces in stock, and a page that is neither drawn nor heard. For `beforeEach`. */
export function answerCasePage(): void {
  Object.assign(server, { pieces: 3, open });
  // what is drawn is looked at in tests/client/stage
  const canvas = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  onTestFinished(() => canvas.mockRestore());
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.mocked(play).mockImplementation(() => {});
  vi.mocked(call).mockImplementation(async (endpoint, input): Promise<never> => {
    const { body } = (input ?? {}) as { body?: { count?: number } };
    const answers = new Map<unknown, () => unknown>([
      [casesCalls.userCase, () => ({ ...taxiCase, count: server.pieces })],
      [casesCalls.openCase, () => server.open(1)],
      [casesCalls.openMultiple, () => server.open(body?.count ?? 0)],
      [casesCalls.revealPrizes, () => ({ revealed: 1 })],
      [casesCalls.userCases, () => ({ userCases: [], unrevealed: [], unrevealedCount: 0 })],
    ]);
    const answer = answers.get(endpoint);
    if (!answer) throw new ApiError('internal', 500);
    return (await answer()) as never;
  });
}

/** A reader who wants no motion. */
export function wantNoMotion(): void {
  const ask = matchMedia.bind(window);
  const media = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => ask(query.includes('reduced-motion') ? 'all' : query));
  onTestFinished(() => media.mockRestore());
}

export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const result = () => page.getByRole('dialog');
/** The requests to open, each with its key. */
export const sent = () =>
  vi
    .mocked(call)
    .mock.calls.filter(([endpoint]) => (endpoint as { path: string }).path.includes('/cases/open'))
    .map(([, input, options]) => ({
      count: (input as { body: { count?: number } }).body.count,
      key: (options as { idempotencyKey: string }).idempotencyKey,
    }));

/** A busy machine may need long for a spin, and the first one loads the roulette. */
export const PATIENCE = { timeout: 40_000 };
