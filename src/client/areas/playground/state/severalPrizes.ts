import type { DrawnCoupon } from '#/contract/cases.ts';
import type { RouletteItem } from '#/client/stage/index.ts';
import { seededRandom, seedOf } from '#/client/stage/roulette/spin/strip.ts';

/** Draws a number of prizes by the declared odds. The same name draws the same prizes. */
export function severalPrizes(items: readonly RouletteItem[], draw: string, count: number): DrawnCoupon[] {
  const random = seededRandom(seedOf(draw));
  const total = items.reduce((sum, { tickets }) => sum + tickets, 0);
  return Array.from({ length: count }, (_, at) => {
    let ticket = random() * total;
    const item = items.find(({ tickets }) => (ticket -= tickets) < 0) ?? items[0];
    return {
      id: at + 1,
      name: item?.name ?? '',
      imageName: item?.name ?? '',
      color: item?.color ?? 'simple',
      isSwapAvailable: false,
      premiumCoinsPrice: 0,
      draw: { epochId: draw, nonce: at },
    };
  });
}
